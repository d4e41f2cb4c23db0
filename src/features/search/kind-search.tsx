import { useState } from 'react';
import type { SearchReply } from '#contract/search/search.ts';
import { type SearchItemKind, pageOfKind } from '#state/api/search/replies.ts';
import { LazyClient } from '#components/lists/lazy-client.tsx';
import { lazyPart } from '#ui/layout/lazy-part.ts';
import { KindResults } from './kind-results.tsx';
import type { FoundKind } from './live-site.ts';
import { useAwake } from '#components/lists/use-awake.ts';

const LiveKind = lazyPart(async () => (await import('./live-site.ts')).LiveKind);

export interface KindSearchProps {
  readonly q: string;
  readonly kind: SearchItemKind;
  readonly label: string;
  readonly given: SearchReply | undefined;
}

/** The results of one kind. */
export function KindSearch({ q, kind, label, given }: KindSearchProps) {
  const { isAwake, wake } = useAwake(given !== undefined);
  const [found, setFound] = useState<FoundKind | null>(null);
  return (
    <>
      <KindResults
        {...{ q, kind, label }}
        found={found?.q === q && found.kind === kind ? found : null}
        first={given && pageOfKind(given)}
        onMore={wake}
      />
      {isAwake ? (
        <LazyClient skeleton={null}>
          <LiveKind q={q} kind={kind} onFound={setFound} />
        </LazyClient>
      ) : null}
    </>
  );
}
