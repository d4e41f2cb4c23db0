import { useState } from 'react';
import type { ReactNode } from 'react';
import { CardForm } from './card-form.tsx';
import { type CardErrors, cardErrors, emptyCard, sandboxToken } from './card-number.ts';
import { SandboxWallets } from './sandbox-wallets.tsx';
import type { BankAnswer } from './use-card-payment.ts';
import type { WalletPay } from './wallet-pay.ts';
import { useStripeScript } from './stripe-loader.ts';
import { useStripeBank, useStripeCard } from './use-stripe-card.tsx';
import { useAppSelector } from '#state/hooks.ts';
import { selectSettings } from '#state/session/settings.ts';
import styles from './payment.module.css';

type Provider = 'stripe' | 'sandbox';

/**
 * The site's payment gateway from its public settings, used as `provider` in the paths of cards and
 * subscriptions.
 */
const useProvider = (): Provider =>
  useAppSelector(selectSettings).paymentGateway === 'sandbox' ? 'sandbox' : 'stripe';

/** A new card, typed into the form of the site's gateway or taken from a wallet. */
export interface NewCard {
  /** Pass `disabled` while the bank's confirmation is pending. */
  readonly form: (disabled: boolean, pay: WalletPay) => ReactNode;
  /** Returns whether the form is complete. If not, shows errors at the fields. */
  readonly check: () => boolean;
  /**
   * Resolves with the token that the server saves as a card.
   * @throws The reason the card can't be used, as a problem with a message to show.
   */
  readonly token: () => Promise<string>;
  /** Discards the token after the card was removed, so that the next attempt creates a new one. */
  readonly forget: () => void;
}

function useSandboxCard(): NewCard {
  const [draft, setDraft] = useState(emptyCard);
  const [errors, setErrors] = useState<CardErrors>({});
  const check = () => {
    const found = cardErrors(draft, new Date());
    setErrors(found);
    return Object.keys(found).length === 0;
  };
  return {
    form: (disabled, pay) => (
      <div className={styles.card}>
        <SandboxWallets pay={pay} disabled={disabled} />
        <CardForm value={draft} onChange={setDraft} errors={errors} disabled={disabled} />
      </div>
    ),
    check,
    token: () => Promise.resolve(sandboxToken(draft)),
    forget: () => undefined,
  };
}

export interface CardGateway {
  readonly provider: Provider;
  readonly newCard: NewCard;
  /** No real money moves. */
  readonly isTest: boolean;
  /** Shows the gateway's own bank confirmation. Absent for the sandbox, which shows `BankDialog` instead. */
  readonly askBank?: (clientSecret: string) => Promise<BankAnswer>;
}

/** The client side of the site's payment gateway. */
export function useCardGateway(): CardGateway {
  const provider = useProvider();
  const sandbox = useSandboxCard();
  const stripe = useStripeCard();
  const askBank = useStripeBank();
  const { isTest } = useStripeScript();
  return provider === 'stripe'
    ? { provider, newCard: stripe, isTest, askBank }
    : { provider, newCard: sandbox, isTest: true };
}
