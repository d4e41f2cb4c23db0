import { memo, useEffect } from 'react';
import type { Stream } from '#contract/talk/streams/streams.ts';
import { type InfinitePages, infiniteListOf } from '#components/base/lists/infinite-list.ts';
import { searchStreams } from '#services/talk/streams/streams.ts';
import { useList } from '#state/query/hooks.ts';
import '#state/streams/live-counts.ts';
import { type Kind, listQuery } from './load-live.ts';

/** The streams of a category, as far as they have loaded. */
export interface Found extends Pick<
  InfinitePages<Stream>,
  'items' | 'hasMore' | 'waiting' | 'loading' | 'error' | 'more'
> {
  readonly category: string;
}
export interface FreshStreamsProps {
  readonly kind: Kind;
  readonly category: string;
  readonly onFound: (found: Found) => void;
}

/** Visitors receive no events, and followers hear only of creators they follow. */
const everyMs = 30_000;

/** Loads the streams and keeps them up to date. Renders nothing. */
export const FreshStreams = memo(function FreshStreams({ kind, category, onFound }: FreshStreamsProps) {
  const query = useList(searchStreams, { query: listQuery(kind, category) }, { pollingInterval: everyMs });
  useEffect(() => {
    const now = infiniteListOf(query);
    if (now.known || now.error) onFound({ ...now, category });
  }, [category, query, onFound]);
  return null;
});
