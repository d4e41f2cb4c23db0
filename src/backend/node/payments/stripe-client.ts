import type Stripe from 'stripe';

export interface StripeOptions {
  readonly secretKey: string;
  readonly publishableKey: string | null;
  /** Secrets that may sign events: one per endpoint, two while one is being rotated. */
  readonly webhookSecrets: readonly string[];
  /** The API's base URL; Stripe's own when absent. */
  readonly apiUrl?: string | undefined;
  /** Timeout of one attempt in milliseconds. A whole call takes at most three times as long. */
  readonly timeoutMs?: number | undefined;
}

/**
 * The API version whose replies this code reads. A newer SDK brings a newer one; read its release notes
 * first.
 */
const apiVersion = '2026-10-28.endive';
const defaultTimeoutMs = 8_000;
const networkRetries = 1;

/** Loads the SDK on the first call, because a site without keys never needs it. */
export type OpenStripe = () => Promise<Stripe>;

function parseApiUrl(apiUrl: string | undefined): Pick<Stripe.StripeConfig, 'host' | 'port' | 'protocol'> {
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
      ...parseApiUrl(apiUrl),
    });
  };
  return () => (opened ??= open());
}

/**
 * Limits a call's total time, even if its connection trickles data. The requested action may have happened;
 * repeat the call with the same key.
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
 * The relevant parts of an SDK error. `isRefusal`: the bank declined. `isMistake`: Stripe refused the request
 * itself and did nothing.
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
/** Null when the error didn't come from Stripe. */
export function toStripeProblem(error: unknown): StripeProblem | null {
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

/** The id of something that Stripe returns either expanded or as its id. */
export const toId = (thing: string | { readonly id: string } | null | undefined): string | null =>
  typeof thing === 'string' ? thing : (thing?.id ?? null);
