import type { Tokens } from '#lib/units.ts';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { tokensText, useRate } from '#ui/content/money.tsx';
import { toast } from '#ui/overlays/toast.ts';
import { TopUpForm } from './top-up-form.tsx';
import styles from '../payments/payment.module.css';

/** Buys tokens. Opens wherever a balance is shown. */
export function TopUpDialog({ onClose }: { onClose: () => void }) {
  const rate = useRate();
  const done = ({ tokens }: { tokens: Tokens }) => {
    onClose();
    toast.success(`${tokensText(tokens, rate)} added to your wallet.`);
  };
  return (
    <Dialog open onClose={onClose} title="Top up your wallet">
      <div className={styles.stack}>
        <TopUpForm onDone={done} />
      </div>
    </Dialog>
  );
}
