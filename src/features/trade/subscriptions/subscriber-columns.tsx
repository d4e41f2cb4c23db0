import Mail from 'lucide-react/icons/mail';
import NotebookPen from 'lucide-react/icons/notebook-pen';
import ReceiptText from 'lucide-react/icons/receipt-text';
import { routes } from '#config/routes.ts';
import type { Subscriber } from '#contract/trade/subscriptions.ts';
import { plural } from '#lib/format.ts';
import { formatDay } from '#lib/format-time.ts';
import { isPaid } from '#lib/plans/bundles.ts';
import { everyPeriod, planLabels } from '#lib/plans/words.ts';
import { Person } from '#components/people/accounts/person.tsx';
import { Menu } from '#ui/overlays/menu.tsx';
import { Money } from '#ui/content/money.tsx';
import { useMinutesAhead } from '#ui/hooks/use-hydrated.ts';
import type { Column } from '#ui/layout/table.tsx';
import { NextStep } from '#components/trade/subscriptions/next-step-text.tsx';
import { SubscriptionState } from './subscription-state.tsx';
import styles from './subscribers.module.css';

/**
 * "30% off the first period", "7 free days via trial link", or empty if the subscription started without an
 * offer.
 */
export const offerText = ({ offer }: Pick<Subscriber, 'offer'>): string =>
  !offer
    ? ''
    : offer.kind === 'trial'
      ? `${plural(offer.days ?? 0, 'free day')} via trial link`
      : `${offer.percent ?? 0}% off the first period`;

/** Whether the subscription renews automatically; a dash once it has expired. */
export const renewalText = ({ state, renews }: Pick<Subscriber, 'state' | 'renews'>): string =>
  state === 'expired' ? '–' : renews ? 'On' : 'Off';

/** Earlier than any payment on the site. */
const beginning = '2020-01-01';
/** Link to the creator's earnings from one fan, from the first payment until today. */
const paymentsPath = (fanId: string, today: string) =>
  `${routes.earnings}?from=${beginning}&to=${today}&fan=${fanId}`;

const Pays = ({ subscriber }: { subscriber: Subscriber }) => (
  <>
    {!isPaid(subscriber.type) ? (
      planLabels[subscriber.type]
    ) : (
      <>
        <Money cents={subscriber.price} />
        {everyPeriod[subscriber.type]}
      </>
    )}
    {subscriber.offer ? <p className={styles.aside}>{offerText(subscriber)}</p> : null}
  </>
);

const Since = ({ subscriber: { startedAt } }: { subscriber: Subscriber }) =>
  formatDay(startedAt, useMinutesAhead());

const Standing = ({ subscriber: { state, cancelReason } }: { subscriber: Subscriber }) => (
  <>
    <SubscriptionState state={state} />
    {cancelReason ? <p className={styles.note}>“{cancelReason}”</p> : null}
  </>
);

export interface SubscriberActs {
  /** Today in the creator's zone. */
  readonly today: string;
  readonly onNote: (subscriber: Subscriber) => void;
  readonly onWrite: (subscriber: Subscriber) => void;
}

/** A subscriber: fan, start, price, next payment, revenue, and the creator's note. */
export const subscriberColumns = ({
  onNote,
  onWrite,
  today,
}: SubscriberActs): readonly Column<Subscriber>[] => [
  { key: 'who', title: 'Fan', main: true, cell: ({ user }) => <Person person={user} size={40} /> },
  { key: 'state', title: 'Status', cell: (row) => <Standing subscriber={row} /> },
  { key: 'price', title: 'Pays', cell: (row) => <Pays subscriber={row} /> },
  { key: 'since', title: 'Since', whole: true, from: 760, cell: (row) => <Since subscriber={row} /> },
  { key: 'renewal', title: 'Renewal', from: 1000, cell: renewalText },
  { key: 'next', title: 'Next payment', from: 760, cell: (row) => <NextStep subscription={row} /> },
  { key: 'spend', title: 'Earned', end: true, cell: ({ spend }) => <Money cents={spend} /> },
  {
    key: 'note',
    title: 'Note',
    cell: ({ note }) => (note ? <span className={styles.note}>{note}</span> : '–'),
  },
  {
    key: 'more',
    title: 'More',
    end: true,
    menu: true,
    cell: (row) => (
      <Menu
        label={`More options for ${row.user.name}`}
        items={[
          {
            label: row.note ? 'Edit note' : 'Add note',
            icon: <NotebookPen />,
            onSelect: () => onNote(row),
          },
          { label: 'Send message', icon: <Mail />, onSelect: () => onWrite(row) },
          { label: 'View payments', icon: <ReceiptText />, href: paymentsPath(row.user._id, today) },
        ]}
      />
    ),
  },
];
