import type { Cents } from '#lib/units.ts';
import type { Receipt } from '#contract/money/payments.ts';
import { cardText } from '#lib/card-text.ts';
import { formatMoney } from '#lib/format.ts';
import { formatUtcDay } from '#lib/format-time.ts';
import { Chip, type ChipTone } from '#ui/content/chip.tsx';
import styles from './receipt.module.css';

const states: Readonly<Record<Receipt['state'], { readonly tone: ChipTone; readonly word: string }>> = {
  paid: { tone: 'success', word: 'Paid' },
  refunded: { tone: 'neutral', word: 'Refunded' },
  disputed: { tone: 'warning', word: 'Disputed' },
  returned: { tone: 'neutral', word: 'Charged back' },
};

const sinceLabels: Readonly<
  Record<Exclude<Receipt['state'], 'paid'>, (money: string, card: string) => string>
> = {
  refunded: (money, card) => `${money} were refunded to ${card} on`,
  disputed: () => 'The cardholder’s bank opened a dispute about this payment on',
  returned: (money, card) => `The cardholder’s bank returned ${money} to ${card} on`,
};

/** In UTC, so that a receipt shows the same date everywhere. */
const day = (iso: string) => <time dateTime={iso}>{formatUtcDay(new Date(iso))}</time>;

/** What happened to the payment since, such as a refund. */
function Since({ receipt: { state, stateAt, card, total, currency } }: { receipt: Receipt }) {
  if (state === 'paid' || !stateAt) return null;
  return (
    <p className={styles.since}>
      {sinceLabels[state](formatMoney(total, currency), cardText(card))} {day(stateAt)}.
    </p>
  );
}

const Party = ({ title, name, email }: { title: string; name: string; email: string | null }) => (
  <div>
    <dt>{title}</dt>
    <dd className={styles.name}>{name}</dd>
    {email ? <dd>{email}</dd> : null}
  </div>
);

function Lines({ lines, total, currency }: Pick<Receipt, 'lines' | 'total' | 'currency'>) {
  const money = (cents: Cents) => formatMoney(cents, currency);
  return (
    <table className={styles.lines}>
      <caption className={styles.caption}>Items</caption>
      <thead>
        <tr>
          <th scope="col">Description</th>
          <th scope="col">Amount</th>
        </tr>
      </thead>
      <tbody>
        {lines.map(({ text, amount, tokens }, at) => (
          <tr key={at}>
            <td>{text}</td>
            <td>{amount === 0 && tokens > 0 ? 'Free' : money(amount)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">Total, {currency}</th>
          <td>{money(total)}</td>
        </tr>
      </tfoot>
    </table>
  );
}

/** A printable receipt: one page, black on white. */
export function ReceiptPrint({ receipt }: { receipt: Receipt }) {
  const { number, paidAt, seller, buyer, card, paidUntil, state } = receipt;
  return (
    <article aria-label={`Receipt ${number}`} className={styles.paper}>
      <header className={styles.head}>
        <div>
          <p className={styles.seller}>{seller.name}</p>
          <h2 className={styles.number}>
            Receipt <span className={styles.code}>{number}</span>
          </h2>
        </div>
        <Chip tone={states[state].tone} className={styles.state}>
          {states[state].word}
        </Chip>
      </header>
      <Since receipt={receipt} />
      <dl className={styles.facts}>
        <Party title="Paid to" {...seller} />
        <Party title="Paid by" {...buyer} />
        <div>
          <dt>Date</dt>
          <dd>{day(paidAt)}</dd>
        </div>
        <div>
          <dt>Card</dt>
          <dd>{cardText(card)}</dd>
        </div>
        {paidUntil ? (
          <div>
            <dt>Paid until</dt>
            <dd>{day(paidUntil)}</dd>
          </div>
        ) : null}
      </dl>
      <Lines {...receipt} />
    </article>
  );
}
