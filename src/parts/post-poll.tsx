import Check from 'lucide-react/icons/check';
import type { Feed } from '#contract/feeds';
import { plural } from '#lib/format';
import { timeLeft } from '#lib/format-time';
import { cx } from '#ui/class-names';
import { useNow } from '#ui/relative-time';
import styles from './post-card.module.css';

type Poll = NonNullable<Feed['poll']>;

const hiddenText = { always: '', afterVote: 'Results aren’t shown yet', afterEnd: 'Results show when the poll ends' } as const;

/** Of all votes, whole percent; several answers may be given, so the sum can pass a hundred. */
const percentOf = (votes: number | null, total: number | null): number | null =>
  votes === null || total === null ? null : total === 0 ? 0 : Math.round((votes / total) * 100);

function Option({ option, poll }: { option: Poll['options'][number]; poll: Poll }) {
  const percent = percentOf(option.votes, poll.total);
  const own = poll.ownVotes.includes(option._id);
  return (
    <li className={cx(styles.option, own && styles.own)}>
      {percent === null ? null : <span className={styles.share} style={{ width: `${percent}%` }} aria-hidden="true" />}
      <span>{option.text}</span>
      <span className={styles.figure}>
        {own ? <Check size={16} role="img" aria-label="Your vote" /> : null}
        {percent === null ? null : `${percent}%`}
      </span>
    </li>
  );
}

/** A poll's question, answers and, where they may be seen, results. */
export function PostPoll({ poll }: { poll: Poll }) {
  const now = useNow();
  const left = poll.expiresAt === null ? null : timeLeft(poll.expiresAt, now);
  const facts = [
    poll.total === null ? hiddenText[poll.resultsVisible] : plural(poll.total, 'vote'),
    left === null ? '' : left === 'now' ? 'Ended' : `Ends in ${left}`,
  ].filter(Boolean);
  return (
    <section className={styles.poll} aria-label={`Poll: ${poll.question}`}>
      <p className={styles.question}>{poll.question}</p>
      <ul className={styles.poll} style={{ padding: 0, border: 0 }}>
        {poll.options.map((option) => <Option key={option._id} option={option} poll={poll} />)}
      </ul>
      <p className={styles.note} suppressHydrationWarning>{facts.join(' · ')}</p>
    </section>
  );
}
