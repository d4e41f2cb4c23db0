import type { FormEvent } from 'react';
import { cardNoun } from '#lib/card-text.ts';
import { addCard } from '#services/money/payments.ts';
import { useWrite } from '#state/query/hooks.ts';
import { Button } from '#ui/content/button.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { toast } from '#ui/overlays/toast.ts';
import { Form } from '#ui/forms/form.tsx';
import { useRefusals } from '#ui/forms/form-fields.ts';
import { BankDialog } from '../../trade/payouts/bank-dialog.tsx';
import { useCardGateway } from './new-card.tsx';
import { RefusalNotice } from '../../base/lists/refusal-notice.tsx';
import { useCardPayment } from './use-card-payment.ts';
import styles from './payment.module.css';

const what = 'saving this card';

/** Saves the typed card without charging it. */
function useKeeping(onSaved: () => void) {
  const { provider, newCard: typed, askBank } = useCardGateway();
  const [add] = useWrite(addCard);
  const keeping = useCardPayment({
    subject: 'saving a card',
    askBank,
    saveCard: async (token, challengeAnswer) => {
      const card = await add({ params: { provider }, body: { token, challengeAnswer } }).unwrap();
      toast.success(`The ${cardNoun(card)} was saved.`);
      return card._id;
    },
    forgetCard: () => Promise.resolve(),
    pay: () => Promise.resolve(),
    onPaid: onSaved,
  });
  return { typed, keeping };
}

/**
 * Saves a card without charging it, including the bank's confirmation if required. If the card is declined,
 * what was typed remains.
 */
export function AddCardDialog({ onClose }: { onClose: () => void }) {
  const { typed, keeping } = useKeeping(onClose);
  const { fields, focusWrong } = useRefusals();
  const save = (token: () => Promise<string>) => void keeping.start(async () => ({ token: await token() }));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (keeping.busy) return;
    if (typed.check()) save(typed.token);
    else focusWrong();
  };
  const fromWallet = { amount: null, what, mayStart: () => !keeping.busy, onPay: save };
  return (
    <Dialog open onClose={onClose} title="Add card">
      <Form fields={fields} className={styles.stack} onSubmit={submit}>
        {typed.form(keeping.busy, fromWallet)}
        {keeping.problem ? <RefusalNotice problem={keeping.problem} /> : null}
        <Button type="submit" variant="primary" large block busy={keeping.busy}>
          Save card
        </Button>
      </Form>
      <BankDialog
        open={keeping.asked}
        what={what}
        onAnswer={(answer) => void keeping.answer(answer)}
        onClose={keeping.dismiss}
      />
    </Dialog>
  );
}
