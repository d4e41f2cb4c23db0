import { useState } from 'react';
import { type WalletName, walletNames, walletText } from '#lib/card-text.ts';
import { Button } from '#ui/content/button.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { WalletDivider } from './wallet-divider.tsx';
import type { WalletPay } from './wallet-pay.ts';
import styles from './payment.module.css';

/** The sandbox's stand-ins for the wallets' buttons. The name of the wallet is the token that the server saves. */
export function SandboxWallets({ pay, disabled }: { pay: WalletPay; disabled: boolean }) {
  const [open, setOpen] = useState<WalletName | null>(null);
  const confirm = (wallet: WalletName) => {
    setOpen(null);
    pay.onPay(() => Promise.resolve(wallet));
  };
  return (
    <>
      <div role="group" aria-label="Pay with a wallet" className={styles.wallets}>
        {walletNames.map((wallet) => (
          <Button
            key={wallet}
            block
            disabled={disabled}
            onClick={() => {
              if (pay.mayStart()) setOpen(wallet);
            }}
          >
            {walletText(wallet)}
          </Button>
        ))}
      </div>
      <WalletDivider />
      {open ? (
        <Dialog
          open
          onClose={() => setOpen(null)}
          title={walletText(open)}
          footer={
            <>
              <Button onClick={() => setOpen(null)}>Cancel</Button>
              <Button variant="primary" onClick={() => confirm(open)}>
                {pay.amount === null ? 'Save' : 'Pay'}
              </Button>
            </>
          }
        >
          <div className={styles.stack}>
            <p>
              {walletText(open)} asks you to confirm {pay.what}.
            </p>
            <Notice tone="warning">This is a test wallet. No real money is charged.</Notice>
          </div>
        </Dialog>
      ) : null}
    </>
  );
}
