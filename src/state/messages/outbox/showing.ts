import type { FileView } from '#contract/core/schemas.ts';
import { read, send, wait } from '../../effects.ts';
import type { Saga } from '../../effects.ts';
import { messageWaiting, selectThread } from '../message.ts';
import type { MessageState } from '../message.ts';
import { loadRecording } from '../voice/saved-recordings.ts';
import { isLocal, localVoice } from '../voice/local-voice.ts';
import type { OutboxEntry } from './outbox.ts';

/** The files as this page can show them: the address of a recording lasts only as long as its page. */
async function shownFiles({ clientId, files }: OutboxEntry): Promise<readonly FileView[]> {
  if (!files.some(isLocal)) return files;
  const recording = await loadRecording(clientId);
  if (!recording) return files;
  const { blob } = recording;
  return [localVoice({ ...recording, url: URL.createObjectURL(blob), mime: blob.type, bytes: blob.size })];
}

/** Shows a message that waits, unless this page shows it already. */
export function* show(entry: OutboxEntry): Saga {
  const { message, blobs, problem, clientId, conversationId } = entry;
  const { items } = yield* read((state: { message?: MessageState }) => selectThread(state, conversationId));
  const isShown = items.some((each) => each.clientId === clientId);
  const files = isShown ? entry.files : yield* wait(() => shownFiles(entry));
  const waitingFiles = blobs.length;
  yield* send(messageWaiting({ ...message, files, waitingFiles, ...(problem && { problem }) }));
}
