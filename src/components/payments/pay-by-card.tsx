import { useEffect, useRef, useState } from 'react';
import type { FormEvent, ReactNode } from 'react';
import type { SavedCard } from '#contract/payments.ts';
import { Button } from '#ui/content/button.tsx';
import { SkeletonBlock, Skeleton } from '#ui/feedback/skeleton.tsx';
import { ErrorState } from '#ui/feedback/states.tsx';
import { useAddCardMutation, useListCardsQuery, useRemoveCardMutation } from '#state/api/payments.ts';
import { BankDialog } from '../payouts/bank-dialog.tsx';
import { CardChoice, newCard } from './card-choice.tsx';
import { useCardGateway } from './new-card.tsx';
import { RefusalNotice } from '../lists/refusal-notice.tsx';
import { type CardAttempt, useCardPayment } from './use-card-payment.ts';
import styles from './payment.module.css';

export interface PayByCardProps {
  /** Button label, such as "Pay $9.99". */
  readonly label: string;
  /** Shown in the bank confirmation: "$9.99 for a month of Mira". */
  readonly what: string;
  /** Identifies the purchase. A different value starts a new idempotent payment. */
  readonly about: string;
  readonly pay: (attempt: CardAttempt) => Promise<void>;
  readonly onPaid: () => void;
  /** Shown between the card and the button. */
  readonly children?: ReactNode;
  /** Returns the reason why payment isn't possible yet, shown when the user tries to pay. */
  readonly refuse?: () => string | null;
  /** Picks the preselected card; defaults to the default card. */
  readonly prefers?: ((card: SavedCard) => boolean) | undefined;
}

function useCards(prefers: PayByCardProps['prefers']) {
  const { data, isLoading, error, refetch } = useListCardsQuery();
  const cards = [...(data?.data ?? [])].sort((a, b) => Number(b.isDefault) - Number(a.isDefault));
  const [picked, setPicked] = useState<string | null>(null);
  // If a refetch fails, the loaded cards and typed details remain.
  return {
    cards,
    isLoading,
    isError: error !== undefined && !data,
    refetch,
    pick: picked ?? (prefers && cards.find(prefers)?._id) ?? cards[0]?._id ?? newCard,
    setPicked,
  };
}

/** The gateway's form, and the payment that first saves what was typed there. */
function usePayment(options: Pick<PayByCardProps, 'about' | 'pay' | 'onPaid'>) {
  const { provider, newCard: typed, isTest, askBank } = useCardGateway();
  const [addCard] = useAddCardMutation();
  const [removeCard] = useRemoveCardMutation();
  const payment = useCardPayment({
    ...options,
    askBank,
    forgetCard: (cardId) => {
      typed.forget();
      return removeCard(cardId);
    },
    saveCard: async (token, challengeAnswer) =>
      (await addCard({ provider, body: { token, challengeAnswer } }).unwrap())._id,
  });
  return { typed, payment, isTest };
}

/**
 * Focuses an invalid field outside the card form, such as the amount, so that screen readers read its error.
 */
function useFocusOnRefusal() {
  const form = useRef<HTMLFormElement>(null);
  const [refusals, setRefusals] = useState(0);
  useEffect(() => {
    if (refusals === 0) return;
    const wrong =
      form.current?.closest('dialog')?.querySelectorAll<HTMLElement>('[aria-invalid="true"]') ?? [];
    // An unselected card form stays mounted but hidden.
    [...wrong].find((field) => !field.closest('[hidden]'))?.focus();
  }, [refusals]);
  return { form, refused: () => setRefusals((before) => before + 1) };
}

/**
 * Selects a card, pays, handles the bank's confirmation and shows why a payment failed. What was typed
 * remains after a failure.
 */
export function PayByCard({ label, what, about, pay, onPaid, children, refuse, prefers }: PayByCardProps) {
  const { cards, isLoading, isError, refetch, pick, setPicked } = useCards(prefers);
  const { typed, payment, isTest } = usePayment({ about, pay, onPaid });
  const { form, refused } = useFocusOnRefusal();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (payment.busy) return;
    if (refuse?.()) return refused();
    // Pin the selection: a card saved during the payment must not replace the form.
    setPicked(pick);
    if (pick !== newCard) void payment.start({ cardId: pick });
    else if (typed.check()) void payment.start(async () => ({ token: await typed.token() }));
  };
  if (isLoading)
    return (
      <Skeleton label="Loading your cards">
        <div className={styles.card}>
          <SkeletonBlock height={120} />
          <SkeletonBlock height={44} />
        </div>
      </Skeleton>
    );
  if (isError)
    return <ErrorState compact level={3} title="Your cards didn’t load" onRetry={() => void refetch()} />;
  return (
    <form ref={form} className={styles.through} onSubmit={submit} noValidate>
      <CardChoice
        cards={cards}
        pick={pick}
        onPick={setPicked}
        form={typed.form(payment.busy)}
        disabled={payment.busy}
      />
      {isTest && pick !== newCard ? (
        <p className={styles.note}>This is a test site. No real money is charged.</p>
      ) : null}
      {children}
      {payment.problem ? <RefusalNotice problem={payment.problem} /> : null}
      <Button type="submit" variant="primary" large block busy={payment.busy} className={styles.pay}>
        {label}
      </Button>
      <BankDialog
        open={payment.asked}
        what={what}
        onAnswer={(answer) => void payment.answer(answer)}
        onClose={payment.dismiss}
      />
    </form>
  );
}
