import { untilLoaded } from '#lib/device/until-loaded.ts';
import { type Saga, onEvery, wait } from '../../effects.ts';
import { conversationOpenRequested } from '../conversation.ts';
import { messageDiscarded, messageSent } from '../message.ts';
import { hasRecordings } from './recording-flag.ts';

const load = () =>
  untilLoaded(async () => {
    const { deleteRecording, restore } = await import('./restoring.ts');
    return { deleteRecording, restore };
  });

function* drop(clientId: string): Saga {
  if (!hasRecordings()) return;
  const { deleteRecording } = yield* wait(load);
  yield* wait(() => deleteRecording(clientId));
}

/**
 * Keeps recordings on the device exactly until the server has their message or the sender discards them. Loads what
 * that takes only where there are any.
 */
export function* voiceSaga(): Saga {
  yield* onEvery(conversationOpenRequested, function* ({ payload }) {
    if ('id' in payload && hasRecordings()) yield* (yield* wait(load)).restore(payload.id);
  });
  yield* onEvery(messageSent, function* ({ payload: { clientId } }) {
    if (clientId) yield* drop(clientId);
  });
  yield* onEvery(messageDiscarded, ({ payload }) => drop(payload.clientId));
}
