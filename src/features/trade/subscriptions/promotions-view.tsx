import { Suspense, useState } from 'react';
import { routes } from '#config/routes.ts';
import type { Promotion } from '#contract/trade/promotions.ts';
import { listQuestion } from '#services/http/endpoints.ts';
import { endPromotion, listPromotions } from '#services/trade/promotions.ts';
import { useListQuestion, useWrite } from '#state/query/hooks.ts';
import { selectAuthUser } from '#state/session/auth.ts';
import { useAppSelector } from '#state/hooks.ts';
import { DataTable } from '#ui/antd/data-table.tsx';
import { Button } from '#ui/content/button.tsx';
import { ConfirmAction } from '#components/base/lists/confirm-action.tsx';
import { PageHead } from '#ui/layout/page-head.tsx';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { lazyPart } from '#ui/layout/lazy-part.ts';
import { Stack } from '#ui/layout/stack.tsx';
import { EmptyState } from '#ui/feedback/states.tsx';
import { Tabs } from '#ui/layout/tabs.tsx';
import { promotionColumns, promotionName } from './promotion-columns.tsx';

const NewOffer = lazyPart(async () => (await import('./new-offer.tsx')).NewOffer);
const NewTrial = lazyPart(async () => (await import('./new-trial.tsx')).NewTrial);

type Kind = Promotion['kind'];
const promotions = (kind: Kind) => listQuestion(listPromotions, { query: { kind } });

/** What the page asks first. */
export const promotionQuestions = () => [promotions('percent')];

const tabs = [
  { key: 'percent', label: 'Offers' },
  { key: 'trial', label: 'Trial links' },
] as const;
const words = {
  percent: {
    caption: 'Offers',
    New: NewOffer,
    create: 'New offer',
    empty: 'No offers yet',
    text: 'Offer a discount on the first month or year. It appears on your profile, and fans pay full price after that.',
  },
  trial: {
    caption: 'Trial links',
    New: NewTrial,
    create: 'New trial link',
    empty: 'No trial links yet',
    text: 'Let anyone with the link try your subscription for a few days.',
  },
} as const;

/** Asks for confirmation. Fans who already used the offer keep it. */
function EndDialog({ promotion, onClose }: { promotion: Promotion; onClose: () => void }) {
  const [end] = useWrite(endPromotion);
  return (
    <ConfirmAction
      title={`End “${promotionName(promotion)}”?`}
      confirmLabel="End offer"
      cancelLabel="Keep offer"
      action={() => end({ params: { id: promotion._id } })}
      doneText="Offer ended"
      onClose={onClose}
    >
      No one new can use it. Fans who already have it keep it. This can’t be undone, but you can create
      another one.
    </ConfirmAction>
  );
}

/** `/creator/promotions`: discounts and trial links with their results. */
export function PromotionsView() {
  const user = useAppSelector(selectAuthUser);
  const [kind, setKind] = useState<Kind>('percent');
  const [making, setMaking] = useState(false);
  const [ending, setEnding] = useState<Promotion | null>(null);
  const query = useListQuestion(promotions(kind));
  const { caption, create, empty, text, New } = words[kind];
  const button = (
    <Button variant="primary" onClick={() => setMaking(true)}>
      {create}
    </Button>
  );
  return (
    <Stack gap={24}>
      <PageHead title="Offers" unlisted />
      <PageHeader title="Offers" text={text} actions={button} />
      <Tabs label="Type" items={tabs} value={kind} onChange={setKind}>
        <DataTable
          name="promotions"
          caption={caption}
          rowHeight={72}
          columns={promotionColumns({
            profile: user ? routes.profile(user.username || user._id) : '',
            onEnd: setEnding,
          })}
          query={query}
          empty={<EmptyState title={empty} text={text} />}
        />
      </Tabs>
      <Suspense fallback={null}>{making ? <New onClose={() => setMaking(false)} /> : null}</Suspense>
      {ending ? <EndDialog promotion={ending} onClose={() => setEnding(null)} /> : null}
    </Stack>
  );
}
