import { useEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { CardForm } from './card-form.tsx';
import { type CardErrors, cardErrors, emptyCard, sandboxToken } from './card-number.ts';
import type { BankAnswer } from './use-card-payment.ts';
import { useStripeScript } from './stripe-loader.ts';
import { type Provider, useProvider } from './use-provider.ts';
import { useStripeBank, useStripeCard } from './use-stripe-card.tsx';

/** A card that isn't kept yet, in the form of the site's gateway. */
export interface NewCard {
  /** Disabled: nothing may be typed while the bank is asked. */
  readonly form: (disabled: boolean) => ReactNode;
  /** Is it all there? What isn't is said at its field, and the first such field takes focus. */
  readonly check: () => boolean;
  /** What the server is given to keep. Rejects with the reason, in words. */
  readonly token: () => Promise<string>;
  /** What was kept is gone again: the next try keeps it anew. */
  readonly forget: () => void;
}

/** The first field that is wrong takes focus, so that its sentence is read. */
function useFocusOnError(errors: CardErrors) {
  const form = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (Object.keys(errors).length > 0)
      form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [errors]);
  return form;
}

function useSandboxCard(): NewCard {
  const [draft, setDraft] = useState(emptyCard);
  const [errors, setErrors] = useState<CardErrors>({});
  const form = useFocusOnError(errors);
  const check = () => {
    const found = cardErrors(draft, new Date());
    setErrors(found);
    return Object.keys(found).length === 0;
  };
  return {
    form: (disabled) => (
      <div ref={form}>
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
  /** Where the gateway shows the bank's question itself; absent where we stand in for the bank. */
  readonly askBank?: (clientSecret: string) => Promise<BankAnswer>;
}

/** The browser's half of the site's gateway. */
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
