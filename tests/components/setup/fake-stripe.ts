import type { PaymentIntent, SetupIntent, StripeError } from '@stripe/stripe-js';
import type { LoadStripe, StripeScript } from '#components/money/payments/stripe-loader.ts';

type Kind = 'cardNumber' | 'cardExpiry' | 'cardCvc';
type Change = { complete: boolean; empty: boolean; error?: { message: string } };
type Confirmed = { setupIntent?: Partial<SetupIntent>; error?: Partial<StripeError> };
type Handled = Confirmed & { paymentIntent?: Partial<PaymentIntent> };

/** A Stripe field: records what the page did with it, and simulates the person typing. */
export interface FakeElement {
  readonly kind: Kind;
  box: HTMLElement | null;
  options: Record<string, unknown>;
  focused: number;
  destroyed: boolean;
  readonly say: (event: 'ready' | 'loaderror' | 'change', change?: Change) => void;
}

function fakeElement(kind: Kind, options: Record<string, unknown>): FakeElement & Record<string, unknown> {
  const heard: [string, (event: unknown) => void][] = [];
  const element = {
    kind,
    box: null as HTMLElement | null,
    options,
    focused: 0,
    destroyed: false,
    on: (event: string, handler: (event: unknown) => void) => void heard.push([event, handler]),
    mount: (box: HTMLElement) => void (element.box = box),
    update: (more: Record<string, unknown>) => void (element.options = { ...element.options, ...more }),
    focus: () => void (element.focused += 1),
    destroy: () => void (element.destroyed = true),
    say: (event: string, change?: Change) =>
      heard
        .filter(([name]) => name === event)
        .forEach(([, handler]) => handler({ elementType: kind, ...change })),
  };
  return element;
}

/** Stripe's buttons of wallets: what they were told, and the person pressing one. */
export interface FakeWallets {
  readonly options: Record<string, unknown>;
  destroyed: boolean;
  /** Presses a button; returns whether the wallet opened. */
  readonly press: (wallet?: string) => boolean;
  /** Confirms in the wallet; resolves with whether the page told it that the payment failed. */
  readonly confirm: (wallet: string) => { failed: boolean };
}

function fakeWallets(
  options: Record<string, unknown>,
  deps: { readonly wallets: Readonly<Record<string, boolean>> | null },
  made: FakeWallets[],
) {
  const heard = new Map<string, (event: unknown) => void>();
  const say = (event: string, told: object = {}) =>
    heard.get(event)?.({ elementType: 'expressCheckout', ...told });
  const wallets = {
    options,
    destroyed: false,
    press: (wallet = 'apple_pay') => {
      let opened = false;
      say('click', {
        expressPaymentType: wallet,
        resolve: () => (opened = true),
        reject: () => (opened = false),
      });
      return opened;
    },
    confirm: (wallet: string) => {
      const told = { failed: false };
      say('confirm', { expressPaymentType: wallet, paymentFailed: () => (told.failed = true) });
      return told;
    },
    on: (event: string, handler: (event: unknown) => void) => void heard.set(event, handler),
    mount: () =>
      queueMicrotask(() => {
        if (deps.wallets) say('ready', { availablePaymentMethods: deps.wallets });
      }),
    destroy: () => void (wallets.destroyed = true),
  };
  made.push(wallets);
  return wallets;
}

/** The part of Stripe.js that we use, controlled by the test. */
export function fakeStripe() {
  const elements: FakeElement[] = [];
  const confirmed: { secret: string; handleActions: boolean | undefined }[] = [];
  const handled: string[] = [];
  const methods: string[] = [];
  const wallets: FakeWallets[] = [];
  /** The script's answers, which a test may replace; `blocked` makes loading Stripe.js fail. */
  const deps = {
    onConfirm: (): Confirmed | Promise<Confirmed> => ({
      setupIntent: { status: 'succeeded', payment_method: `pm_${confirmed.length}` },
    }),
    onHandle: (): Handled | Promise<Handled> => ({ paymentIntent: { status: 'requires_confirmation' } }),
    blocked: false,
    /** The wallets that the browser has; null: the buttons never load. */
    wallets: {} as Readonly<Record<string, boolean>> | null,
    onMethod: (): { paymentMethod?: { id: string }; error?: Partial<StripeError> } => ({
      paymentMethod: { id: `pm_wallet_${methods.length}` },
    }),
    loads: [] as string[],
  };
  const script = {
    elements: (options: Record<string, unknown> = {}) => ({
      submit: async () => ({}),
      update: async (more: Record<string, unknown>) => void Object.assign(options, more),
      create: (kind: Kind | 'expressCheckout', fieldOptions: Record<string, unknown>) => {
        if (kind === 'expressCheckout') return fakeWallets(options, deps, wallets);
        const element = fakeElement(kind, fieldOptions);
        elements.push(element);
        return element;
      },
    }),
    confirmCardSetup: async (secret: string, _data: unknown, options?: { handleActions?: boolean }) => {
      confirmed.push({ secret, handleActions: options?.handleActions });
      return deps.onConfirm();
    },
    createPaymentMethod: async () => {
      methods.push('created');
      return deps.onMethod();
    },
    confirmSetup: async ({ clientSecret }: { clientSecret: string }) => {
      confirmed.push({ secret: clientSecret, handleActions: undefined });
      return deps.onConfirm();
    },
    handleNextAction: async ({ clientSecret }: { clientSecret: string }) => {
      handled.push(clientSecret);
      return deps.onHandle();
    },
  } as unknown as StripeScript;
  const load: LoadStripe = async (key) => {
    deps.loads.push(key);
    if (deps.blocked) throw new Error('Failed to load Stripe.js');
    return script;
  };
  const live = (kind: Kind) => elements.findLast((element) => element.kind === kind && !element.destroyed)!;
  /** Types a complete card. */
  const fill = () =>
    (['cardNumber', 'cardExpiry', 'cardCvc'] as const).forEach((kind) =>
      live(kind).say('change', { complete: true, empty: false }),
    );
  const ready = () =>
    (['cardNumber', 'cardExpiry', 'cardCvc'] as const).forEach((kind) => live(kind).say('ready'));
  return { load, deps, elements, live, fill, ready, confirmed, handled, wallets, methods };
}
