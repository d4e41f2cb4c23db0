import { problemMessage } from '#lib/problem.ts';
import { listCategories } from '#services/people/creators.ts';
import { useRead } from '#state/query/hooks.ts';
import { ErrorState } from '#ui/feedback/states.tsx';
import { Categories, type CategoriesProps, CategoriesSkeleton } from './categories.tsx';

/** The categories, if the page was rendered without them. */
export function LoadedCategories(props: Omit<CategoriesProps, 'categories'>) {
  const { data, error, isFetching, refetch } = useRead(listCategories);
  if (data) return <Categories {...props} categories={data.data} />;
  if (!error) return <CategoriesSkeleton />;
  return (
    <ErrorState
      level={3}
      compact
      text={problemMessage(error)}
      busy={isFetching}
      onRetry={() => void refetch()}
    />
  );
}
