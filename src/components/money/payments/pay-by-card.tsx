import { useRef, useState } from 'react';
import type { FormEvent, ReactNode } from 'react';
import type { Cents } from '#lib/units.ts';
import type { SavedCard } from '#contract/money/payments.ts';
import { Button } from '#ui/content/button.tsx';
import { SkeletonBlock, Skeleton } from '#ui/feedback/skeleton.tsx';
import { ErrorState } from '#ui/feedback/states.tsx';
import { Form } from '#ui/forms/form.tsx';
import { useRefusals } from '#ui/forms/form-fields.ts';
import { addCard, listCards, removeCard } from '#services/money/payments.ts';
import { useRead, useWrite } from '#state/query/hooks.ts';
import { BankDialog } from '../../trade/payouts/bank-dialog.tsx';
import { CardChoice, newCard } from './card-choice.tsx';
import { useCardGateway } from './new-card.tsx';
import { RefusalNotice } from '../../base/lists/refusal-notice.tsx';
import { type CardAttempt, useCardPayment } from './use-card-payment.ts';
import styles from './payment.module.css';

export interface PayByCardProps {
  /** What is charged now, in cents; null if the card is only saved. Wallets show it. */
  readonly amount: Cents | null;
  /** Button label, such as "Pay $9.99". */
  readonly label: string;
  /** Shown in the bank confirmation: "$9.99 for a month of Mira". */
  readonly what: string;
  /** Identifies the purchase. A different value starts a new idempotent payment. */
  readonly subject: string;
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
  const { data, isLoading, error, refetch } = useRead(listCards);
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
function usePayment(
  cards: readonly SavedCard[],
  options: Pick<PayByCardProps, 'subject' | 'pay' | 'onPaid'>,
) {
  const { provider, newCard: typed, isTest, askBank } = useCardGateway();
  const [add] = useWrite(addCard);
  const [remove] = useWrite(removeCard);
  // A wallet may give a card that is saved already, which stays after a refusal.
  const added = useRef(new Set<string>());
  const payment = useCardPayment({
    ...options,
    askBank,
    forgetCard: (cardId) => {
      typed.forget();
      return added.current.has(cardId) ? remove({ params: { id: cardId } }) : Promise.resolve();
    },
    saveCard: async (token, challengeAnswer) => {
      const { _id } = await add({ params: { provider }, body: { token, challengeAnswer } }).unwrap();
      if (!cards.some((card) => card._id === _id)) added.current.add(_id);
      return _id;
    },
  });
  return { typed, payment, isTest };
}

/** Focuses what is wrong around the card, such as the amount, so that screen readers read its error. */
function useRefusal(refuse: PayByCardProps['refuse']) {
  const { fields, focusWrong } = useRefusals();
  const isRefused = () => {
    if (!refuse?.()) return false;
    focusWrong();
    return true;
  };
  return { fields, focusWrong, isRefused };
}

const LoadingCards = () => (
  <Skeleton label="Loading your cards">
    <div className={styles.card}>
      <SkeletonBlock height={120} />
      <SkeletonBlock height={44} />
    </div>
  </Skeleton>
);

/**
 * Selects a card, pays, handles the bank's confirmation and shows why a payment failed. What was typed
 * remains after a failure.
 */
export function PayByCard({
  amount,
  label,
  what,
  subject,
  pay,
  onPaid,
  children,
  refuse,
  prefers,
}: PayByCardProps) {
  const { cards, isLoading, isError, refetch, pick, setPicked } = useCards(prefers);
  const { typed, payment, isTest } = usePayment(cards, { subject, pay, onPaid });
  const { fields, focusWrong, isRefused } = useRefusal(refuse);
  const mayStart = () => !payment.busy && !isRefused();
  // The selection is pinned: a card saved during the payment must not replace the form.
  const payFrom = (token: () => Promise<string>) => {
    setPicked(newCard);
    void payment.start(async () => ({ token: await token() }));
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!mayStart()) return;
    setPicked(pick);
    if (pick !== newCard) void payment.start({ cardId: pick });
    else if (typed.check()) payFrom(typed.token);
    else focusWrong();
  };
  if (isLoading) return <LoadingCards />;
  if (isError)
    return <ErrorState compact level={3} title="Your cards didn’t load" onRetry={() => void refetch()} />;
  return (
    <Form fields={fields} className={styles.through} onSubmit={submit}>
      <CardChoice
        cards={cards}
        pick={pick}
        onPick={setPicked}
        form={typed.form(payment.busy, { amount, what, mayStart, onPay: payFrom })}
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
    </Form>
  );
}
