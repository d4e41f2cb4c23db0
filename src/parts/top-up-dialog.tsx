import { Dialog } from '#ui/dialog';
import { tokensText, useRate } from '#ui/money';
import { toast } from '#ui/toast';
import { TopUpForm } from './top-up-form.tsx';

/** Buys tokens, from wherever a balance is shown. */
export function TopUpDialog({ onClose }: { onClose: () => void }) {
  const rate = useRate();
  const done = ({ tokens }: { tokens: number }) => {
    onClose();
    toast.success(`${tokensText(tokens, rate)} added to your wallet.`);
  };
  return (
    <Dialog open onClose={onClose} title="Top up your wallet">
      <TopUpForm onDone={done} />
    </Dialog>
  );
}
