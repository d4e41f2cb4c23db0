import Mail from 'lucide-react/icons/mail';
import X from 'lucide-react/icons/x';
import { routes } from '#config/routes.ts';
import { formatUtcDay, isUtcDay } from '#lib/utc-days.ts';
import { momentsIn, utc } from '#lib/zone-days.ts';
import { Person } from '#components/people/accounts/person.tsx';
import { type QueryParams, useQueryParams } from '#components/base/lists/query-params.ts';
import { OwnTime } from '#components/base/ranges/own-time.tsx';
import { useOwnZone } from '#components/base/ranges/own-zone.ts';
import { SearchBox } from '#components/base/lists/search-box.tsx';
import { useWriteTo } from '#components/talk/messages/use-write-to.ts';
import { type Follower, listFollowers } from '#services/content/follows.ts';
import { listQuestion } from '#services/http/endpoints.ts';
import { useListQuestion } from '#state/query/hooks.ts';
import { DataTable } from '#ui/antd/data-table.tsx';
import { Button } from '#ui/content/button.tsx';
import { ButtonLink } from '#ui/content/button-link.tsx';
import { ChipButton, ChipRow } from '#ui/content/chip.tsx';
import { EmptyState } from '#ui/feedback/states.tsx';
import { PageHead } from '#ui/layout/page-head.tsx';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { Stack } from '#ui/layout/stack.tsx';
import type { Column } from '#ui/layout/table.tsx';

interface Days {
  readonly from: string;
  readonly to: string;
}

interface Filter {
  readonly q: string;
  /** The days that a figure elsewhere counted; null for all time. */
  readonly days: Days | null;
}

function readFilter(get: QueryParams['get']): Filter {
  const [q, from, to] = [get('q'), get('from'), get('to')];
  return { q, days: isUtcDay(from) && isUtcDay(to) && from <= to ? { from, to } : null };
}

const followers = ({ q, days }: Filter, zone: string) =>
  listQuestion(listFollowers, { query: { ...(q && { q }), ...(days && momentsIn(zone, days)) } });

/** What the page asks first. Followers of certain days depend on the account's time zone, which the browser knows. */
export const followerQuestions = (get: QueryParams['get']) => {
  const filter = readFilter(get);
  return filter.days ? [] : [followers(filter, utc)];
};

/** The filter is kept in the URL. */
function useFilter() {
  const params = useQueryParams();
  return {
    ...readFilter(params.get),
    search: (text: string) => params.set({ q: text }),
    clearDays: () => params.set({ from: '', to: '' }),
    showAll: () => params.set({ q: '', from: '', to: '' }),
  };
}

const formatRange = ({ from, to }: Days): string =>
  from === to ? formatUtcDay(from) : `${formatUtcDay(from)} to ${formatUtcDay(to)}`;

const buildColumns = (onWrite: (follower: Follower) => void): readonly Column<Follower>[] => [
  { key: 'who', title: 'Follower', main: true, cell: (follower) => <Person person={follower} size={40} /> },
  {
    key: 'since',
    title: 'Following since',
    whole: true,
    cell: ({ followedAt }) => <OwnTime iso={followedAt} />,
  },
  {
    key: 'write',
    title: 'Message',
    menu: true,
    end: true,
    cell: (follower) => (
      <Button
        variant="quiet"
        icon={<Mail size={18} aria-hidden="true" />}
        aria-label={`Message ${follower.name}`}
        onClick={() => onWrite(follower)}
      >
        Message
      </Button>
    ),
  },
];

const Nobody = ({ narrowed, onClear }: { narrowed: boolean; onClear: () => void }) =>
  narrowed ? (
    <EmptyState
      compact
      title="No matching followers"
      text="People who unfollow you aren’t listed."
      action={<Button onClick={onClear}>Show all followers</Button>}
    />
  ) : (
    <EmptyState
      title="No followers yet"
      text="People who follow you appear here. Public posts help them find you."
      action={
        <ButtonLink href={routes.newPost} variant="primary">
          New post
        </ButtonLink>
      }
    />
  );

/** `/creator/followers`: the creator's followers, newest first; `from` and `to` keep those of some days. */
export function FollowersView() {
  const { q, days, search, clearDays, showAll } = useFilter();
  const zone = useOwnZone();
  const write = useWriteTo();
  const query = useListQuestion(followers({ q, days }, zone));
  return (
    <Stack gap={24}>
      <PageHead title="Followers" unlisted />
      <PageHeader title="Followers" text="People who see your posts on their home page, newest first." />
      <Stack gap={12}>
        <SearchBox value={q} onChange={search} label="Search your followers" placeholder="Name or username" />
        {days ? (
          <ChipRow label="Filters">
            <ChipButton pressed aria-label={`Remove filter: ${formatRange(days)}`} onClick={clearDays}>
              {formatRange(days)} <X size={14} aria-hidden="true" />
            </ChipButton>
          </ChipRow>
        ) : null}
      </Stack>
      <DataTable
        name="followers"
        caption="Followers"
        rowHeight={64}
        columns={buildColumns((follower) => void write(follower._id))}
        query={query}
        empty={<Nobody narrowed={days !== null || q !== ''} onClear={showAll} />}
      />
    </Stack>
  );
}
