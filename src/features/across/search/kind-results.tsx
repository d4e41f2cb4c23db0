import type { ReactNode } from 'react';
import type { SearchHit } from '#contract/across/search/search.ts';
import { formatNumber } from '#lib/format.ts';
import type { SearchItemKind, SearchPage } from '#services/across/search/search.ts';
import type { InfinitePages } from '#components/base/lists/infinite-list.ts';
import { MediaCardGrid, MediaItemSkeleton } from '#components/content/media-items/media-grid.tsx';
import { MediaItemRowSkeleton } from '#components/content/media-items/media-row.tsx';
import SearchX from 'lucide-react/icons/search-x';
import { ButtonLink } from '#ui/content/button-link.tsx';
import { EmptyState, ErrorState } from '#ui/feedback/states.tsx';
import { InfiniteList } from '#ui/layout/infinite-list.tsx';
import { VisuallyHidden } from '#ui/content/visually-hidden.tsx';
import { Corrected } from './corrected.tsx';
import { tabAddress } from './filters.ts';
import { HitCard, HitRow, isRow, coverRatio } from '#components/content/media-items/hits.tsx';
import styles from './search.module.css';

const singular: Readonly<Record<SearchItemKind, string>> = {
  post: 'post',
  video: 'video',
  gallery: 'gallery',
  product: 'product',
  auction: 'auction',
  stream: 'stream',
};
const plurals: Readonly<Record<SearchItemKind, string>> = {
  post: 'posts',
  video: 'videos',
  gallery: 'galleries',
  product: 'products',
  auction: 'auctions',
  stream: 'live and upcoming streams',
};

const countText = (kind: SearchItemKind, total: number, isCounted: boolean): string =>
  total === 1 ? `1 ${singular[kind]}` : `${formatNumber(total)}${isCounted ? '' : '+'} ${plurals[kind]}`;

const KindSkeleton = ({ kind, count = 6 }: { kind: SearchItemKind; count?: number }) =>
  isRow(kind) ? (
    <MediaItemRowSkeleton count={count} label={`Loading ${plurals[kind]}`} />
  ) : (
    <MediaItemSkeleton count={count} ratio={coverRatio(kind)} label={`Loading ${plurals[kind]}`} />
  );

/** Nothing of one kind. */
function NoneOfKind({ q, label }: { q: string; label: string }) {
  const what = label.toLowerCase();
  return q ? (
    <EmptyState
      icon={<SearchX size={28} />}
      title={`No ${what} for “${q}”`}
      text="Check the spelling, or search everything."
      action={<ButtonLink href={tabAddress(q, 'all')}>Search everything</ButtonLink>}
    />
  ) : (
    <EmptyState
      title={`No ${what} yet`}
      text="New ones show up here."
      action={<ButtonLink href={tabAddress('', 'creators')}>Browse creators</ButtonLink>}
    />
  );
}

/** Results of one kind, as far as they have loaded, and what replies say about them. */
export interface FoundOfKind
  extends InfinitePages<SearchHit>, Pick<SearchPage, 'corrected' | 'isCounted' | 'matches'> {}

export interface KindResultsProps {
  readonly q: string;
  readonly kind: SearchItemKind;
  readonly label: string;
  /** What results are sorted by; there is nothing to sort where there are none. */
  readonly orders: ReactNode;
  /** Null while the first page loads. */
  readonly list: FoundOfKind | null;
}

interface ItemsProps {
  readonly kind: SearchItemKind;
  readonly list: FoundOfKind;
  readonly found: ReadonlySet<string>;
}

function Items({ kind, list, found }: ItemsProps) {
  const skeleton = <KindSkeleton kind={kind} count={3} />;
  const label = plurals[kind];
  if (!isRow(kind))
    return (
      <MediaCardGrid list={list} label={label} skeleton={skeleton}>
        {(hit: SearchHit) => <HitCard hit={hit} found={found} />}
      </MediaCardGrid>
    );
  return (
    <InfiniteList
      items={list.items}
      getKey={({ _id }) => _id}
      hasMore={list.hasMore}
      loading={list.loading}
      onMore={list.more}
      error={list.error}
      skeleton={skeleton}
      estimate={97}
      gap={0}
      label={label}
    >
      {(hit) => <HitRow hit={hit} found={found} />}
    </InfiniteList>
  );
}

function Results({ q, kind, label, list }: Omit<KindResultsProps, 'orders'>) {
  if (!list) return <KindSkeleton kind={kind} />;
  if (list.items.length === 0 && list.error) return <ErrorState text={list.error} onRetry={list.more} />;
  if (list.items.length === 0) return <NoneOfKind q={q} label={label} />;
  const { corrected, isCounted, matches } = list;
  return (
    <>
      <Corrected corrected={corrected} q={q} />
      <p className={styles.count} role="status">
        {countText(kind, list.total, isCounted)}
      </p>
      <Items kind={kind} list={list} found={new Set(matches)} />
    </>
  );
}

/** Results of one kind, page by page. */
export function KindResults(props: KindResultsProps) {
  const { label, orders, list } = props;
  // Not after an error: the other order may load.
  const isEmpty = list?.items.length === 0 && !list.error;
  return (
    <div>
      {isEmpty ? null : (
        <h2>
          <VisuallyHidden>{label}</VisuallyHidden>
        </h2>
      )}
      {/* The same place while others load, so that the button that was pressed keeps the focus. */}
      {isEmpty ? null : orders}
      <Results {...props} />
    </div>
  );
}
