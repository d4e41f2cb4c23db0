import { TipDialog } from '#components/money/wallet/tip-dialog.tsx';
import { UnlockDialog } from '#components/money/wallet/unlock-dialog.tsx';
import { soldPost } from '#components/content/media-items/access-options.ts';
import { SubscribeDialog } from '#components/trade/subscriptions/subscribe-dialog.tsx';
import { aCard, aModalPerformer } from '../../../setup/factories/creators.ts';
import { aSavedCard } from '../../../setup/factories/payments.ts';
import { aLockedPost } from '../../../setup/factories/posts.ts';
import { anOffer } from '../../../setup/factories/promotions.ts';
import { Product, listOf } from '../../product.tsx';

export const about = { alone: true };

const nothing = () => undefined;

export const Tip = () => <TipDialog performer={aCard()} onClose={nothing} />;
export const Unlock = () => <UnlockDialog item={soldPost(aLockedPost())} onClose={nothing} />;
export const UnlockWithTooFewTokens = () => (
  <Product user={{ balance: 20 }} answers={{ 'GET /payment-cards': () => listOf(aSavedCard()) }}>
    <UnlockDialog item={soldPost(aLockedPost())} onClose={nothing} />
  </Product>
);
export const Subscribe = () => (
  <Product answers={{ 'GET /payment-cards': () => listOf(aSavedCard()) }}>
    <SubscribeDialog performer={aModalPerformer()} type="monthly" />
  </Product>
);
export const SubscribeWithAnOffer = () => (
  <Product
    answers={{
      'GET /payment-cards': () => listOf(),
      'GET /promotions/performer/:id': () => listOf(anOffer()),
    }}
  >
    <SubscribeDialog performer={aModalPerformer()} type="monthly" />
  </Product>
);
