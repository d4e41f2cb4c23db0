import type { Stripe } from '@stripe/stripe-js';
import { createContext, useContext } from 'react';
import { useAppSelector } from '#state/hooks.ts';
import { selectSettings } from '#state/session/settings.ts';

/** The part of Stripe.js that we use. */
export type StripeScript = Pick<
  Stripe,
  'elements' | 'confirmCardSetup' | 'handleNextAction' | 'createPaymentMethod' | 'confirmSetup'
>;
export type LoadStripe = (publishableKey: string) => Promise<StripeScript>;

const opened = new Map<string, Promise<StripeScript>>();

async function open(publishableKey: string): Promise<StripeScript> {
  // The `pure` entry point has no side effects, so Stripe.js loads only when a card form opens.
  const { loadStripe } = await import('@stripe/stripe-js/pure');
  const stripe = await loadStripe(publishableKey, { locale: 'en' });
  if (!stripe) throw new Error('Stripe needs a browser');
  return stripe;
}

/** Loads Stripe.js once per page; a failed attempt is retried on the next call. */
export const loadStripeScript: LoadStripe = (publishableKey) => {
  const known = opened.get(publishableKey) ?? open(publishableKey);
  opened.set(publishableKey, known);
  known.catch(() => opened.delete(publishableKey));
  return known;
};

/** How to load Stripe.js; overridden in tests. */
export const StripeLoader = createContext<LoadStripe>(loadStripeScript);

/** Loads Stripe.js with the site's publishable key, and tells whether it is a test key. */
export function useStripeScript(): { readonly load: () => Promise<StripeScript>; readonly isTest: boolean } {
  const key = useAppSelector(selectSettings).stripePublishableKey;
  const load = useContext(StripeLoader);
  return {
    load: () => (key ? load(key) : Promise.reject(new Error('the site has no publishable key'))),
    isTest: key?.startsWith('pk_test_') ?? false,
  };
}
