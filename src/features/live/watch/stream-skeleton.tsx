import { SkeletonBlock, SkeletonPerson, SkeletonText, Skeleton } from '#ui/feedback/skeleton.tsx';
import styles from './stream.module.css';

export const StreamPageSkeleton = () => (
  <Skeleton label="Loading the stream">
    <div className={styles.page}>
      <div className={styles.main}>
        <SkeletonBlock ratio={16 / 9} width="100%" />
        <SkeletonText lines={2} />
        <SkeletonPerson />
      </div>
      <div className={styles.side}>
        <SkeletonBlock height={480} width="100%" />
      </div>
    </div>
  </Skeleton>
);
