import { useState } from 'react';
import type { ReactNode } from 'react';
import type { Card } from '#contract/money/payments.ts';
import { cardText } from '#lib/card-text.ts';
import { RadioCards } from '#ui/forms/choice.tsx';
import { cardExpiry } from './card-expiry.ts';
import styles from './payment.module.css';

/** The id of a saved card, or `newCard`. */
export type CardPick = string;
export const newCard = 'new';

export interface CardChoiceProps {
  readonly cards: readonly Card[];
  readonly pick: CardPick;
  readonly onPick: (pick: CardPick) => void;
  /** The form for a new card. */
  readonly form: ReactNode;
  readonly disabled?: boolean;
}

/** Chooses between saved cards and a new one. */
export function CardChoice({ cards, pick, onPick, form, disabled }: CardChoiceProps) {
  const [now] = useState(() => new Date());
  const typing = pick === newCard;
  // Once opened, the form stays mounted but hidden, so that what was typed, even in the gateway's iframes,
  // survives choosing another card.
  const [opened, setOpened] = useState(typing);
  if (typing && !opened) setOpened(true);
  const options = [
    // Expired cards remain selectable, because banks may charge their replacement.
    ...cards.map((card) => ({
      value: card._id,
      label: cardText(card),
      hint: cardExpiry(card, now)?.text,
      disabled,
    })),
    { value: newCard, label: 'New card', disabled },
  ];
  return (
    <div className={styles.card}>
      {cards.length > 0 ? (
        <RadioCards label="Pay with" name="card" options={options} value={pick} onChange={onPick} />
      ) : null}
      {typing || opened ? <div hidden={!typing}>{form}</div> : null}
    </div>
  );
}
