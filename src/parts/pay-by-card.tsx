import { useEffect, useRef, useState } from 'react';
import type { FormEvent, ReactNode } from 'react';
import { Button } from '#ui/button';
import { Notice } from '#ui/notice';
import { Bone, Skeleton } from '#ui/skeleton';
import { ErrorState } from '#ui/states';
import { useAddCardMutation, useListCardsQuery, useRemoveCardMutation } from '#state/api-payment';
import { BankDialog } from './bank-dialog.tsx';
import { CardChoice, newCard } from './card-choice.tsx';
import { type CardErrors, cardErrors, emptyCard, sandboxToken } from './card-number.tsx';
import { type CardAttempt, useCardPayment } from './use-card-payment.tsx';
import styles from './payment.module.css';

export interface PayByCardProps {
  /** On the button: "Pay $9.99". */
  readonly label: string;
  /** In the bank's question: "$9.99 for a month of Mira". */
  readonly what: string;
  /** Names what is bought; another one is another intent. */
  readonly about: string;
  readonly pay: (attempt: CardAttempt) => Promise<void>;
  readonly onPaid: () => void;
  /** Between the card and the button. */
  readonly children?: ReactNode;
  /** Why it can't be paid yet, said when the person tries. */
  readonly refuse?: () => string | null;
}

function useCards() {
  const { data, isLoading, isError, refetch } = useListCardsQuery();
  const cards = [...(data?.data ?? [])].sort((a, b) => Number(b.isDefault) - Number(a.isDefault));
  const [picked, setPicked] = useState<string | null>(null);
  return { cards, isLoading, isError, refetch, pick: picked ?? cards[0]?._id ?? newCard, setPicked };
}

/** The first field that is wrong takes focus, so that its sentence is read. */
function useFocusOnError(errors: CardErrors) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (Object.keys(errors).length > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [errors]);
  return form;
}

/** Chooses a card, pays, lets the bank ask, and says why it refused; what was typed stays. */
export function PayByCard({ label, what, about, pay, onPaid, children, refuse }: PayByCardProps) {
  const { cards, isLoading, isError, refetch, pick, setPicked } = useCards();
  const [draft, setDraft] = useState(emptyCard);
  const [errors, setErrors] = useState<CardErrors>({});
  const [addCard] = useAddCardMutation();
  const [removeCard] = useRemoveCardMutation();
  const form = useFocusOnError(errors);
  const payment = useCardPayment({
    about,
    pay,
    onPaid,
    forgetCard: removeCard,
    saveCard: async (token, challengeAnswer) => (await addCard({ provider: 'sandbox', body: { token, challengeAnswer } }).unwrap())._id,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (payment.busy || refuse?.()) return;
    const found = pick === newCard ? cardErrors(draft, new Date()) : {};
    setErrors(found);
    // A card that is kept on the way must not take the form's place.
    setPicked(pick);
    if (Object.keys(found).length === 0) void payment.start(pick === newCard ? { token: sandboxToken(draft) } : { cardId: pick });
  };
  if (isLoading) return <Skeleton label="Loading your cards"><div className={styles.card}><Bone height={120} /><Bone height={44} /></div></Skeleton>;
  if (isError) return <ErrorState compact level={3} title="Your cards didn’t load" onRetry={() => void refetch()} />;
  return (
    <form ref={form} className={styles.stack} onSubmit={submit} noValidate>
      <CardChoice cards={cards} pick={pick} onPick={setPicked} draft={draft} onDraft={setDraft} errors={errors} disabled={payment.busy} />
      {children}
      {payment.problem ? <Notice tone="danger" announce>{payment.problem}</Notice> : null}
      <Button type="submit" variant="primary" large block busy={payment.busy}>{label}</Button>
      <BankDialog open={payment.asked} what={what} onAnswer={(answer) => void payment.answer(answer)} onClose={payment.dismiss} />
    </form>
  );
}
