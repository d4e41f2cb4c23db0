import { Button } from '#ui/content/button.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import type { BankAnswer } from '../../money/payments/use-card-payment.ts';
import styles from '../../money/payments/payment.module.css';

export interface BankDialogProps {
  readonly open: boolean;
  /** Description of the payment. */
  readonly what: string;
  readonly onAnswer: (answer: BankAnswer) => void;
  readonly onClose: () => void;
}

/** The sandbox's stand-in for a bank's 3-D Secure page. */
export const BankDialog = ({ open, what, onAnswer, onClose }: BankDialogProps) => (
  <Dialog
    open={open}
    onClose={onClose}
    title="Confirm with your bank"
    footer={
      <>
        <Button onClick={() => onAnswer('fail')}>Decline</Button>
        <Button variant="primary" onClick={() => onAnswer('complete')}>
          Confirm payment
        </Button>
      </>
    }
  >
    <div className={styles.stack}>
      <p>Your bank wants to confirm that it’s you: {what}.</p>
      <Notice tone="warning">This is a test bank. No real money is charged.</Notice>
    </div>
  </Dialog>
);
