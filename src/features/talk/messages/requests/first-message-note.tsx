import { plural } from '#lib/format.ts';
import type { Tokens as Count } from '#lib/units.ts';
import { Tokens } from '#ui/content/money.tsx';
import styles from './requests.module.css';

/** Above the form for a first message that will wait as a request: what it costs, and what happens then. */
export function FirstMessageNote({
  name,
  price,
  answerDays,
}: {
  readonly name: string;
  readonly price: Count;
  readonly answerDays: number;
}) {
  const days = plural(answerDays, 'day');
  return (
    <p className={styles.note}>
      {price > 0 ? (
        <>
          Your first message to {name} costs <Tokens tokens={price} />. Refunded if {name} declines or doesn’t
          answer within {days}.
        </>
      ) : (
        <>
          Your first message to {name} is a request. You can write more once {name} accepts it.
        </>
      )}
    </p>
  );
}
