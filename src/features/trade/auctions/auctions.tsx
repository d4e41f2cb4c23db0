import Gavel from 'lucide-react/icons/gavel';
import { useRouter } from 'next/router';
import { routes } from '#config/routes.ts';
import { AuctionSkeleton, AuctionGrid } from '#components/trade/auctions/auction-grid.tsx';
import { SearchBox } from '#components/base/lists/search-box.tsx';
import { type InfinitePages, toInfinitePages } from '#components/base/lists/infinite-list.ts';
import type { ReplyOf } from '#contract/core/registry.ts';
import type { Auction } from '#contract/trade/auctions.ts';
import { type AuctionFilter, searchAuctions } from '#services/trade/auctions.ts';
import { useLiveBids } from '#state/auctions/use-live-bids.ts';
import { useSeededList } from '#state/query/use-seeded.ts';
import { ButtonLink } from '#ui/content/button-link.tsx';
import { ChipButton, ChipRow } from '#ui/content/chip.tsx';
import { PageHead } from '#ui/layout/page-head.tsx';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { Stack } from '#ui/layout/stack.tsx';
import { EmptyState, ErrorState } from '#ui/feedback/states.tsx';
import { VisuallyHidden } from '#ui/content/visually-hidden.tsx';

/** The filters of the list, kept in the URL. */
interface Shown {
  readonly state: 'live' | 'scheduled' | 'ended';
  readonly q: string;
}
const stateLabels: Readonly<Record<Shown['state'], string>> = {
  live: 'Live now',
  scheduled: 'Starting soon',
  ended: 'Ended',
};

export function parseFilters(address: Readonly<Record<string, string | string[] | undefined>>): Shown {
  const { state, q } = address;
  return {
    state: state === 'scheduled' || state === 'ended' ? state : 'live',
    q: typeof q === 'string' ? q.trim().slice(0, 100) : '',
  };
}

/** Auctions that end or start soonest come first; among ended ones, the newest. */
export const listQuery = ({ state, q }: Shown): AuctionFilter => ({
  state,
  sort: state === 'ended' ? 'newest' : 'ending',
  limit: 24,
  ...(q && { q }),
});

function List({ shown, list }: { shown: Shown; list: InfinitePages<Auction> }) {
  if (list.items.length === 0 && list.waiting) return <AuctionSkeleton />;
  if (list.error && list.items.length === 0) return <ErrorState text={list.error} onRetry={list.more} />;
  if (list.items.length > 0) return <AuctionGrid list={list} named priority={3} />;
  return shown.q || shown.state !== 'live' ? (
    <EmptyState
      icon={<Gavel size={28} />}
      title="No auctions found"
      text="Try another search, or see what’s live now."
      action={<ButtonLink href={routes.auctions}>Live auctions</ButtonLink>}
    />
  ) : (
    <EmptyState
      icon={<Gavel size={28} />}
      title="No live auctions"
      text="See what’s starting soon or how recent auctions ended."
      action={<ButtonLink href={`${routes.auctions}?state=scheduled`}>Starting soon</ButtonLink>}
    />
  );
}

interface AuctionsProps {
  readonly shown: Shown;
  /** The first page, if the server sent it. */
  readonly sent: ReplyOf<'GET /autions/search'> | undefined;
}

export function Auctions({ shown, sent }: AuctionsProps) {
  const router = useRouter();
  const query = useSeededList(searchAuctions, { query: listQuery(shown) }, sent);
  useLiveBids(query.isLive);
  const change = (next: Partial<Shown>) => {
    const query = Object.fromEntries(
      Object.entries({ ...shown, ...next }).filter(
        ([name, value]) => value && !(name === 'state' && value === 'live'),
      ),
    );
    void router.replace({ pathname: routes.auctions, query: query as Record<string, string> }, undefined, {
      shallow: true,
      scroll: false,
    });
  };
  return (
    <Stack gap={24}>
      <PageHead
        title="Auctions"
        description="Bid on items from creators: live now, starting soon and ended."
        canonical={routes.auctions}
      />
      <PageHeader title="Auctions" />
      <Stack gap={12}>
        <SearchBox
          label="Search auctions"
          placeholder="Search by item"
          value={shown.q}
          onChange={(q) => change({ q })}
        />
        <ChipRow label="Status">
          {(Object.keys(stateLabels) as Shown['state'][]).map((state) => (
            <ChipButton key={state} pressed={state === shown.state} onClick={() => change({ state })}>
              {stateLabels[state]}
            </ChipButton>
          ))}
        </ChipRow>
      </Stack>
      <div>
        <h2>
          <VisuallyHidden>{stateLabels[shown.state]}</VisuallyHidden>
        </h2>
        <List shown={shown} list={toInfinitePages(query)} />
      </div>
    </Stack>
  );
}
