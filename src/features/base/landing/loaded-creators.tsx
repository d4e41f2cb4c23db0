import { problemMessage } from '#lib/problem.ts';
import { randomPerformers, topPerformers } from '#services/people/creators.ts';
import { useRead } from '#state/query/hooks.ts';
import { listPromos } from '#services/base/site.ts';
import { ErrorState } from '#ui/feedback/states.tsx';
import { Creators, CreatorsSkeleton } from './creators.tsx';
import { shown, withoutTop } from './load-landing.ts';

/** Loads the same lists, if the page was rendered without them. */
export function LoadedCreators() {
  const top = useRead(topPerformers, { query: { limit: shown } });
  const random = useRead(randomPerformers, { query: { limit: 2 * shown } });
  const promos = useRead(listPromos);
  if (top.error && !top.data)
    return (
      <ErrorState text={problemMessage(top.error)} onRetry={() => void top.refetch()} busy={top.isFetching} />
    );
  if (!top.data || random.isLoading) return <CreatorsSkeleton />;
  // Optional lists that failed to load are omitted.
  return (
    <Creators
      top={top.data.data}
      random={withoutTop(random.data?.data ?? [], top.data.data)}
      promos={promos.data?.data ?? []}
    />
  );
}
