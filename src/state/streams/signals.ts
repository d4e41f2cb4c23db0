import type { Action } from 'redux';
import type { SignalLink } from '#services/talk/live/live-types.ts';
import { addMiddleware } from '../lazy.ts';
import { live, liveEventSent } from '../live/live-events.ts';

const listeners = new Set<(from: string, data: unknown) => void>();

// Signals aren't state: each is passed on once, to whoever holds a call at that moment.
addMiddleware(() => (next) => (action) => {
  if (live.signal.match(action))
    for (const listener of listeners) listener(action.payload.from, action.payload.data);
  return next(action);
});

/** What browsers tell each other to connect directly, over the live connection to the server. */
export const signalsWith = (peer: string, dispatch: (action: Action) => void): SignalLink => ({
  send: (data) => dispatch(liveEventSent('signal', { to: peer, data })),
  onSignal(listener) {
    const hear = (from: string, data: unknown) => void (from === peer && listener(data));
    listeners.add(hear);
    return () => void listeners.delete(hear);
  },
});
