import { routes } from '#config/routes.ts';
import type { Stream } from '#contract/talk/streams/streams.ts';
import { Avatar } from '#ui/content/avatar.tsx';
import { Chip } from '#ui/content/chip.tsx';
import { useRate } from '#ui/content/money.tsx';
import { SkeletonBlock, SkeletonText, Skeleton } from '#ui/feedback/skeleton.tsx';
import { CardLink, LinkCard } from '#ui/layout/link-card.tsx';
import { PersonName } from '../../people/accounts/person.tsx';
import { ReminderButton } from './reminder-button.tsx';
import styles from './stream-card.module.css';
import { formatTerms, isOnAir, viewersText } from './stream-texts.ts';
import { StreamCountdown, StreamState } from './stream-time.tsx';

export interface StreamCardProps {
  readonly stream: Stream;
  readonly priority?: boolean;
}

/** A stream in a list. The whole card is a link. */
export function StreamCard({ stream, priority }: StreamCardProps) {
  const { _id, title, performer, state, viewers } = stream;
  const rate = useRate();
  return (
    <LinkCard padding="none" className={styles.card} aria-label={title}>
      <div className={styles.picture}>
        <Avatar src={performer.avatar} size={96} live={isOnAir(stream)} priority={priority} />
        <span className={styles.marks}>
          <StreamState state={state} />
        </span>
      </div>
      <div className={styles.body}>
        <h3 className={styles.title}>
          <CardLink href={routes.stream(_id)}>{title}</CardLink>
        </h3>
        <span className={styles.by}>
          <PersonName person={performer} />
        </span>
        {isOnAir(stream) ? <span className={styles.fact}>{viewersText(viewers)}</span> : null}
        {state === 'scheduled' ? <StreamCountdown stream={stream} className={styles.fact} /> : null}
        <span className={styles.chips}>
          {formatTerms(stream, rate).map((term) => (
            <Chip key={term}>{term}</Chip>
          ))}
        </span>
        {state === 'scheduled' ? <ReminderButton stream={stream} className={styles.remind} /> : null}
      </div>
    </LinkCard>
  );
}

export const StreamCardsSkeleton = ({ count = 3 }: { count?: number }) => (
  <Skeleton label="Loading streams">
    <div className={styles.grid}>
      {Array.from({ length: count }, (_, at) => (
        <div
          key={at}
          className={styles.card}
          style={{ border: '1px solid var(--border)', borderRadius: 'var(--radius-card)' }}
        >
          <SkeletonBlock ratio={16 / 9} width="100%" />
          <div className={styles.body}>
            <SkeletonText lines={3} />
          </div>
        </div>
      ))}
    </div>
  </Skeleton>
);

/** Streams in a grid. */
export const StreamCards = ({ streams }: { streams: readonly Stream[] }) => (
  <ul className={styles.grid}>
    {streams.map((stream, at) => (
      <li key={stream._id} className={styles.cell}>
        <StreamCard stream={stream} priority={at < 3} />
      </li>
    ))}
  </ul>
);
