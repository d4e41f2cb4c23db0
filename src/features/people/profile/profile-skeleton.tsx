import { PostSkeleton } from '#components/content/posts/post-skeleton.tsx';
import { SkeletonBlock, SkeletonText, Skeleton } from '#ui/feedback/skeleton.tsx';
import styles from './profile.module.css';

export const ProfileSkeleton = () => (
  <div className={styles.page}>
    <Skeleton label="Loading profile" className={styles.header}>
      <SkeletonBlock ratio={3} width="100%" className={styles.cover} />
      <div className={styles.who}>
        <SkeletonText lines={4} />
      </div>
    </Skeleton>
    <PostSkeleton />
  </div>
);
