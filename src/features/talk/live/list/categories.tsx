import { ChipButton, ChipRow } from '#ui/content/chip.tsx';
import { SkeletonBlock, Skeleton } from '#ui/feedback/skeleton.tsx';
import styles from './list.module.css';
import type { ReplyOf } from '#contract/core/registry.ts';
import { LoadedView } from '#components/base/lists/loaded-view.tsx';
import { listCategories } from '#services/people/creators.ts';
import { useSeeded } from '#state/query/use-seeded.ts';

export type Category = ReplyOf<'GET /performers/categories'>['data'][number];

const most = 12;

interface CategoriesProps {
  readonly categories: readonly Category[];
  readonly value: string;
  readonly onChange: (category: string) => void;
}
/** A category from the URL that isn't among the first ones is shown too, so that it can be removed. */
export function Categories({ categories, value, onChange }: CategoriesProps) {
  const few = categories.slice(0, most).map(({ name }) => name);
  const names = value && !few.includes(value) ? [value, ...few] : few;
  if (names.length === 0) return null;
  return (
    <ChipRow label="Category">
      <ChipButton pressed={value === ''} onClick={() => onChange('')}>
        All
      </ChipButton>
      {names.map((name) => (
        <ChipButton
          key={name}
          className={styles.category}
          pressed={name === value}
          onClick={() => onChange(name === value ? '' : name)}
        >
          {name}
        </ChipButton>
      ))}
    </ChipRow>
  );
}

const CategoriesSkeleton = () => (
  <Skeleton label="Loading categories">
    <SkeletonBlock height={32} width="100%" />
  </Skeleton>
);

/** The categories, if the page was rendered without them. */
export function FetchedCategories(props: Omit<CategoriesProps, 'categories'>) {
  const request = useSeeded(listCategories, {}, undefined);
  return (
    <LoadedView request={request} skeleton={<CategoriesSkeleton />} level={3}>
      {({ data }) => <Categories {...props} categories={data} />}
    </LoadedView>
  );
}
