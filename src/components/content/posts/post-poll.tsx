import Check from 'lucide-react/icons/check';
import { useId, useState } from 'react';
import type { FormEvent } from 'react';
import type { Post } from '#contract/content/posts/posts.ts';
import { plural } from '#lib/format.ts';
import { timeLeft } from '#lib/format-time.ts';
import { Button } from '#ui/content/button.tsx';
import { cx } from '#ui/theme/class-names.ts';
import { useNow } from '#ui/content/relative-time.tsx';
import { Row } from '#ui/layout/stack.tsx';
import { VisuallyHidden } from '#ui/content/visually-hidden.tsx';
import { Form } from '#ui/forms/form.tsx';
import { type Poll, usePoll } from './use-poll.ts';
import styles from './post-poll.module.css';

const hiddenText = {
  always: '',
  afterVote: 'Results appear after you vote',
  afterEnd: 'Results appear when the poll ends',
} as const;

/** Share of all voters in whole percent. Polls with multiple answers can add up to more than 100. */
const toPercent = (votes: number | null, total: number | null): number | null =>
  votes === null || total === null ? null : total === 0 ? 0 : Math.round((votes / total) * 100);

function Words({ option, poll, own }: { option: Poll['options'][number]; poll: Poll; own: boolean }) {
  const percent = toPercent(option.votes, poll.total);
  return (
    <>
      {percent === null ? null : (
        <span className={styles.share} style={{ width: `${percent}%` }} aria-hidden="true" />
      )}
      <span dir="auto" className={styles.words}>
        {option.text}
      </span>
      <span className={styles.figure}>
        {own ? <Check size={16} role="img" aria-label="Your vote" /> : null}
        {percent === null ? null : `${percent}%`}
      </span>
    </>
  );
}

/** The results, as far as the viewer may see them. */
const Results = ({ poll }: { poll: Poll }) => (
  <ul className={styles.options}>
    {poll.options.map((option) => {
      const own = poll.ownVotes.includes(option._id);
      return (
        <li key={option._id} className={cx(styles.option, own && styles.own)}>
          <Words option={option} poll={poll} own={own} />
        </li>
      );
    })}
  </ul>
);

interface FormProps {
  readonly poll: Poll;
  readonly onVote: (optionIds: string[]) => void;
  /** Keeps the existing vote. Undefined if there is none yet. */
  readonly onCancel: (() => void) | undefined;
}

/** Radio buttons or checkboxes, depending on the poll. */
function Ballot({ poll, onVote, onCancel }: FormProps) {
  const name = useId();
  const [chosen, setChosen] = useState<readonly string[]>(poll.ownVotes);
  const choose = (id: string, on: boolean) =>
    setChosen(poll.multiple ? [...chosen.filter((each) => each !== id), ...(on ? [id] : [])] : [id]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (chosen.length > 0) onVote([...chosen]);
  };
  return (
    <Form onSubmit={submit} className={styles.form}>
      <fieldset className={styles.options}>
        <legend>
          <VisuallyHidden>
            {poll.question} {poll.multiple ? 'Choose one or more.' : 'Choose one.'}
          </VisuallyHidden>
        </legend>
        {poll.options.map((option) => (
          <label key={option._id} className={cx(styles.option, styles.choice)}>
            <input
              type={poll.multiple ? 'checkbox' : 'radio'}
              name={name}
              className={styles.input}
              checked={chosen.includes(option._id)}
              onChange={(event) => choose(option._id, event.target.checked)}
            />
            <Words option={option} poll={poll} own={false} />
          </label>
        ))}
      </fieldset>
      <Row>
        <Button type="submit" variant="soft" disabled={chosen.length === 0}>
          Vote
        </Button>
        {onCancel ? (
          <Button variant="quiet" onClick={onCancel}>
            Keep vote
          </Button>
        ) : null}
      </Row>
    </Form>
  );
}

/** How many people voted and when voting ends. */
function Facts({ poll, ended }: { poll: Poll; ended: boolean }) {
  const now = useNow();
  const left = poll.expiresAt === null ? null : timeLeft(poll.expiresAt, now);
  const isOver = ended || left === 'now';
  const facts = [
    poll.total === null ? hiddenText[poll.resultsVisible] : plural(poll.total, 'voter'),
    poll.multiple && !isOver ? 'Multiple choice' : '',
    isOver ? 'Ended' : left === null ? '' : `Ends in ${left}`,
  ].filter(Boolean);
  return (
    <span className={styles.note} suppressHydrationWarning>
      {facts.join(' · ')}
    </span>
  );
}

/**
 * Whether the poll is over by this device's clock. Only decides whether to offer voting; the server enforces
 * it.
 */
const useIsOver = ({ expiresAt }: Poll): boolean => {
  const now = useNow();
  return expiresAt !== null && new Date(expiresAt).getTime() <= now;
};

type PolledPost = Pick<Post, '_id' | 'access' | 'state'>;

/** Anyone with access may vote while the post is published, except its creator. */
const mayVote = ({ access, state }: PolledPost): boolean =>
  access.allowed && access.reason !== 'owner' && state === 'published';

const castTexts = {
  counted: 'Vote counted',
  waiting: 'Your vote will be sent when the connection is back',
  no: '',
} as const;

/** A poll. Votes can be changed until it ends; results appear as the poll's settings allow. */
export function PostPoll({ post, poll: record }: { post: PolledPost; poll: Poll }) {
  const { poll, ended, cast } = usePoll(post._id, record);
  const [changing, setChanging] = useState(false);
  const [said, setSaid] = useState('');
  const open = !useIsOver(poll) && !ended && mayVote(post);
  const voted = poll.ownVotes.length > 0;
  const isVoting = open && (changing || !voted);
  const give = async (optionIds: string[]) => {
    setChanging(false);
    setSaid(castTexts[await cast(optionIds)]);
  };
  return (
    <section className={styles.poll} aria-label={`Poll: ${poll.question}`}>
      <p dir="auto" className={styles.question}>
        {poll.question}
      </p>
      {isVoting ? (
        <Ballot
          poll={poll}
          onVote={(ids) => void give(ids)}
          onCancel={voted ? () => setChanging(false) : undefined}
        />
      ) : (
        <Results poll={poll} />
      )}
      <Row justify="between">
        <Facts poll={poll} ended={ended} />
        {open && voted && !changing ? (
          <Button variant="quiet" onClick={() => setChanging(true)}>
            Change vote
          </Button>
        ) : null}
      </Row>
      <VisuallyHidden role="status">{said}</VisuallyHidden>
    </section>
  );
}
