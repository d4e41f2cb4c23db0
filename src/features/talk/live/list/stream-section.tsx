import { type ReactNode, useEffect, useState } from 'react';
import { whenIdle } from '#lib/when-idle.ts';
import { LazyClient } from '#components/base/lists/lazy-client.tsx';
import { StreamCards, StreamCardsSkeleton } from '#components/talk/streams/stream-card.tsx';
import { Button } from '#ui/content/button.tsx';
import { ErrorState } from '#ui/feedback/states.tsx';
import { lazyPart } from '#ui/layout/lazy-part.ts';
import { Section } from '#ui/layout/page-header.tsx';
import type { Found } from './fresh-streams.ts';
import type { FirstPage, Kind } from './load-live.ts';

const FreshStreams = lazyPart(async () => (await import('./fresh-streams.ts')).FreshStreams);

/** The streams as the server rendered them, replaced by those of the query once it has loaded. */
function useFound(category: string, first: FirstPage | undefined) {
  const [awake, setAwake] = useState(first === undefined);
  const [known, setKnown] = useState<Found | null>(null);
  useEffect(() => whenIdle(() => setAwake(true), 2_000), []);
  const early: Found = {
    category,
    items: first?.data ?? [],
    hasMore: Boolean(first?.nextCursor),
    waiting: first === undefined,
    loading: false,
    error: null,
    more: () => setAwake(true),
  };
  return {
    found: known?.category === category ? known : early,
    awake: awake || first === undefined,
    setKnown,
  };
}

export interface StreamSectionProps {
  readonly kind: Kind;
  readonly title: string;
  readonly category: string;
  readonly first: FirstPage | undefined;
  /** Shown if there are none. */
  readonly empty: ReactNode;
}

function List({ found, empty }: { found: Found; empty: ReactNode }) {
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
export function StreamSection({ kind, title, category, first, empty }: StreamSectionProps) {
  const { found, awake, setKnown } = useFound(category, first);
  return (
    <Section title={title}>
      <List found={found} empty={empty} />
      {awake ? (
        <LazyClient skeleton={null}>
          <FreshStreams kind={kind} category={category} onFound={setKnown} />
        </LazyClient>
      ) : null}
    </Section>
  );
}
