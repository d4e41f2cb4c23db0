import { RelativeTime } from './relative-time.tsx';
import styles from './timeline.module.css';

export interface TimelineEvent {
  readonly what: string;
  /** ISO 8601. */
  readonly at: string;
  /** In somebody's own words; empty for none. */
  readonly note: string;
}

/**
 * What happened, one after the other; the last is what holds now. Nothing is ever put in between, so a place
 * is as good as a key.
 */
export const Timeline = ({ events }: { events: readonly TimelineEvent[] }) => (
  <ol className={styles.timeline}>
    {events.map(({ what, at, note }, place) => (
      <li key={place} className={styles.event}>
        <span className={styles.what}>{what}</span> <RelativeTime iso={at} className={styles.when ?? ''} />
        {note ? <p className={styles.note}>{note}</p> : null}
      </li>
    ))}
  </ol>
);
