import type { ReactNode } from 'react';
import type { ReplyOf } from '#contract/core/registry.ts';
import type { Stream } from '#contract/talk/streams/streams.ts';
import { type InfinitePages, toInfinitePages } from '#components/base/lists/infinite-list.ts';
import { type StreamFilter, searchStreams } from '#services/talk/streams/streams.ts';
import { useBeginWhenIdle, usePolling } from '#state/query/use-live.ts';
import { useSeededList } from '#state/query/use-seeded.ts';
import { useLiveCounts } from '#state/streams/use-live-counts.ts';
import { StreamCards, StreamCardsSkeleton } from '#components/talk/streams/stream-card.tsx';
import { Button } from '#ui/content/button.tsx';
import { ErrorState } from '#ui/feedback/states.tsx';
import { Section } from '#ui/layout/page-header.tsx';

type Kind = 'live' | 'scheduled';
type Page = ReplyOf<'GET /streaming/user/search'>;

/** Visitors receive no events, and followers hear only of creators they follow. */
const everyMs = 30_000;

export const listQuery = (state: Kind, category: string): StreamFilter => ({
  state,
  limit: 24,
  ...(category && { category }),
});

export interface StreamSectionProps {
  readonly kind: Kind;
  readonly title: string;
  readonly category: string;
  /** The first page, if the server sent it. */
  readonly sent: Page | undefined;
  /** Shown if there are none. */
  readonly empty: ReactNode;
}

function List({ found, empty }: { found: InfinitePages<Stream>; empty: ReactNode }) {
  const { items, waiting, error, more, hasMore, loading } = found;
  if (items.length === 0 && waiting) return <StreamCardsSkeleton />;
  if (items.length === 0 && error) return <ErrorState level={3} compact text={error} onRetry={more} />;
  if (items.length === 0) return empty;
  return (
    <>
      <StreamCards streams={items} />
      {error ? <ErrorState level={3} compact text={error} onRetry={more} /> : null}
      {hasMore && !error ? (
        <div>
          <Button busy={loading} onClick={more}>
            Show more
          </Button>
        </div>
      ) : null}
    </>
  );
}

/** The live or the scheduled streams of a category. */
export function StreamSection({ kind, title, category, sent, empty }: StreamSectionProps) {
  const query = useSeededList(searchStreams, { query: listQuery(kind, category) }, sent);
  useBeginWhenIdle(query.begin);
  usePolling(query.refetch, query.isLive ? everyMs : 0);
  useLiveCounts(query.isLive);
  return (
    <Section title={title}>
      <List found={toInfinitePages(query)} empty={empty} />
    </Section>
  );
}
