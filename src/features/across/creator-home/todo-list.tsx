import { plural } from '#lib/format.ts';
import { TimeAhead } from '#components/trade/payouts/payout-time.tsx';
import type { CreatorHome } from '#services/money/earnings.ts';
import { Link } from '#ui/content/link.tsx';
import { SectionCard } from '#ui/layout/section-card.tsx';
import styles from './creator-home.module.css';

type Todo = CreatorHome['todo'][number];

/** The server stops counting here. */
const most = 100;
const many = (count: number, one: string, more = `${one}s`) =>
  count >= most ? `${most - 1}+ ${more}` : plural(count, one, more);

const labels: Readonly<Record<Todo['kind'], (todo: Todo) => string>> = {
  documents: ({ deadline }) => (deadline ? 'Renew your identity document' : 'Send your identity document'),
  orders_to_accept: ({ count }) => `${many(count, 'order')} to accept`,
  orders_to_ship: ({ count }) => `${many(count, 'order')} to ship`,
  order_problems: ({ count }) => `${many(count, 'order problem')} to answer`,
  message_requests: ({ count }) => `${many(count, 'message request')} to answer`,
  failed_payments: ({ count }) => many(count, 'subscriber’s payment failed', 'subscribers’ payments failed'),
  payout_method: () => 'Set up your payout method',
  messages: ({ count }) => `${many(count, 'conversation')} to answer`,
};
/** What the deadline is. */
const untilWords: Readonly<Partial<Record<Todo['kind'], string>>> = {
  documents: 'It expires on',
  failed_payments: 'Next retry on',
};
const hints: Readonly<Partial<Record<Todo['kind'], string>>> = {
  documents: 'You can publish once you’re approved.',
  payout_method: 'Payouts start once this is done.',
};

/** What waits for the creator, the nearest deadline first. */
export const TodoList = ({ todo }: Pick<CreatorHome, 'todo'>) => (
  <SectionCard title="To do">
    {todo.length === 0 ? (
      <p>Nothing is waiting for you.</p>
    ) : (
      <ul className={styles.list}>
        {todo.map((each) => (
          <li key={each.kind} className={styles.line}>
            <span className={styles.words}>
              <Link href={each.href}>{labels[each.kind](each)}</Link>
              {each.deadline ? (
                <span className={styles.hint}>
                  {untilWords[each.kind] ?? 'By'} <TimeAhead iso={each.deadline} />
                </span>
              ) : hints[each.kind] ? (
                <span className={styles.hint}>{hints[each.kind]}</span>
              ) : null}
            </span>
          </li>
        ))}
      </ul>
    )}
  </SectionCard>
);
