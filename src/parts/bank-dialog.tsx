import { Button } from '#ui/button';
import { Dialog } from '#ui/dialog';
import { Notice } from '#ui/notice';
import type { BankAnswer } from './use-card-payment.tsx';
import styles from './payment.module.css';

export interface BankDialogProps {
  readonly open: boolean;
  /** What would be paid, in words. */
  readonly what: string;
  readonly onAnswer: (answer: BankAnswer) => void;
  readonly onClose: () => void;
}

/** The sandbox's stand-in for the page where a bank asks its customer whether it's really them. */
export const BankDialog = ({ open, what, onAnswer, onClose }: BankDialogProps) => (
  <Dialog
    open={open}
    onClose={onClose}
    title="Confirm with your bank"
    footer={
      <>
        <Button onClick={() => onAnswer('fail')}>Refuse</Button>
        <Button variant="primary" onClick={() => onAnswer('complete')}>
          Confirm payment
        </Button>
      </>
    }
  >
    <div className={styles.stack}>
      <p>Your bank wants to confirm that it’s you: {what}.</p>
      <Notice tone="warning">This is the test bank. No real money moves.</Notice>
    </div>
  </Dialog>
);
