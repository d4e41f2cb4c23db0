import type { Stream } from '#contract/talk/streams/streams.ts';
import { formatNumber, formatTokens } from '#lib/format.ts';
import { Progress } from '#ui/feedback/progress.tsx';
import { Card } from '#ui/layout/card.tsx';
import styles from './stream.module.css';

/** How far the tips of the stream have come towards the creator's goal. */
export function GoalBar({ stream: { tipGoal, tipped } }: { stream: Pick<Stream, 'tipGoal' | 'tipped'> }) {
  if (!tipGoal) return null;
  const isReached = tipped >= tipGoal.tokens;
  return (
    <Card as="section" padding="tight" className={styles.goal} aria-label="Tip goal">
      <strong>{tipGoal.text || 'Tip goal'}</strong>
      <Progress label="Tip goal" percent={Math.min(100, (tipped / tipGoal.tokens) * 100)} />
      <span className={styles.muted} role="status">
        {isReached
          ? `Goal reached: ${formatTokens(tipped)}`
          : `${formatNumber(tipped)} of ${formatTokens(tipGoal.tokens)}`}
      </span>
    </Card>
  );
}
