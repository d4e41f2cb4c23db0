import { CreatorGridSkeleton } from '#components/people/creators/creator-grid.tsx';
import { SkeletonBlock, Skeleton } from '#ui/feedback/skeleton.tsx';
import styles from './explore.module.css';

export const ExploreSkeleton = () => (
  <div className={styles.sections}>
    <Skeleton label="Loading categories">
      <SkeletonBlock height={96} width="100%" />
    </Skeleton>
    <CreatorGridSkeleton />
  </div>
);
