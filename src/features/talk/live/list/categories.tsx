import { ChipButton, ChipRow } from '#ui/content/chip.tsx';
import { SkeletonBlock, Skeleton } from '#ui/feedback/skeleton.tsx';
import styles from './list.module.css';
import type { Category } from './load-live.ts';

const most = 12;

export interface CategoriesProps {
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

export const CategoriesSkeleton = () => (
  <Skeleton label="Loading categories">
    <SkeletonBlock height={32} width="100%" />
  </Skeleton>
);
