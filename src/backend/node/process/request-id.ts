import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

const running = new AsyncLocalStorage<string>();
/** What a proxy may name a request: a UUID, a hash, a counter. Anything else would end up in the log as it is. */
const acceptable = /^[A-Za-z0-9_-]{8,64}$/;

export const newRequestId = (): string => randomBytes(9).toString('base64url');

/** The id that a trusted proxy gave the request, or a new one. Clients can't choose theirs. */
export function findRequestId({ headers }: Pick<IncomingMessage, 'headers'>, isTrusted: boolean): string {
  const given = headers['x-request-id'];
  return isTrusted && typeof given === 'string' && acceptable.test(given) ? given : newRequestId();
}

/** Runs what answers a request. All it starts, however long it takes, belongs to that request. */
export const inRequest = <T>(id: string, work: () => T): T => running.run(id, work);

/** The id of the request being answered; undefined in jobs and at startup. */
export const currentRequestId = (): string | undefined => running.getStore();
