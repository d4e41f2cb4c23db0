import type { StripeElements, StripeElementsOptionsMode } from '@stripe/stripe-js';
import type { Cents } from '#lib/units.ts';
import { yieldTopLayer } from '#ui/overlays/yield-top-layer.ts';
import type { ThemeName } from '#ui/theme/theme-tokens.ts';
import { refused, toProblem } from './stripe-problems.ts';
import type { StripeScript } from './stripe-loader.ts';

/** The buttons of the wallets that the browser has, in Stripe's iframe. */
export interface WalletButtons {
  /** Shows another amount in the wallets; null keeps the one before. */
  readonly change: (amount: Cents | null) => void;
  readonly close: () => void;
}

interface Opening {
  readonly box: HTMLElement;
  readonly theme: ThemeName;
  /** Such as `USD`. */
  readonly currency: string;
  /** In cents; null to save a card without a payment. */
  readonly amount: Cents | null;
  /** Whether a pressed button may open its wallet. */
  readonly mayOpen: (wallet: string) => boolean;
  /** Resolves with the secret that Stripe saves a card by. */
  readonly start: () => Promise<string>;
  /** Called once it is known whether this browser has a wallet. */
  readonly onReady: (some: boolean) => void;
  /** Called when a wallet was confirmed; `create` resolves with the token of the saved card. */
  readonly onConfirm: (wallet: string, create: () => Promise<string>) => void;
}

/** Stripe's smallest amount, in cents. While ours is smaller or not a number, `mayOpen` refuses. */
const smallest = 50;
const shown = (amount: Cents) => Math.max(amount, smallest);

const elementsOptions = ({ amount, currency }: Opening): StripeElementsOptionsMode => ({
  ...(amount === null ? { mode: 'setup' } : { mode: 'payment', amount: shown(amount) }),
  currency: currency.toLowerCase(),
  // The card is saved first and charged by the server, like a typed one.
  setupFutureUsage: 'off_session',
  paymentMethodCreation: 'manual',
  appearance: { variables: { borderRadius: '8px' } },
});

/** Saves what the wallet hands over at Stripe and resolves with the payment method's id. */
async function save(
  stripe: StripeScript,
  elements: StripeElements,
  start: Opening['start'],
): Promise<string> {
  const submitted = await elements.submit();
  if (submitted.error) throw toProblem(submitted.error);
  const created = await stripe.createPaymentMethod({ elements });
  if (created.error) throw toProblem(created.error);
  const { setupIntent, error } = await stripe.confirmSetup({
    clientSecret: await start(),
    confirmParams: { payment_method: created.paymentMethod.id, return_url: window.location.href },
    redirect: 'if_required',
  });
  if (error) throw toProblem(error);
  if (setupIntent.status !== 'succeeded') throw refused();
  return created.paymentMethod.id;
}

/** Mounts the buttons of Apple Pay, Google Pay and Link. */
export function openWalletButtons(stripe: StripeScript, opening: Opening): WalletButtons {
  const elements = stripe.elements(elementsOptions(opening));
  const dark = opening.theme === 'dark';
  const element = elements.create('expressCheckout', {
    buttonHeight: 44,
    buttonTheme: { applePay: dark ? 'white' : 'black', googlePay: dark ? 'white' : 'black' },
    paymentMethods: { amazonPay: 'never', paypal: 'never', klarna: 'never' },
    layout: { maxColumns: 3, maxRows: 1, overflow: 'never' },
  });
  // Link's window would be below our dialog, and inert.
  let back: (() => void) | null = null;
  const restore = () => {
    back?.();
    back = null;
  };
  element.on('ready', ({ availablePaymentMethods }) =>
    opening.onReady(Object.values(availablePaymentMethods ?? {}).includes(true)),
  );
  element.on('loaderror', () => opening.onReady(false));
  element.on('click', ({ expressPaymentType, resolve, reject }) => {
    if (!opening.mayOpen(expressPaymentType)) return reject();
    back ??= yieldTopLayer();
    resolve();
  });
  element.on('cancel', restore);
  element.on('confirm', ({ expressPaymentType, paymentFailed }) =>
    opening.onConfirm(expressPaymentType, async () => {
      try {
        return await save(stripe, elements, opening.start);
      } catch (problem) {
        paymentFailed({ reason: 'fail' });
        throw problem;
      } finally {
        restore();
      }
    }),
  );
  element.mount(opening.box);
  return {
    change: (amount) => {
      if (amount !== null) void elements.update({ amount: shown(amount) });
    },
    close: () => {
      restore();
      element.destroy();
    },
  };
}
