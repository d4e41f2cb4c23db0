import { useState } from 'react';
import type { ReactNode } from 'react';
import type { Card } from '#contract/payments.ts';
import { cardText } from '#lib/card-text.ts';
import { RadioCards } from '#ui/forms/choice.tsx';
import { cardExpiry } from './card-expiry.ts';
import styles from './payment.module.css';

/** The id of a kept card, or a new one. */
export type CardPick = string;
export const newCard = 'new';

export interface CardChoiceProps {
  readonly cards: readonly Card[];
  readonly pick: CardPick;
  readonly onPick: (pick: CardPick) => void;
  /** What a new card is typed into. */
  readonly form: ReactNode;
  readonly disabled?: boolean;
}

/** Which card pays: one that is kept, or a new one. */
export function CardChoice({ cards, pick, onPick, form, disabled }: CardChoiceProps) {
  const [now] = useState(() => new Date());
  const typing = pick === newCard;
  // Once opened it stays, out of sight: what is half typed there, in the gateway's own frames too, is there
  // again on coming back.
  const [opened, setOpened] = useState(typing);
  if (typing && !opened) setOpened(true);
  const options = [
    // One that has run out by its date can be tried: banks go on with the one that took its place.
    ...cards.map((card) => ({
      value: card._id,
      label: cardText(card),
      hint: cardExpiry(card, now).text,
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
