import { createAction } from '@reduxjs/toolkit';
import type { ClientEvent, ClientEvents, ServerEvent, ServerEvents } from '#contract/core/events.ts';

const names = {
  'message/created': 0,
  'message/updated': 0,
  'message/deleted': 0,
  'conversation/read': 0,
  'conversation/changed': 0,
  'conversation/typing': 0,
  'stream/message': 0,
  'stream/message-deleted': 0,
  'stream/chat-cleared': 0,
  'stream/started': 0,
  'stream/ended': 0,
  'stream/viewers': 0,
  'stream/tip': 0,
  'private-stream/requested': 0,
  'private-stream/accepted': 0,
  'private-stream/declined': 0,
  'private-stream/ended': 0,
  'private-stream/meter': 0,
  'balance/updated': 0,
  'notification/created': 0,
  'notification/read': 0,
  'consents/accepted': 0,
  'auction/bid': 0,
  'auction/changed': 0,
  'auction/ended': 0,
  'order/changed': 0,
  'private-stream/changed': 0,
  'stream/changed': 0,
  'stream/chat-changed': 0,
  'stream/removed': 0,
  'stream/taken-over': 0,
  'file/state': 0,
  'presence/changed': 0,
  'access/changed': 0,
  'events/missed': 0,
} as const satisfies Record<ServerEvent, 0>;

/**
 * Every event the server may send. An event that the contract adds must be listed in `names`, or it doesn't
 * compile.
 */
export const serverEvents = Object.keys(names) as readonly ServerEvent[];

const liveAction = <E extends ServerEvent>(event: E) => createAction<ServerEvents[E]>(`live/${event}`);
type LiveActions = { readonly [E in ServerEvent]: ReturnType<typeof liveAction<E>> };

/** Events from the live connection as actions: `live['message/created']`. */
export const live = Object.fromEntries(
  serverEvents.map((event) => [event, liveAction(event)]),
) as unknown as LiveActions;

/** Sends an event over the live connection. Dropped if there is no connection, which is harmless. */
export const liveEventSent = createAction(
  'live/sent',
  <E extends ClientEvent>(event: E, payload: ClientEvents[E]) => ({ payload: { event, payload } }),
);
/**
 * The server has acknowledged an event. After joining a room, its events are received from now on; earlier
 * ones have to be fetched.
 */
export const liveEventAnswered = createAction(
  'live/answered',
  <E extends ClientEvent>(event: E, payload: ClientEvents[E]) => ({ payload: { event, payload } }),
);
