import { problemMessage } from '#lib/problem.ts';
import { useExploreQuery } from '#state/api/creators/creators.ts';
import { ErrorState } from '#ui/feedback/states.tsx';
import { ExploreSections } from './explore-sections.tsx';
import { ExploreSkeleton } from './explore-skeleton.tsx';

/** Loads the same, if the page was rendered without it. */
export function LoadedExplore() {
  const { data, error, isFetching, refetch } = useExploreQuery();
  if (data) return <ExploreSections explore={data} />;
  if (error && !isFetching) return <ErrorState text={problemMessage(error)} onRetry={() => void refetch()} />;
  return <ExploreSkeleton />;
}
