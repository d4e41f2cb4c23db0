import { useState } from 'react';
import { limits } from '#config/limits.ts';
import { routes } from '#config/routes.ts';
import type { Performer } from '#contract/people/creators.ts';
import type { Gift } from '#contract/trade/gifts.ts';
import { formatDay } from '#lib/format-time.ts';
import { formatMoney, plural } from '#lib/format.ts';
import { giftPrices } from '#lib/plans/bundles.ts';
import { toAbsoluteUrl, copyLink } from '#components/content/community/share.ts';
import { loadCreator } from '#components/people/creators/load-creator.ts';
import { PayByCard } from '#components/money/payments/pay-by-card.tsx';
import { useExpectedPrice } from '#components/money/payments/use-expected-price.ts';
import { buyGift } from '#services/trade/gifts.ts';
import { useWrite } from '#state/query/hooks.ts';
import { useAppSelector, useAppStore } from '#state/hooks.ts';
import { selectSettings } from '#state/session/settings.ts';
import { Button } from '#ui/content/button.tsx';
import { ButtonLink } from '#ui/content/button-link.tsx';
import { RadioCards } from '#ui/forms/choice.tsx';
import { TextArea, TextInput } from '#ui/forms/text-input.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { Row, Stack } from '#ui/layout/stack.tsx';

export interface GiftDialogProps {
  readonly performer: Performer;
  readonly onClose: () => void;
}

/** What the creator's subscription costs as a gift, at the prices last loaded. */
function useGiftPrices({ monthlyPrice, yearlyPrice, bundles }: Performer) {
  const { maximumSubscriptionPrice } = useAppSelector(selectSettings);
  const bundle = (type: 'quarterly' | 'semiannual') =>
    bundles.find((each) => each.type === type)?.price ?? null;
  const prices = {
    monthly: monthlyPrice,
    quarterly: bundle('quarterly'),
    semiannual: bundle('semiannual'),
    yearly: yearlyPrice,
  };
  return giftPrices(prices, Math.round(maximumSubscriptionPrice * 100));
}

/** The link to send, after paying. */
function Bought({ gift, name, onClose }: { gift: Gift; name: string; onClose: () => void }) {
  const path = routes.gift(gift.code);
  return (
    <Stack>
      <p>
        Send this link to the person it’s for: {plural(gift.months, 'month')} of {name}. The first person to
        redeem it gets the gift.
      </p>
      <TextInput
        label="Gift link"
        readOnly
        value={toAbsoluteUrl(path)}
        onFocus={(event) => event.currentTarget.select()}
        hint={`If no one redeems it by ${formatDay(gift.expiresAt)}, your payment is refunded.`}
      />
      <Row justify="end">
        <ButtonLink href={routes.gifts} onClick={onClose}>
          Your gifts
        </ButtonLink>
        <Button variant="primary" onClick={() => void copyLink(path)}>
          Copy link
        </Button>
      </Row>
    </Stack>
  );
}

const Terms = () => (
  <p>
    Pay once. It doesn’t renew, and the recipient doesn’t need a card. Until it’s redeemed, you can cancel it
    for a full refund.
  </p>
);

function Buying({ performer: known, onBought }: { performer: Performer; onBought: (gift: Gift) => void }) {
  const { currency } = useAppSelector(selectSettings);
  const store = useAppStore();
  const [buy] = useWrite(buyGift);
  const [performer, setPerformer] = useState(known);
  const prices = useGiftPrices(performer);
  const [picked, setPicked] = useState('1');
  const [message, setMessage] = useState('');
  const reload = async () => {
    const now = await loadCreator(store, known._id, { force: true }).catch(() => null);
    if (now) setPerformer({ ...known, ...now });
  };
  const chosen = prices.find(({ months }) => String(months) === picked) ?? prices[0];
  const { amount, learn } = useExpectedPrice(chosen?.price ?? 0);
  if (!chosen) return <Notice>{performer.name} doesn’t offer a subscription yet.</Notice>;
  const price = formatMoney(amount, currency);
  return (
    <Stack>
      <Terms />
      <RadioCards
        label="How long?"
        name="months"
        options={prices.map(({ months, price: cents }) => ({
          value: String(months),
          label: plural(months, 'month'),
          aside: formatMoney(cents, currency),
        }))}
        value={String(chosen.months)}
        onChange={setPicked}
      />
      <TextArea
        label="Message"
        optional
        counted
        hint="Shown with the gift."
        maxLength={limits.gift.message}
        rows={2}
        value={message}
        onChange={(event) => setMessage(event.target.value)}
      />
      <PayByCard
        amount={amount}
        label={`Pay ${price}`}
        what={`${price} for ${plural(chosen.months, 'month')} of ${performer.name} as a gift`}
        subject={`gift/${performer._id}/${chosen.months}/${amount}/${message}`}
        pay={async ({ cardId, key, challengeAnswer }) => {
          try {
            const terms = { performerId: known._id, months: chosen.months, message, expectedPrice: amount };
            onBought(await buy({ key, body: { ...terms, cardId, challengeAnswer } }).unwrap());
          } catch (problem) {
            learn(problem);
            await reload();
            throw problem;
          }
        }}
        onPaid={() => {}}
      />
    </Stack>
  );
}

/** Buys months of a creator's subscription for someone else. */
export function GiftDialog({ performer, onClose }: GiftDialogProps) {
  const [gift, setGift] = useState<Gift | null>(null);
  return (
    <Dialog
      open
      onClose={onClose}
      title={gift ? 'Your gift is ready' : `Give a subscription to ${performer.name}`}
    >
      {gift ? (
        <Bought gift={gift} name={performer.name} onClose={onClose} />
      ) : (
        <Buying performer={performer} onBought={setGift} />
      )}
    </Dialog>
  );
}
