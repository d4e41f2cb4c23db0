import { LazyClient } from '#components/base/lists/lazy-client.tsx';
import { PostSkeleton } from '#components/content/posts/post-skeleton.tsx';
import { lazyPart } from '#ui/layout/lazy-part.ts';
import { SkeletonBlock, SkeletonText, Skeleton } from '#ui/feedback/skeleton.tsx';
import { ProfileContent } from './profile-content.tsx';
import type { ProfileData } from './load-profile.ts';
import styles from './profile.module.css';

const ProfileSkeleton = () => (
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

/** Loads only if the server sent no data. */
const LoadedProfile = lazyPart(async () => (await import('./loaded-profile.tsx')).LoadedProfile);

/** `/[profileId]`: a creator by username or id. */
export function ProfileView({ performer, posts, streams }: Partial<ProfileData>) {
  if (performer && posts)
    return <ProfileContent key={performer._id} performer={performer} posts={posts} streams={streams} />;
  const skeleton = <ProfileSkeleton />;
  return (
    <LazyClient skeleton={skeleton}>
      <LoadedProfile skeleton={skeleton} />
    </LazyClient>
  );
}
