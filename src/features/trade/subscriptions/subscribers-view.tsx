import { Suspense, useState } from 'react';
import { routes } from '#config/routes.ts';
import type { Subscriber, SubscriberSort } from '#contract/trade/subscriptions.ts';
import { PinnedViews, pinnedViews } from '#components/base/lists/pinned-views.tsx';
import { useOwnZone, useToday } from '#components/base/ranges/own-zone.ts';
import { type QueryParams, useQueryParams } from '#components/base/lists/query-params.ts';
import { SearchBox } from '#components/base/lists/search-box.tsx';
import { useWriteTo } from '#components/talk/messages/use-write-to.ts';
import { listQuestion } from '#services/http/endpoints.ts';
import { type SubscriberFilter, listSubscribers } from '#services/trade/subscribers.ts';
import { useListQuestion } from '#state/query/hooks.ts';
import { DataTable } from '#ui/antd/data-table.tsx';
import type { SortOrder } from '#ui/antd/table-parts.ts';
import { ButtonLink } from '#ui/content/button-link.tsx';
import { ChipButton, ChipRow } from '#ui/content/chip.tsx';
import { PageHead } from '#ui/layout/page-head.tsx';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { Stack } from '#ui/layout/stack.tsx';
import { EmptyState } from '#ui/feedback/states.tsx';
import { subscriberColumns } from './subscriber-columns.tsx';
import { SubscriberCsv } from './subscriber-csv.tsx';
import { lazyPart } from '#ui/layout/lazy-part.ts';

const SubscriberNote = lazyPart(async () => (await import('./subscriber-note.tsx')).SubscriberNote);

type Kind = Pick<SubscriberFilter, 'state' | 'type'>;
const kinds: readonly { readonly label: string; readonly filter: Kind }[] = [
  { label: 'All', filter: {} },
  { label: 'Active', filter: { state: 'active' } },
  { label: 'Canceled', filter: { state: 'cancelled' } },
  { label: 'Payment failed', filter: { state: 'past_due' } },
  { label: 'Expired', filter: { state: 'expired' } },
  { label: 'Free', filter: { type: 'free' } },
];
const orders: readonly SortOrder<SubscriberSort>[] = [
  { value: 'newest', label: 'Newest first', column: 'since', order: 'descend' },
  { value: 'longest', label: 'Longest subscribed', column: 'since', order: 'ascend' },
  { value: 'spend', label: 'Highest earnings', column: 'spend', order: 'descend' },
];

/** Filter, search and order in the URL. */
function readFilter(get: QueryParams['get']) {
  const [state, type, q, sort] = [get('state'), get('type'), get('q'), get('sort')];
  const linked = kinds.findIndex(({ filter }) =>
    filter.state === undefined ? filter.type !== undefined && filter.type === type : filter.state === state,
  );
  const kind = Math.max(linked, 0);
  const chosen = orders.find(({ value }) => value === sort)?.value ?? 'newest';
  const filter: SubscriberFilter = { ...kinds[kind]?.filter, ...(q && { q }), sort: chosen };
  return { kind, q, sort: chosen, filter };
}

const subscribers = (filter: SubscriberFilter) => listQuestion(listSubscribers, { query: filter });

/** What the page asks first. */
export const subscriberQuestions = (get: QueryParams['get']) => [
  subscribers(readFilter(get).filter),
  pinnedViews('subscribers'),
];

/** The filter is kept in the URL, so that it survives a reload and can be linked to and pinned. */
function useFilter() {
  const { get, set } = useQueryParams();
  return {
    ...readFilter(get),
    choose: (next: number) => set({ state: '', type: '', ...kinds[next]?.filter }),
    search: (text: string) => set({ q: text }),
    order: (value: SubscriberSort) => set({ sort: value === 'newest' ? '' : value }),
  };
}

const Empty = ({ filtered }: { filtered: boolean }) =>
  filtered ? (
    <EmptyState compact title="No matching subscribers" text="Try another filter or search." />
  ) : (
    <EmptyState
      title="No subscribers yet"
      text="People who subscribe to you appear here. Public posts and offers help new fans find you."
      action={
        <ButtonLink href={routes.newPost} variant="primary">
          New post
        </ButtonLink>
      }
    />
  );

/** `/creator/subscribers`: subscribers with price, renewal, revenue and notes. */
export function SubscribersView() {
  const { kind, q, sort, filter, choose, search, order } = useFilter();
  const [noted, setNoted] = useState<Subscriber | null>(null);
  const write = useWriteTo();
  const today = useToday(useOwnZone());
  const query = useListQuestion(subscribers(filter));
  return (
    <Stack gap={24}>
      <PageHead title="Subscribers" unlisted />
      <PageHeader
        title="Subscribers"
        text="Each fan’s latest subscription."
        actions={<SubscriberCsv filter={filter} />}
      />
      <Stack gap={12}>
        <SearchBox
          value={q}
          onChange={search}
          label="Search your subscribers"
          placeholder="Name or username"
        />
        <ChipRow label="Filter">
          {kinds.map(({ label }, index) => (
            <ChipButton key={label} pressed={index === kind} onClick={() => choose(index)}>
              {label}
            </ChipButton>
          ))}
        </ChipRow>
        <PinnedViews list="subscribers" />
      </Stack>
      <DataTable
        name="subscribers"
        caption="Subscribers"
        rowHeight={64}
        columns={subscriberColumns({
          today,
          onNote: setNoted,
          onWrite: (subscriber) => void write(subscriber.user._id),
        })}
        query={query}
        sort={{ orders, value: sort, onChange: order }}
        empty={<Empty filtered={kind > 0 || q !== ''} />}
      />
      <Suspense fallback={null}>
        {noted ? <SubscriberNote subscriber={noted} onClose={() => setNoted(null)} /> : null}
      </Suspense>
    </Stack>
  );
}
