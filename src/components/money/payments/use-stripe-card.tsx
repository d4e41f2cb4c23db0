import type { StripeError } from '@stripe/stripe-js';
import { useRef, useState } from 'react';
import { startCard } from '#services/money/payments.ts';
import { useWrite } from '#state/query/hooks.ts';
import { yieldTopLayer } from '#ui/overlays/yield-top-layer.ts';
import type { CardErrors } from './card-number.ts';
import type { NewCard } from './new-card.tsx';
import type { CardElements } from './stripe-elements.ts';
import { StripeFields } from './stripe-fields.tsx';
import { isUnclear, refused, toProblem, unreachable } from './stripe-problems.ts';
import { type StripeScript, useStripeScript } from './stripe-loader.ts';
import { StripeWallets } from './stripe-wallets.tsx';
import type { BankAnswer } from './use-card-payment.ts';

const isRefusal = ({ type, code }: StripeError) =>
  type === 'card_error' || (code?.endsWith('_authentication_failure') ?? false);

/** Takes our dialogs out of the top layer while Stripe shows the bank's confirmation, which they would cover. */
async function withRoom<T>(show: () => Promise<T>): Promise<T> {
  const back = yieldTopLayer();
  try {
    return await show();
  } finally {
    back();
  }
}

/**
 * Saves the typed card with Stripe, including the bank's confirmation, and resolves with the payment method's
 * id.
 */
async function confirm({ stripe, number }: CardElements, clientSecret: string): Promise<string> {
  const first = await stripe.confirmCardSetup(
    clientSecret,
    { payment_method: { card: number } },
    { handleActions: false },
  );
  const asks = first.setupIntent?.status === 'requires_action';
  const { setupIntent, error } = asks
    ? await withRoom(() => stripe.handleNextAction({ clientSecret }))
    : first;
  if (error) throw toProblem(error);
  const method = setupIntent?.payment_method;
  if (setupIntent?.status !== 'succeeded' || !method) throw refused();
  return typeof method === 'string' ? method : method.id;
}

/** A new card in Stripe's fields. */
export function useStripeCard(): NewCard {
  const [start] = useWrite(startCard);
  const [errors, setErrors] = useState<CardErrors>({});
  const elements = useRef<CardElements | null>(null);
  // The payment method that Stripe has already saved, so that a retry doesn't save it twice.
  const savedToken = useRef<string | null>(null);
  const token = async () => {
    if (!elements.current) throw unreachable();
    savedToken.current ??= await confirm(elements.current, (await start({}).unwrap()).clientSecret);
    return savedToken.current;
  };
  const fromWallets = useRef(new Map<string, string>());
  const forget = () => {
    savedToken.current = null;
    fromWallets.current.clear();
  };
  const change = (field: keyof CardErrors, error: string | undefined) => {
    forget();
    setErrors(({ [field]: _before, ...rest }) => (error === undefined ? rest : { ...rest, [field]: error }));
  };
  const check = () => {
    const found = elements.current?.errors() ?? {};
    setErrors(found);
    // If the fields failed to load, they show their own error with a retry button.
    return elements.current !== null && Object.keys(found).length === 0;
  };
  const open = (next: CardElements | null) => {
    elements.current = next;
    forget();
    setErrors({});
  };
  return {
    form: (disabled, pay) => (
      <StripeFields
        errors={errors}
        disabled={disabled}
        onOpen={open}
        onChange={change}
        wallets={(settled) => (
          <StripeWallets pay={pay} savedCards={fromWallets.current} disabled={disabled} onSettled={settled} />
        )}
      />
    ),
    check,
    token,
    forget,
  };
}

/**
 * Lets Stripe show the bank's confirmation. Only an explicit failure counts as one; for anything else the
 * server checks with Stripe.
 */
export function useStripeBank(): (clientSecret: string) => Promise<BankAnswer> {
  const { load } = useStripeScript();
  return async (clientSecret) => {
    const stripe: StripeScript = await load().catch(() => Promise.reject(unreachable()));
    const { error } = await withRoom(() => stripe.handleNextAction({ clientSecret }));
    if (error && isUnclear(error)) throw unreachable();
    return error && isRefusal(error) ? 'fail' : 'complete';
  };
}
