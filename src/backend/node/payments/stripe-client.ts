import type Stripe from 'stripe';

export interface StripeOptions {
  readonly secretKey: string;
  readonly publishableKey: string | null;
  /** Each that may sign events: one an endpoint, and while one is being replaced, two. */
  readonly webhookSecrets: readonly string[];
  /** Where the API is; Stripe itself when absent. */
  readonly apiUrl?: string | undefined;
  /** How long one try may be silent; the whole of a call takes at most three times as long. */
  readonly timeoutMs?: number | undefined;
}

/**
 * Answers are read as this version writes them; a newer SDK brings a newer one, and its release notes are to
 * be read first.
 */
const apiVersion = '2026-10-28.endive';
const defaultTimeoutMs = 8_000;
const networkRetries = 1;

/** The SDK, loaded with the first call: a site without keys never needs it. */
export type OpenStripe = () => Promise<Stripe>;

function placeOf(apiUrl: string | undefined): Pick<Stripe.StripeConfig, 'host' | 'port' | 'protocol'> {
  if (!apiUrl) return {};
  const { hostname, port, protocol } = new URL(apiUrl);
  const isPlain = protocol === 'http:';
  return {
    host: hostname,
    port: port === '' ? (isPlain ? 80 : 443) : Number(port),
    protocol: isPlain ? 'http' : 'https',
  };
}

export function openStripe({ secretKey, apiUrl, timeoutMs = defaultTimeoutMs }: StripeOptions): OpenStripe {
  let opened: Promise<Stripe> | undefined;
  const open = async () => {
    const { default: Client } = await import('stripe');
    return new Client(secretKey, {
      apiVersion,
      timeout: timeoutMs,
      maxNetworkRetries: networkRetries,
      telemetry: false,
      ...placeOf(apiUrl),
    });
  };
  return () => (opened ??= open());
}

/**
 * A call that its connection keeps alive drop by drop ends too. What it asked for may have happened: ask
 * again with the same key.
 */
export function inTime({
  timeoutMs = defaultTimeoutMs,
}: StripeOptions): <Input, Answer>(
  ask: (input: Input) => Promise<Answer>,
) => (input: Input) => Promise<Answer> {
  const limit = timeoutMs * 3;
  return (ask) => async (input) => {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, refuse) => {
      timer = setTimeout(
        () => refuse(new Error(`the payment gateway didn’t answer within ${limit} ms`)),
        limit,
      );
    });
    return Promise.race([ask(input), late]).finally(() => clearTimeout(timer));
  };
}

/**
 * What the SDK throws, as far as it matters here. `isRefusal`: the bank said no. `isMistake`: Stripe refused
 * the request itself, and did nothing.
 */
export interface StripeProblem {
  readonly isRefusal: boolean;
  readonly isMistake: boolean;
  readonly code: string | undefined;
  readonly declineCode: string | undefined;
  readonly param: string | undefined;
  readonly message: string;
  readonly paymentIntent: Stripe.PaymentIntent | undefined;
  readonly setupIntent: Stripe.SetupIntent | undefined;
}
/** Null for what didn't come from Stripe. */
export function problemOf(error: unknown): StripeProblem | null {
  if (
    !(error instanceof Error) ||
    !('type' in error) ||
    typeof error.type !== 'string' ||
    !error.type.startsWith('Stripe')
  )
    return null;
  const raised = error as Stripe.errors.StripeError;
  return {
    isRefusal: raised.type === 'StripeCardError',
    isMistake: raised.type === 'StripeInvalidRequestError',
    code: raised.code,
    declineCode: raised.decline_code,
    param: raised.param,
    message: raised.message,
    paymentIntent: raised.payment_intent,
    setupIntent: raised.setup_intent,
  };
}

/** Of something that may have come whole or as its id. */
export const idOf = (thing: string | { readonly id: string } | null | undefined): string | null =>
  typeof thing === 'string' ? thing : (thing?.id ?? null);
