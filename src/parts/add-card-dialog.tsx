import { useState } from 'react';
import type { FormEvent } from 'react';
import { problemCode, problemMessage } from '#lib/problem';
import { useAddCardMutation } from '#state/api-payment';
import { Button } from '#ui/button';
import { Dialog } from '#ui/dialog';
import { Notice } from '#ui/notice';
import { toast } from '#ui/toast';
import { BankDialog } from './bank-dialog.tsx';
import { CardForm } from './card-form.tsx';
import { type CardErrors, cardErrors, emptyCard, sandboxToken } from './card-number.tsx';
import type { BankAnswer } from './use-card-payment.tsx';
import styles from './payment.module.css';

/** Keeps a card for later; the bank may want to ask first. What was typed stays when it is refused. */
export function AddCardDialog({ onClose }: { onClose: () => void }) {
  const [add, adding] = useAddCardMutation();
  const [draft, setDraft] = useState(emptyCard);
  const [errors, setErrors] = useState<CardErrors>({});
  const [problem, setProblem] = useState<string | null>(null);
  const [asked, setAsked] = useState(false);
  const keep = async (challengeAnswer?: BankAnswer) => {
    setProblem(null);
    setAsked(false);
    try {
      const card = await add({ provider: 'sandbox', body: { token: sandboxToken(draft), challengeAnswer } }).unwrap();
      toast.success(`The card ending in ${card.last4} is kept.`);
      onClose();
    } catch (caught) {
      if (problemCode(caught) === 'card_challenge') setAsked(true);
      else setProblem(problemMessage(caught));
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found = cardErrors(draft, new Date());
    setErrors(found);
    if (Object.keys(found).length === 0 && !adding.isLoading) void keep();
  };
  return (
    <Dialog open onClose={onClose} title="Add a card">
      <form className={styles.stack} onSubmit={submit} noValidate>
        <CardForm value={draft} onChange={setDraft} errors={errors} disabled={adding.isLoading} />
        {problem ? <Notice tone="danger" announce>{problem}</Notice> : null}
        <Button type="submit" variant="primary" large block busy={adding.isLoading}>Keep this card</Button>
      </form>
      <BankDialog open={asked} what="keeping this card" onAnswer={(answer) => void keep(answer)} onClose={() => setAsked(false)} />
    </Dialog>
  );
}
