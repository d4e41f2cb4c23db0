import type { PerformerRow } from '#contract/people/creators.ts';
import { SkeletonBlock, SkeletonText, Skeleton } from '#ui/feedback/skeleton.tsx';
import { CreatorCard, type CreatorCardProps } from './creator-card.tsx';
import styles from './creator-card.module.css';

/** Creators in a responsive grid. */
export const CreatorGrid = ({
  creators,
  priority = false,
  mark,
}: {
  readonly creators: readonly PerformerRow[];
  readonly mark?: CreatorCardProps['mark'];
  /** The grid is at the top of a page. On a phone only its first cover is in sight, so the others don't hold it up. */
  readonly priority?: boolean;
}) => (
  <ul className={styles.grid}>
    {creators.map((creator, at) => (
      <li key={creator._id} className={styles.cell}>
        <CreatorCard creator={creator} priority={priority && at === 0} mark={mark} />
      </li>
    ))}
  </ul>
);

const SkeletonCreator = () => (
  <div
    className={styles.card}
    style={{ border: '1px solid var(--border)', borderRadius: 'var(--radius-card)' }}
  >
    <SkeletonBlock ratio={3} width="100%" />
    <div className={styles.boneBody}>
      <SkeletonBlock width={120} height={24} />
      <SkeletonText lines={3} />
    </div>
  </div>
);

export const CreatorGridSkeleton = ({ count = 6 }: { count?: number }) => (
  <Skeleton label="Loading creators">
    <div className={styles.grid}>
      {Array.from({ length: count }, (_, at) => (
        <SkeletonCreator key={at} />
      ))}
    </div>
  </Skeleton>
);
