import { type Ack, type ClientEvent, clientEvents } from '#contract/core/events.ts';
import { isConnectionLost } from './db/connection-lost.ts';
import { AppError, databaseUnavailable } from './kernel/errors.ts';
import type { Ports } from './ports/ports.ts';

export const isClientEvent = (event: string): event is ClientEvent => Object.hasOwn(clientEvents, event);
const refusal = (code: string, message: string): Ack => ({ ok: false, code, message });

/**
 * Turns any error into an acknowledgement, so that the client always gets one and the server keeps running.
 */
export function toRefusal(error: unknown, parts: { readonly ports: Pick<Ports, 'log'> }, event: string): Ack {
  if (error instanceof AppError) return refusal(error.code, error.message);
  if (isConnectionLost(error)) return toRefusal(databaseUnavailable(false), parts, event);
  parts.ports.log.error('socket event failed', {
    event: isClientEvent(event) ? event : 'unknown',
    error,
  });
  return refusal('internal', 'Something went wrong, please try again later');
}
