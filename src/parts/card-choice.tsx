import type { Card } from '#contract/payment';
import { RadioCards } from '#ui/choice';
import { CardForm } from './card-form.tsx';
import type { CardDraft, CardErrors } from './card-number.tsx';
import styles from './payment.module.css';

/** The id of a kept card, or a new one. */
export type CardPick = string;
export const newCard = 'new';

const brands: Readonly<Record<string, string>> = { visa: 'Visa', mastercard: 'Mastercard', amex: 'American Express', discover: 'Discover', diners: 'Diners Club', jcb: 'JCB', unionpay: 'UnionPay' };
const two = (value: number) => String(value).padStart(2, '0');

/** `Visa ending in 4242`. */
export const cardText = ({ brand, last4 }: Pick<Card, 'brand' | 'last4'>): string => `${brands[brand] ?? 'Card'} ending in ${last4}`;

export interface CardChoiceProps {
  readonly cards: readonly Card[];
  readonly pick: CardPick;
  readonly onPick: (pick: CardPick) => void;
  readonly draft: CardDraft;
  readonly onDraft: (draft: CardDraft) => void;
  readonly errors: CardErrors;
  readonly disabled?: boolean;
}

/** Which card pays: one that is kept, or a new one. */
export function CardChoice({ cards, pick, onPick, draft, onDraft, errors, disabled }: CardChoiceProps) {
  const options = [
    ...cards.map((card) => ({ value: card._id, label: cardText(card), hint: `Expires ${two(card.expMonth)} / ${two(card.expYear % 100)}`, disabled })),
    { value: newCard, label: 'Another card', disabled },
  ];
  return (
    <div className={styles.card}>
      {cards.length > 0 ? <RadioCards label="Pay with" name="card" options={options} value={pick} onChange={onPick} /> : null}
      {pick === newCard ? <CardForm value={draft} onChange={onDraft} errors={errors} disabled={disabled} /> : null}
    </div>
  );
}
