import type { Peer } from '../kernel/context.ts';
import { receiveEvent } from '../domain/trade/payment-outcomes/webhook-receive.ts';
import { AppError } from '../kernel/errors.ts';
import { type ApiParts, makeContext } from './api.ts';
import { readBounded } from './input.ts';

/**
 * Where the gateway posts its events. Outside the contract because the signature covers the body's exact
 * bytes.
 */
export const webhookPath = '/api/v1/webhooks/stripe';

/** The largest events are a few dozen kB. */
const maxBytes = 512 * 1024;

/** Replies as soon as the event is stored; a job applies it. */
export function createWebhookRoute(
  parts: ApiParts,
): (request: Request, peer: Pick<Peer, 'ip'>) => Promise<Response> {
  return async (request, { ip }) => {
    if (parts.ports.payments.name !== 'stripe' || request.method !== 'POST')
      throw new AppError(404, 'not_found', 'Unknown operation.');
    const signature = request.headers.get('stripe-signature');
    if (signature === null)
      throw new AppError(400, 'bad_signature', 'This isn’t signed by the payment gateway.');
    const payload = new TextDecoder().decode(await readBounded(request, maxBytes));
    const ctx = makeContext(parts, null, { ip, country: null, userAgent: '', idempotencyKey: null });
    await receiveEvent(ctx, { payload, signature });
    return Response.json(
      { status: 200, data: { success: true } },
      { headers: { 'cache-control': 'no-store' } },
    );
  };
}
