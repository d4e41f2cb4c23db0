import type { UnknownAction } from 'redux';
import { untilLoaded } from '#lib/device/until-loaded.ts';
import type { SagaDeps } from './deps.ts';
import type { Saga } from './effects.ts';
import { connectionRestored } from './live/connection.ts';

/*
 * For the root saga and what it imports. An `import()` here repeats nothing of these in another file, as it would
 * in a file of the first load, from where the bundler can't see that they are loaded.
 */

export type FeatureSaga = (deps: SagaDeps) => Saga;

/** Slices and sagas that most pages never need, loaded when the first action arrives that they handle. */
export interface LazyPart {
  readonly handles: (action: UnknownAction, state: object) => boolean;
  readonly isLoaded: () => boolean;
  readonly load: () => Promise<void>;
  /** Resolves once the part is loaded, whoever caused it. */
  readonly sagas: Promise<readonly FeatureSaga[]>;
}

function lazyPart(handles: LazyPart['handles'], load: () => Promise<readonly FeatureSaga[]>): LazyPart {
  let loaded = false;
  let loading: Promise<void> | undefined;
  const { promise: sagas, resolve } = Promise.withResolvers<readonly FeatureSaga[]>();
  const loadOnce = async () => {
    resolve(await untilLoaded(load));
    loaded = true;
  };
  return { handles, isLoaded: () => loaded, load: () => (loading ??= loadOnce()), sagas };
}

const isStreamAction = ({ type }: UnknownAction): boolean =>
  /^(?:live\/(?:private-)?stream|streamMessage|stream|privateStream)\//.test(type);
const isMessageAction = ({ type }: UnknownAction): boolean =>
  /^(?:live\/)?(?:message|conversation)\//.test(type);
/**
 * Every page counts the unread messages again after a reconnect. A page that shows conversations also catches up
 * on its first connection.
 */
const catchesUp = (action: UnknownAction, state: object): boolean =>
  connectionRestored.match(action) && (!action.payload.first || 'conversation' in state);

/** Also runs for visitors. */
export const streams = lazyPart(
  isStreamAction,
  async () => (await import('./streams/stream-sagas.ts')).streamSagas,
);
/** Runs while a person is logged in. */
export const messages = lazyPart(
  (action, state) => isMessageAction(action) || catchesUp(action, state),
  async () => (await import('./messages/messages-sagas.ts')).messagesSagas,
);

/**
 * The part that handles this action and isn't loaded yet. A server event needs it before it is dispatched, since
 * the slice that it fills must exist by then.
 */
export const missingPart = (action: UnknownAction, state: object = {}): LazyPart | undefined =>
  [streams, messages].find((part) => !part.isLoaded() && part.handles(action, state));
