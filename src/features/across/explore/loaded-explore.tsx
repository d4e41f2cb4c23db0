import { problemMessage } from '#lib/problem.ts';
import { getExplore } from '#services/across/search/explore.ts';
import { useRead } from '#state/query/hooks.ts';
import { ErrorState } from '#ui/feedback/states.tsx';
import { ExploreSections } from './explore-sections.tsx';
import { ExploreSkeleton } from './explore-skeleton.tsx';

/** Loads the same, if the page was rendered without it. */
export function LoadedExplore() {
  const { data, error, isFetching, refetch } = useRead(getExplore);
  if (data) return <ExploreSections explore={data} />;
  if (error && !isFetching) return <ErrorState text={problemMessage(error)} onRetry={() => void refetch()} />;
  return <ExploreSkeleton />;
}
