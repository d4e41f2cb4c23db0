import { useState } from 'react';
import { routes } from '#config/routes.ts';
import type { Gift } from '#contract/trade/gifts.ts';
import { formatDay } from '#lib/format-time.ts';
import { formatMoney, plural } from '#lib/format.ts';
import { Person } from '#components/people/accounts/person.tsx';
import { copyLink } from '#components/content/community/share.ts';
import { PagedTable } from '#components/base/lists/paged-table.tsx';
import { RefusalNotice } from '#components/base/lists/refusal-notice.tsx';
import { listQuestion } from '#services/http/endpoints.ts';
import { listGifts, refundGift } from '#services/trade/gifts.ts';
import { useListQuestion, useWrite } from '#state/query/hooks.ts';
import { Button } from '#ui/content/button.tsx';
import { ButtonLink } from '#ui/content/button-link.tsx';
import { Chip } from '#ui/content/chip.tsx';
import { Money, useRate } from '#ui/content/money.tsx';
import { VisuallyHidden } from '#ui/content/visually-hidden.tsx';
import { PageHead } from '#ui/layout/page-head.tsx';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { Row, Stack } from '#ui/layout/stack.tsx';
import { EmptyState } from '#ui/feedback/states.tsx';
import { useMinutesAhead } from '#ui/hooks/use-hydrated.ts';
import type { Column } from '#ui/layout/table.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { toast } from '#ui/overlays/toast.ts';

const states = {
  open: { text: 'Not redeemed yet', tone: 'warning' },
  redeemed: { text: 'Redeemed', tone: 'success' },
  refunded: { text: 'Refunded', tone: 'neutral' },
} as const;

const gifts = listQuestion(listGifts, {});

/** What the page asks first. */
export const giftQuestions = () => [gifts];

function NextStep({ gift: { state, redeemedAt, expiresAt } }: { gift: Gift }) {
  const minutesAhead = useMinutesAhead();
  if (state === 'redeemed') return redeemedAt ? `On ${formatDay(redeemedAt, minutesAhead)}` : '–';
  return state === 'open'
    ? `Refunded if unused by ${formatDay(expiresAt, minutesAhead)}`
    : 'Returned to your card';
}

/** Cancels a gift. The link stops working, and the payment is refunded. */
function RefundDialog({ gift, onClose }: { gift: Gift; onClose: () => void }) {
  const { currency } = useRate();
  const [refund, { isLoading, error }] = useWrite(refundGift);
  const confirm = async () => {
    const { data } = await refund({ params: { id: gift._id } });
    if (!data) return;
    toast.success('The gift was canceled. Your payment is being refunded.');
    onClose();
  };
  return (
    <Dialog open onClose={onClose} title="Cancel this gift?" dismissible={!isLoading}>
      <Stack>
        <p>
          The link to {plural(gift.months, 'month')} of {gift.performer.name} stops working.{' '}
          {formatMoney(gift.price, currency)} is returned to your card, which can take up to ten days.
        </p>
        {error ? <RefusalNotice problem={error} /> : null}
        <Row justify="end">
          <Button onClick={onClose} disabled={isLoading}>
            Keep it
          </Button>
          <Button variant="danger" busy={isLoading} onClick={() => void confirm()}>
            Cancel gift
          </Button>
        </Row>
      </Stack>
    </Dialog>
  );
}

const columnsWith = (ask: (gift: Gift) => void): readonly Column<Gift>[] => [
  {
    key: 'who',
    title: 'Creator',
    main: true,
    cell: ({ performer }) => <Person person={performer} size={40} />,
  },
  { key: 'months', title: 'Length', cell: ({ months }) => plural(months, 'month') },
  { key: 'price', title: 'Paid', cell: ({ price }) => <Money cents={price} /> },
  {
    key: 'state',
    title: 'Status',
    cell: ({ state }) => <Chip tone={states[state].tone}>{states[state].text}</Chip>,
  },
  { key: 'next', title: 'When', cell: (gift) => <NextStep gift={gift} /> },
  {
    key: 'act',
    title: 'Actions',
    end: true,
    cell: (gift) =>
      gift.state === 'open' ? (
        <Row>
          <Button variant="soft" onClick={() => void copyLink(routes.gift(gift.code))}>
            Copy link<VisuallyHidden>: the gift of {gift.performer.name}</VisuallyHidden>
          </Button>
          <Button variant="quietDanger" onClick={() => ask(gift)}>
            Cancel<VisuallyHidden> the gift of {gift.performer.name}</VisuallyHidden>
          </Button>
        </Row>
      ) : null,
  },
];

/** `/user/gifts`: the gifts the viewer bought, with their links. */
export function GiftsView() {
  const [asked, setAsked] = useState<Gift | null>(null);
  const query = useListQuestion(gifts);
  return (
    <Stack gap={24}>
      <PageHead title="Gifts" unlisted />
      <PageHeader title="Gifts" text="Subscriptions you bought for others, with the links to send." />
      <PagedTable
        caption="Gifts"
        columns={columnsWith(setAsked)}
        query={query}
        empty={
          <EmptyState
            title="No gifts yet"
            text="You can give a subscription on any creator’s page."
            action={
              <ButtonLink href={routes.search} variant="primary">
                Find creators
              </ButtonLink>
            }
          />
        }
      />
      {asked ? <RefundDialog gift={asked} onClose={() => setAsked(null)} /> : null}
    </Stack>
  );
}
