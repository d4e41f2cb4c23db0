import type { FileView } from '#contract/core/schemas.ts';
import type { Message } from '#contract/talk/messages/messages.ts';
import type { Api } from '#services/http/api.ts';
import { getFileStatus } from '#services/base/files.ts';
import { sendMessage } from '#services/talk/messages/messages.ts';
import { within } from '#services/http/patience.ts';
import { ApiProblem } from '#services/http/problem.ts';
import { pause, wait } from '../../effects.ts';
import type { Saga } from '../../effects.ts';
import type { SagaDeps } from '../../deps.ts';
import { isLocal } from '../voice/local-voice.ts';
import { uploadedIds } from '../voice/voice-upload.ts';
import type { OutboxEntry, OutboxStore } from './outbox.ts';
import { uploaded } from './uploading.ts';

/** How often to ask whether a file has been processed. */
const processingMs = 2_000;

/** Waits until the server has processed a file. */
function* processed(api: Api, file: FileView): Saga {
  for (let view = file; view.state !== 'ready'; view = yield* wait(() => getFileStatus(api, file._id))) {
    if (view.state === 'failed')
      throw new ApiProblem({
        status: 422,
        code: 'file_failed',
        message: view.reason ?? 'This file couldn’t be processed.',
      });
    yield* pause(processingMs);
  }
}

/** Uploads the files that aren't on the server yet. What has been uploaded isn't uploaded again. */
function* fileIds(deps: SagaDeps, store: OutboxStore, entry: OutboxEntry): Saga<string[]> {
  const { clientId, blobs } = entry;
  // A recording is stored with its waveform, by itself.
  if (entry.files.some(isLocal)) return yield* uploadedIds(deps, clientId, entry.files);
  let { files } = entry;
  for (const [done, blob] of blobs.entries()) {
    const view = yield* uploaded(deps.api, entry, blob);
    // Whatever comes before it is uploaded by now.
    const { at = files.length } = blob;
    files = [...files.slice(0, at), view, ...files.slice(at)];
    const change = { files, blobs: blobs.slice(done + 1) };
    yield* wait(() => store.change(clientId, change));
  }
  for (const file of files) yield* processed(deps.api, file);
  return files.map((file) => file._id);
}

/** Sends a message with its files. The `clientId` makes the server recognize it if it was sent before. */
export function* deliver(deps: SagaDeps, store: OutboxStore, entry: OutboxEntry): Saga<Message> {
  const { clientId, conversationId, message } = entry;
  const { text, price = 0, replyTo } = message;
  const files = yield* fileIds(deps, store, entry);
  const attached = {
    ...(files.length > 0 && { files, price }),
    ...(replyTo && { replyTo: replyTo._id }),
  };
  const body = { conversationId, data: { text, clientId, ...attached } };
  return yield* wait(() => within(sendMessage(deps.api, { params: { id: conversationId }, body })));
}
