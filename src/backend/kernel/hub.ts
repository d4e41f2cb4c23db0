import type { ServerEvent, ServerEvents } from '#contract/core/events.ts';
import type { Target, Transport } from '../ports/ports.ts';
import { createBatches } from './batches.ts';

/** Room names. Always use these instead of building a name elsewhere. */
export const rooms = {
  /** Every connection of an account, across tabs and devices. */
  account: (id: string) => `account:${id}`,
  /** The connections of one session, so they can be dropped when it ends. */
  session: (id: string) => `session:${id}`,
  /** The connections of an account whose page someone is looking at. */
  visible: (id: string) => `visible:${id}`,
  conversation: (id: string) => `conversation:${id}`,
  /** Those who may read a stream's chat and have it open. */
  stream: (id: string) => `stream:${id}`,
  /** Everyone with the page of a stream open, also those who may not watch. */
  streamPage: (id: string) => `stream-page:${id}`,
  /** Everyone viewing an auction. */
  auction: (id: string) => `auction:${id}`,
} as const;

/**
 * How long, in milliseconds, an account counts as online after it was last seen. An open connection renews
 * `lastSeenAt` every minute (`presence.ts`), so that column alone answers the question in any process without
 * asking the transport.
 */
export const onlineMs = 120_000;

/** The only way to reach sockets. */
export interface Hub {
  emit<E extends ServerEvent>(to: Target, event: E, payload: ServerEvents[E]): void;
  /** Disconnects the sockets of an account or session within a second. */
  drop(room: string): void;
  /** Removes the sockets in one room (an account's) from another. */
  leave(room: string, other: string): void;
  isPresent(accountId: string): Promise<boolean>;
  /** Whether the account's owner is looking at the site on any device. */
  isLooking(accountId: string): Promise<boolean>;
}

export function createHub(transport: Transport): Hub {
  const emit = createBatches((to, event, payload) => transport.emit(to, event, payload));
  return {
    emit,
    drop: (room) => transport.disconnect(room),
    leave: (room, other) => transport.leave(room, other),
    isPresent: async (accountId) => (await transport.count(rooms.account(accountId))) > 0,
    isLooking: async (accountId) => (await transport.count(rooms.visible(accountId))) > 0,
  };
}
