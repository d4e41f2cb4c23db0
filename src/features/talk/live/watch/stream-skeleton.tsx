import { SkeletonBlock, SkeletonPerson, SkeletonText, Skeleton } from '#ui/feedback/skeleton.tsx';
import styles from './stream.module.css';

export const StreamPageSkeleton = () => (
  <Skeleton label="Loading the stream">
    <div className={styles.page}>
      <div className={styles.lead}>
        <SkeletonBlock ratio={16 / 9} width="100%" />
        <SkeletonText lines={1} />
      </div>
      <div className={styles.side}>
        <SkeletonBlock height={480} width="100%" />
      </div>
      <div className={styles.rest}>
        <SkeletonText lines={1} />
        <SkeletonPerson />
      </div>
    </div>
  </Skeleton>
);
