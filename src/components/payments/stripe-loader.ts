import type { Stripe } from '@stripe/stripe-js';
import { createContext, useContext } from 'react';
import { useAppSelector } from '#state/hooks.ts';
import { selectSettings } from '#state/session/settings.ts';

/** What we ask of Stripe's script. */
export type StripeScript = Pick<Stripe, 'elements' | 'confirmCardSetup' | 'handleNextAction'>;
export type LoadStripe = (publishableKey: string) => Promise<StripeScript>;

const opened = new Map<string, Promise<StripeScript>>();

async function open(publishableKey: string): Promise<StripeScript> {
  // Without side effects: the script is asked for when a card form opens, and no sooner.
  const { loadStripe } = await import('@stripe/stripe-js/pure');
  const stripe = await loadStripe(publishableKey, { locale: 'en' });
  if (!stripe) throw new Error('Stripe needs a browser');
  return stripe;
}

/** Once a page; what failed is tried again when it is asked for again. */
export const loadStripeScript: LoadStripe = (publishableKey) => {
  const known = opened.get(publishableKey) ?? open(publishableKey);
  opened.set(publishableKey, known);
  known.catch(() => opened.delete(publishableKey));
  return known;
};

/** Who brings Stripe's script; a test brings its own. */
export const StripeLoader = createContext<LoadStripe>(loadStripeScript);

/** The way to Stripe's script under the site's key, and whether that key moves real money. */
export function useStripeScript(): { readonly load: () => Promise<StripeScript>; readonly isTest: boolean } {
  const key = useAppSelector(selectSettings).stripePublishableKey;
  const load = useContext(StripeLoader);
  return {
    load: () => (key ? load(key) : Promise.reject(new Error('the site has no publishable key'))),
    isTest: key?.startsWith('pk_test_') ?? false,
  };
}
