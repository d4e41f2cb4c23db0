import { Bone, BonePerson, BoneText, Skeleton } from '#ui/feedback/skeleton.tsx';
import styles from './auction.module.css';

/** The page of an auction on its way. */
export const AuctionPageSkeleton = () => (
  <Skeleton label="Loading the auction">
    <div className={styles.page}>
      <div className={styles.media}>
        <Bone ratio={4 / 3} width="100%" />
      </div>
      <div className={styles.side}>
        <BoneText lines={2} />
        <BonePerson />
        <Bone height={320} width="100%" />
      </div>
      <div className={styles.below}>
        <BoneText lines={4} />
      </div>
    </div>
  </Skeleton>
);
