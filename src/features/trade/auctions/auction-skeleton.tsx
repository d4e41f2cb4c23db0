import { SkeletonBlock, SkeletonPerson, SkeletonText, Skeleton } from '#ui/feedback/skeleton.tsx';
import styles from './auction.module.css';

export const AuctionPageSkeleton = () => (
  <Skeleton label="Loading the auction">
    <div className={styles.page}>
      <div className={styles.media}>
        <SkeletonBlock ratio={4 / 3} width="100%" />
      </div>
      <div className={styles.side}>
        <SkeletonText lines={2} />
        <SkeletonPerson />
        <SkeletonBlock height={320} width="100%" />
      </div>
      <div className={styles.below}>
        <SkeletonText lines={4} />
      </div>
    </div>
  </Skeleton>
);
