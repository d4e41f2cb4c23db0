import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { startCard } from '#services/money/payments.ts';
import { useWrite } from '#state/query/hooks.ts';
import { useAppSelector } from '#state/hooks.ts';
import { selectSettings } from '#state/session/settings.ts';
import { useThemeName } from '#ui/hooks/use-theme-name.ts';
import { type WalletButtons, openWalletButtons } from './stripe-wallet-buttons.ts';
import { useStripeScript } from './stripe-loader.ts';
import { WalletDivider } from './wallet-divider.tsx';
import type { WalletPay } from './wallet-pay.ts';
import styles from './payment.module.css';

/** After this time, in milliseconds, the form for a card no longer waits for the wallets. */
const patienceMs = 4_000;

export interface StripeWalletsProps {
  readonly pay: WalletPay;
  /** Tokens that Stripe has already saved, by wallet, so that a retry after a lost connection charges once. */
  readonly savedCards: Map<string, string>;
  readonly disabled: boolean;
  /** Called once, when it is known whether this browser has wallets. */
  readonly onSettled: () => void;
}

type Standing = 'waiting' | 'shown' | 'none';

/** Whether a press opens the wallet's window. */
function mayOpenWallet({ pay, savedCards: kept, disabled }: StripeWalletsProps, wallet: string): boolean {
  if (disabled || !pay.mayStart()) return false;
  const token = kept.get(wallet);
  // It was confirmed before, and what became of the payment is unknown: the same card is tried again.
  if (token !== undefined) pay.onPay(() => Promise.resolve(token));
  return token === undefined;
}

/** Pays with a card that a wallet confirmed, and remembers it. */
function payWithWallet(
  { pay, savedCards: kept }: StripeWalletsProps,
  wallet: string,
  create: () => Promise<string>,
) {
  pay.onPay(async () => {
    const token = await create();
    kept.set(wallet, token);
    return token;
  });
}

/** Stripe's buttons for Apple Pay, Google Pay and Link, where the browser has them. */
export function StripeWallets(props: StripeWalletsProps) {
  const { pay, onSettled } = props;
  const box = useRef<HTMLDivElement>(null);
  const buttons = useRef<WalletButtons | null>(null);
  const [standing, setStanding] = useState<Standing>('waiting');
  const [begin] = useWrite(startCard);
  const { load } = useStripeScript();
  const theme = useThemeName();
  const { currency } = useAppSelector(selectSettings);
  const mayOpen = useEffectEvent((wallet: string) => mayOpenWallet(props, wallet));
  const confirmed = useEffectEvent((wallet: string, create: () => Promise<string>) =>
    payWithWallet(props, wallet, create),
  );
  const start = useEffectEvent(async () => (await begin({}).unwrap()).clientSecret);
  const settled = useEffectEvent(onSettled);
  const open = useEffectEvent(async (settle: (next: Standing) => void) => {
    const stripe = await load();
    if (!box.current) return;
    buttons.current = openWalletButtons(stripe, {
      box: box.current,
      theme,
      currency,
      amount: pay.amount,
      mayOpen,
      start,
      onReady: (some) => settle(some ? 'shown' : 'none'),
      onConfirm: confirmed,
    });
  });
  useEffect(() => {
    let over = false;
    const settle = (next: Standing) => {
      if (over) return;
      over = true;
      clearTimeout(timer);
      setStanding(next);
      settled();
    };
    const timer = setTimeout(() => settle('none'), patienceMs);
    open(settle).catch(() => settle('none'));
    return () => {
      over = true;
      clearTimeout(timer);
      buttons.current?.close();
      buttons.current = null;
    };
  }, []);
  useEffect(() => buttons.current?.change(pay.amount), [pay.amount]);
  return standing === 'none' ? null : (
    <div className={styles.walletPart} data-standing={standing}>
      <div ref={box} role="group" aria-label="Pay with a wallet" />
      <WalletDivider />
    </div>
  );
}
