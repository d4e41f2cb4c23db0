import Gavel from 'lucide-react/icons/gavel';
import { useRouter } from 'next/router';
import { useState } from 'react';
import { routes } from '#config/routes.ts';
import { AuctionSkeleton, AuctionGrid } from '#components/trade/auctions/auction-grid.tsx';
import { LazyClient } from '#components/base/lists/lazy-client.tsx';
import { SearchBox } from '#components/base/lists/search-box.tsx';
import { useLive } from '#state/query/use-live.ts';
import { ButtonLink } from '#ui/content/button-link.tsx';
import { ChipButton, ChipRow } from '#ui/content/chip.tsx';
import { lazyPart } from '#ui/layout/lazy-part.ts';
import { PageHead } from '#ui/layout/page-head.tsx';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { Stack } from '#ui/layout/stack.tsx';
import { EmptyState, ErrorState } from '#ui/feedback/states.tsx';
import { VisuallyHidden } from '#ui/content/visually-hidden.tsx';
import type { Found } from './live-auctions.ts';
import { type AuctionsData, type Shown, shownOf, stateLabels } from './load-auctions.ts';

const LiveAuctions = lazyPart(async () => (await import('./live-auctions.ts')).LiveAuctions);

/**
 * The auctions rendered by the server, replaced by those of the query once something newer or a further page
 * is needed.
 */
function useFound(shown: Shown, first: AuctionsData['first'] | undefined) {
  const [live, begin] = useLive(first === undefined);
  const [known, setKnown] = useState<Found | null>(null);
  const hasMore = Boolean(first?.nextCursor);
  const early: Found = {
    ...shown,
    items: first?.data ?? [],
    hasMore,
    waiting: first === undefined,
    loading: live && hasMore,
    error: null,
    more: begin,
  };
  const found = known?.state === shown.state && known.q === shown.q ? known : early;
  return { found, live: live || first === undefined, setKnown };
}

function List({ shown, list }: { shown: Shown; list: Found }) {
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

/** `/auctions`: current, upcoming and ended auctions. The filters are kept in the URL. */
export function AuctionsView({ address, first }: Partial<AuctionsData>) {
  const router = useRouter();
  const shown = shownOf(router.query);
  const { found, live, setKnown } = useFound(
    shown,
    address === `${shown.state}/${shown.q}` ? first : undefined,
  );
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
        <List shown={shown} list={found} />
        {live ? (
          <LazyClient skeleton={null}>
            <LiveAuctions {...shown} onFound={setKnown} />
          </LazyClient>
        ) : null}
      </div>
    </Stack>
  );
}
