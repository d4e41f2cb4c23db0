import type { Post } from '#contract/content/posts/posts.ts';
import { plural } from '#lib/format.ts';
import { Card } from '#ui/layout/card.tsx';
import { Section } from '#ui/layout/page-header.tsx';
import { Progress } from '#ui/feedback/progress.tsx';
import { Stack } from '#ui/layout/stack.tsx';
import styles from './studio.module.css';

/** Results of a poll for its creator, visible from the first vote. Votes are anonymous. */
export function PollResults({ poll }: { poll: NonNullable<Post['poll']> }) {
  const voters = poll.total ?? 0;
  if (voters === 0) return null;
  const toPercent = (votes: number | null): number => Math.round(((votes ?? 0) / voters) * 100);
  return (
    <Section
      title="Results"
      text={`${plural(voters, 'person', 'people')} voted${poll.multiple ? ' · Multiple answers allowed' : ''}.`}
    >
      <Card>
        <Stack gap={12}>
          {poll.options.map(({ _id, text, votes }) => (
            <div key={_id} className={styles.result}>
              <span>{text}</span>
              <span className={styles.figure}>
                {votes ?? 0} · {toPercent(votes)}%
              </span>
              <Progress label={text} percent={toPercent(votes)} />
            </div>
          ))}
        </Stack>
      </Card>
    </Section>
  );
}
