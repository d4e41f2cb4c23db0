import { useState } from 'react';
import { routes } from '#config/routes';
import type { Subscription } from '#contract/payment';
import { formatDay } from '#lib/format-time';
import { PagedTable } from '#parts/paged-table';
import { Person } from '#parts/person';
import { useListSubscribersInfiniteQuery } from '#state/api-payment';
import { ButtonLink } from '#ui/button-link';
import { ChipButton, ChipRow } from '#ui/chip';
import { Money } from '#ui/money';
import { PageHead } from '#ui/page-head';
import { PageHeader } from '#ui/page-header';
import { Stack } from '#ui/stack';
import { EmptyState } from '#ui/states';
import type { Column } from '#ui/table';
import { SubscriptionState, nextStep, states } from './subscription-state.tsx';

const columns: readonly Column<Subscription>[] = [
  { key: 'who', title: 'Fan', main: true, cell: ({ user }) => <Person person={user} size={40} /> },
  { key: 'state', title: 'State', cell: ({ state }) => <SubscriptionState state={state} /> },
  { key: 'price', title: 'Pays', cell: ({ type, price }) => (type === 'free' ? 'Free' : <Money cents={price} />) },
  { key: 'since', title: 'Since', whole: true, cell: ({ startedAt }) => formatDay(startedAt) },
  { key: 'next', title: 'Next', cell: (row) => nextStep(row) },
];

/** `/creator/subscribers`: who subscribes, at which price, and whether it renews. */
export function SubscribersView() {
  const [state, setState] = useState<Subscription['state'] | undefined>(undefined);
  const query = useListSubscribersInfiniteQuery(state ? { state } : {});
  const empty = state ? <EmptyState compact title="None of this kind" /> : (
    <EmptyState title="No subscribers yet" text="Posts that people can see bring them to your page." action={<ButtonLink href={routes.newFeed} variant="primary">Write a post</ButtonLink>} />
  );
  return (
    <Stack gap={24}>
      <PageHead title="Subscribers" unlisted />
      <PageHeader title="Subscribers" />
      <ChipRow label="State">
        {states.map((each) => <ChipButton key={each.label} pressed={state === each.state} onClick={() => setState(each.state)}>{each.label}</ChipButton>)}
      </ChipRow>
      <PagedTable caption="Subscribers" columns={columns} query={query} empty={empty} />
    </Stack>
  );
}
