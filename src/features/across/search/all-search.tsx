import { useState } from 'react';
import type { SearchReply } from '#contract/across/search/search.ts';
import { LazyClient } from '#components/base/lists/lazy-client.tsx';
import { lazyPart } from '#ui/layout/lazy-part.ts';
import { AllResults } from './all-results.tsx';
import type { FoundAll } from './live-site.ts';
import { useAwake } from '#components/base/lists/use-awake.ts';

const LiveAll = lazyPart(async () => (await import('./live-site.ts')).LiveAll);

/** A few results of each kind: those that the server rendered, then those of the query. */
export function AllSearch({ q, given }: { q: string; given: SearchReply | undefined }) {
  const { isAwake } = useAwake(given !== undefined);
  const [found, setFound] = useState<FoundAll | null>(null);
  return (
    <>
      <AllResults q={q} found={found?.q === q ? found : null} first={given} before={found?.reply ?? null} />
      {isAwake ? (
        <LazyClient skeleton={null}>
          <LiveAll q={q} onFound={setFound} />
        </LazyClient>
      ) : null}
    </>
  );
}
