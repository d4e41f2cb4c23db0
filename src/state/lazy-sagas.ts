import type { UnknownAction } from 'redux';
import { untilLoaded } from '#lib/device/until-loaded.ts';
import type { Saga } from './effects.ts';
import type { SagaDeps } from './deps.ts';
import { connectionRestored } from './live/connection.ts';

export type Concern = (deps: SagaDeps) => Saga;

/**
 * Slices and sagas that most pages never need. They are loaded when the first action arrives that they handle.
 * Later actions wait until then, so that the sagas see all of them in order.
 */
export interface LatePart {
  readonly actsOn: (action: UnknownAction, state: object) => boolean;
  readonly isHere: () => boolean;
  readonly load: () => Promise<void>;
  /** Resolves once the part is loaded, whoever caused it. */
  readonly concerns: Promise<readonly Concern[]>;
}

function latePart(actsOn: LatePart['actsOn'], load: () => Promise<readonly Concern[]>): LatePart {
  let here = false;
  let loading: Promise<void> | undefined;
  let arrive: (concerns: readonly Concern[]) => void;
  const concerns = new Promise<readonly Concern[]>((resolve) => (arrive = resolve));
  const bring = async () => {
    arrive(await untilLoaded(load));
    here = true;
  };
  return { actsOn, isHere: () => here, load: () => (loading ??= bring()), concerns };
}

const isOfStreams = ({ type }: UnknownAction): boolean =>
  /^(?:live\/(?:private-)?stream|streamMessage|stream|privateStream)\//.test(type);
const isOfMessages = ({ type }: UnknownAction): boolean =>
  /^(?:live\/)?(?:message|conversation)\//.test(type);
/**
 * Every page counts the unread messages again after a reconnect. A page that shows conversations also catches up
 * on its first connection.
 */
const catchesUp = (action: UnknownAction, state: object): boolean =>
  connectionRestored.match(action) && (!action.payload.first || 'conversation' in state);

/** Also runs for visitors. */
export const streams = latePart(
  isOfStreams,
  async () => (await import('./streams/stream-sagas.ts')).streamSagas,
);
/** Runs while a person is logged in. */
export const messages = latePart(
  (action, state) => isOfMessages(action) || catchesUp(action, state),
  async () => (await import('./messages/messages-sagas.ts')).messagesSagas,
);

/**
 * The part that handles this action and isn't loaded yet. A server event needs it before it is dispatched, since
 * the slice that it fills must exist by then.
 */
export const missingPart = (action: UnknownAction, state: object = {}): LatePart | undefined =>
  [streams, messages].find((part) => !part.isHere() && part.actsOn(action, state));

/** Passes actions on in order. One whose part isn't loaded yet waits for it, and so do all later ones. */
export function withParts(
  getState: () => unknown,
  put: (action: UnknownAction) => void,
): (action: UnknownAction) => void {
  const waiting: UnknownAction[] = [];
  const handOn = async () => {
    for (let next = waiting[0]; next; next = waiting[0]) {
      const part = missingPart(next, getState() as object);
      if (part) await part.load();
      waiting.shift();
      put(next);
    }
  };
  return (action) => {
    if (waiting.push(action) === 1) void handOn();
  };
}
