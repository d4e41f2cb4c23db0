import { type Saga, read, send, wait } from '../../effects.ts';
import { selectAuthUser } from '../../session/auth.ts';
import { messageRestored, selectThread } from '../message.ts';
import type { MessageState } from '../message.ts';
import { deleteRecording, loadRecordings } from './saved-recordings.ts';
import { localVoice } from './local-voice.ts';

export { deleteRecording };

/** Shows the recordings of a conversation that an earlier page couldn't send, to be retried or discarded. */
export function* restore(conversationId: string): Saga {
  const me = yield* read(selectAuthUser);
  if (!me) return;
  for (const { blob, replyTo, ...kept } of yield* wait(() => loadRecordings(me._id, conversationId))) {
    const { items } = yield* read((state: { message?: MessageState }) => selectThread(state, conversationId));
    const shown = items.find((each) => each.clientId === kept.clientId);
    if (shown?.status === 'sent') yield* wait(() => deleteRecording(kept.clientId));
    if (shown) continue;
    const url = URL.createObjectURL(blob);
    const file = localVoice({ ...kept, url, mime: blob.type, bytes: blob.size });
    yield* send(messageRestored({ ...kept, text: '', files: [file], replyTo: replyTo ?? undefined }));
  }
}
