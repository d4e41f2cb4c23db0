import type { ReactNode } from 'react';
import { RelativeTime } from './relative-time.tsx';
import styles from './timeline.module.css';

export interface TimelineEvent {
  readonly what: string;
  /** ISO 8601. */
  readonly at: string;
  /** The person's own words; empty if none. */
  readonly note: string;
  /** Below the words, such as photos. */
  readonly more?: ReactNode;
}

/**
 * Events in chronological order; the last one is the current state. Indexes are safe as keys because events
 * are only ever appended.
 */
export const Timeline = ({ events }: { events: readonly TimelineEvent[] }) => (
  <ol className={styles.timeline}>
    {events.map(({ what, at, note, more }, place) => (
      <li key={place} className={styles.event}>
        <span className={styles.what}>{what}</span> <RelativeTime iso={at} className={styles.when ?? ''} />
        {note ? <p className={styles.note}>{note}</p> : null}
        {more}
      </li>
    ))}
  </ol>
);
