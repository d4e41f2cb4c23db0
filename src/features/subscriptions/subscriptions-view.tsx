import { useState } from 'react';
import { routes } from '#config/routes';
import type { Subscription } from '#contract/payment';
import { problemMessage } from '#lib/problem';
import { formatDay } from '#lib/format-time';
import { PagedTable } from '#parts/paged-table';
import { Person } from '#parts/person';
import { useCancelSubscriptionMutation, useListSubscriptionsInfiniteQuery } from '#state/api-payment';
import { Button } from '#ui/button';
import { ButtonLink } from '#ui/button-link';
import { ChipButton, ChipRow } from '#ui/chip';
import { ConfirmDialog } from '#ui/confirm-dialog';
import { Money } from '#ui/money';
import { PageHead } from '#ui/page-head';
import { PageHeader } from '#ui/page-header';
import { Stack } from '#ui/stack';
import { EmptyState } from '#ui/states';
import type { Column } from '#ui/table';
import { toast } from '#ui/toast';
import { VisuallyHidden } from '#ui/visually-hidden';
import { SubscriptionState, nextStep, states } from './subscription-state.tsx';

const every = { free: '', monthly: ' a month', yearly: ' a year' } as const;

const columnsWith = (onCancel: (subscription: Subscription) => void): readonly Column<Subscription>[] => [
  { key: 'who', title: 'Creator', main: true, cell: ({ performer }) => <Person person={performer} size={40} /> },
  { key: 'state', title: 'State', cell: ({ state }) => <SubscriptionState state={state} /> },
  { key: 'price', title: 'Price', cell: ({ type, price }) => (type === 'free' ? 'Free' : <><Money cents={price} />{every[type]}</>) },
  { key: 'next', title: 'Next', cell: (row) => nextStep(row) },
  {
    key: 'act', title: 'Action', end: true,
    cell: (row) => (row.renews ? <Button variant="quietDanger" onClick={() => onCancel(row)}>Cancel<VisuallyHidden> the subscription to {row.performer.name}</VisuallyHidden></Button> : '–'),
  },
];

function CancelDialog({ subscription, onClose }: { subscription: Subscription; onClose: () => void }) {
  const [cancel, cancelling] = useCancelSubscriptionMutation();
  const until = subscription.periodEnd ? formatDay(subscription.periodEnd) : '';
  const confirm = async () => {
    const result = await cancel({ provider: 'sandbox', id: subscription._id });
    if (result.error) toast.error(problemMessage(result.error));
    else toast.success(`Cancelled. You can read everything until ${until}.`);
    onClose();
  };
  return (
    <ConfirmDialog
      open
      title={`Cancel the subscription to ${subscription.performer.name}?`}
      text={`It doesn’t renew. You keep access until ${until}.`}
      confirmLabel="Cancel the subscription"
      cancelLabel="Keep it"
      busy={cancelling.isLoading}
      onConfirm={() => void confirm()}
      onClose={onClose}
    />
  );
}

/** `/user/subscriptions`: each with its state, its next date and what can be done. */
export function SubscriptionsView() {
  const [state, setState] = useState<Subscription['state'] | undefined>(undefined);
  const [asked, setAsked] = useState<Subscription | null>(null);
  const query = useListSubscriptionsInfiniteQuery(state ? { state } : {});
  const empty = state ? (
    <EmptyState compact title="None of this kind" />
  ) : (
    <EmptyState title="You subscribe to nobody yet" text="A subscription opens a creator’s posts for subscribers." action={<ButtonLink href={routes.search} variant="primary">Find a creator</ButtonLink>} />
  );
  return (
    <Stack gap={24}>
      <PageHead title="Subscriptions" unlisted />
      <PageHeader title="Subscriptions" />
      <ChipRow label="State">
        {states.map((each) => <ChipButton key={each.label} pressed={state === each.state} onClick={() => setState(each.state)}>{each.label}</ChipButton>)}
      </ChipRow>
      <PagedTable caption="Subscriptions" columns={columnsWith(setAsked)} query={query} empty={empty} />
      {asked ? <CancelDialog subscription={asked} onClose={() => setAsked(null)} /> : null}
    </Stack>
  );
}
