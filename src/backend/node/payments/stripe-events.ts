import type Stripe from 'stripe';
import { AppError } from '../../kernel/errors.ts';
import type { Clock } from '../../ports/ports.ts';
import type { GatewayEvent } from '../../ports/payment-gateway.ts';
import { type OpenStripe, toId } from './stripe-client.ts';
import { toConnectStatus } from './stripe-connect.ts';
import { toOutcome } from './stripe-outcomes.ts';

/** How far the signature's timestamp may be from this clock, in either direction. */
const toleranceMs = 5 * 60_000;

const forged = (message = 'This isn’t signed by the payment gateway.') =>
  new AppError(400, 'bad_signature', message);
const isId = (text: string | undefined): text is string =>
  text !== undefined && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);

/** The signature's timestamp, which must occur exactly once in the header. */
function signedAt(signature: string): number | null {
  const [time, ...more] = [...signature.matchAll(/(?:^|,)\s*t=([^,]*)/g)].map(([, text]) => text ?? '');
  return time !== undefined && more.length === 0 && /^\d{1,12}$/.test(time) ? Number(time) * 1000 : null;
}

type About = GatewayEvent extends infer Event
  ? Event extends GatewayEvent
    ? Omit<Event, 'id' | 'type' | 'happenedAt'>
    : never
  : never;
const nothing: About = { kind: 'other' };

function describePayment(intent: Stripe.PaymentIntent): About {
  const { paymentId } = intent.metadata;
  const outcome = toOutcome(intent);
  return isId(paymentId) && outcome
    ? { kind: 'payment', paymentId, gatewayRef: intent.id, outcome }
    : nothing;
}

function describeRefund(charge: Stripe.Charge): About {
  const { paymentId } = charge.metadata;
  return isId(paymentId)
    ? {
        kind: 'refund',
        paymentId,
        chargeId: charge.id,
        amount: charge.amount_refunded,
        currency: charge.currency.toUpperCase(),
      }
    : nothing;
}

/**
 * How Stripe's dispute statuses map to an outcome. Inquiries that were closed and disputes that were
 * prevented cost nothing.
 */
const settled: Readonly<Record<string, 'won' | 'lost' | undefined>> = {
  won: 'won',
  warning_closed: 'won',
  prevented: 'won',
  lost: 'lost',
};

function describeDispute(dispute: Stripe.Dispute): About {
  const { id: disputeId, amount, currency, reason, status } = dispute;
  const chargeId = toId(dispute.charge);
  return chargeId === null
    ? nothing
    : {
        kind: 'dispute',
        disputeId,
        chargeId,
        gatewayRef: toId(dispute.payment_intent),
        amount,
        currency: currency.toUpperCase(),
        reason,
        state: settled[status] ?? 'open',
      };
}

function describeEvent(event: Stripe.Event): About {
  switch (event.type) {
    case 'payment_intent.succeeded':
    case 'payment_intent.payment_failed':
    case 'payment_intent.canceled':
      return describePayment(event.data.object);
    case 'charge.refunded':
      return describeRefund(event.data.object);
    case 'charge.dispute.created':
    case 'charge.dispute.updated':
    case 'charge.dispute.closed':
      return describeDispute(event.data.object);
    case 'account.updated':
      return { kind: 'connect', gatewayId: event.data.object.id, status: toConnectStatus(event.data.object) };
    default:
      return nothing;
  }
}

function parsed(payload: string): Stripe.Event {
  try {
    const event = JSON.parse(payload) as Partial<Stripe.Event> | null;
    if (typeof event?.id === 'string' && typeof event.type === 'string' && typeof event.created === 'number')
      return event as Stripe.Event;
  } catch {
    // The error is thrown below.
  }
  throw forged('This is no event.');
}

/** Verifies events signed by Stripe and translates them to our own terms. */
export function createStripeEvents(
  stripe: OpenStripe,
  { secrets, clock }: { secrets: readonly string[]; clock: Clock },
) {
  async function verify({ payload, signature }: { payload: string; signature: string }): Promise<void> {
    const { signature: signatures } = (await stripe()).webhooks;
    const fits = (secret: string) => {
      try {
        // Age is checked separately, against our own clock and in both directions.
        return signatures?.verifyHeader(payload, signature, secret, 0) === true;
      } catch {
        return false;
      }
    };
    if (!secrets.some(fits)) throw forged();
    const time = signedAt(signature);
    if (time === null || Math.abs(clock.now().getTime() - time) > toleranceMs)
      throw forged('This was signed too long ago, or in the future.');
  }

  return async ({
    payload,
    signature,
  }: {
    payload: string;
    signature: string | null;
  }): Promise<GatewayEvent> => {
    if (signature === null) throw forged();
    await verify({ payload, signature });
    const event = parsed(payload);
    return {
      id: event.id,
      type: event.type,
      happenedAt: new Date(event.created * 1000),
      ...describeEvent(event),
    };
  };
}
