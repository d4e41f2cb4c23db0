import { memo, useEffect } from 'react';
import type { SearchHit, SearchReply } from '#contract/across/search/search.ts';
import { problemMessage } from '#lib/problem.ts';
import {
  type SearchItemKind,
  type SearchPage,
  pageOfKind,
  searchSite,
} from '#services/across/search/search.ts';
import { type InfinitePages, infiniteListOf } from '#components/base/lists/infinite-list.ts';
import { type ItemOrder, kindQuery } from './filters.ts';
import { useList } from '#state/query/hooks.ts';

/** The results of all kinds for some words, or why there are none. */
export interface FoundAll {
  readonly q: string;
  readonly reply: SearchReply | null;
  readonly error: string | null;
  readonly retry: () => void;
}
export interface LiveAllProps {
  readonly q: string;
  readonly onFound: (found: FoundAll) => void;
}

/** Loads the results of all kinds. Renders nothing. */
export const LiveAll = memo(function LiveAll({ q, onFound }: LiveAllProps) {
  const { currentData, error, isFetching, refetch } = useList(searchSite, { query: q ? { q } : {} });
  useEffect(() => {
    const reply = currentData?.pages[0];
    if (reply) onFound({ q, reply, error: null, retry: () => undefined });
    else if (error && !isFetching)
      onFound({ q, reply: null, error: problemMessage(error), retry: () => void refetch() });
  }, [q, currentData, error, isFetching, refetch, onFound]);
  return null;
});

/** The results of one kind for some words, as far as they have loaded. */
export interface FoundKind extends InfinitePages<SearchHit> {
  readonly q: string;
  readonly kind: SearchItemKind;
  readonly order: ItemOrder;
  readonly about: Pick<SearchPage, 'corrected' | 'isCounted' | 'matches'>;
}
export interface LiveKindProps {
  readonly q: string;
  readonly kind: SearchItemKind;
  readonly order: ItemOrder;
  readonly onFound: (found: FoundKind) => void;
}

/** Loads the results of one kind, page by page. Renders nothing. */
export const LiveKind = memo(function LiveKind({ q, kind, order, onFound }: LiveKindProps) {
  const query = useList(searchSite, { query: kindQuery({ q, kind, order }) });
  useEffect(() => {
    const known = query.currentData?.pages.map(pageOfKind);
    const list = infiniteListOf({ ...query, currentData: known && { pages: known } });
    if (!list.known && !list.error) return;
    const pages = known ?? [];
    onFound({
      ...list,
      q,
      kind,
      order,
      about: {
        corrected: pages[0]?.corrected ?? null,
        isCounted: pages[0]?.isCounted ?? true,
        matches: pages.flatMap(({ matches }) => matches),
      },
    });
  }, [q, kind, order, query, onFound]);
  return null;
});
