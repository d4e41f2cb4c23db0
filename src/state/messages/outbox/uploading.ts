import { buffers, eventChannel } from 'redux-saga';
import type { EventChannel } from 'redux-saga';
import { take } from 'redux-saga/effects';
import type { FileView } from '#contract/core/schemas.ts';
import type { Api } from '#services/http/api.ts';
import { leftPage } from '#services/http/left-page.ts';
import { abortedProblem } from '#services/http/problem.ts';
import { forgetVideo, sendVideo } from '#services/http/large-videos.ts';
import { uploadMessagePhoto, uploadMessageVideo } from '#services/talk/messages/messages.ts';
import { send } from '../../effects.ts';
import type { Saga } from '../../effects.ts';
import type { Outgoing } from '../outgoing.ts';
import { messageUploading } from './outbox-actions.ts';
import type { OutboxEntry, OutboxFile, OutboxStore } from './outbox.ts';
import { isVideoFile } from './video-file.ts';

/** The uploads of this page, by the `clientId` of their message. */
const running = new Map<string, AbortController>();

/** The file as it was picked: its date is part of what an interrupted upload is recognized by. */
function pickedFile({ name, blob, lastModified }: OutboxFile): File {
  const known = blob instanceof File ? blob.lastModified : 0;
  return new File([blob], name, { type: blob.type, lastModified: lastModified ?? known });
}

type UploadNews = { readonly percent: number } | { readonly view: FileView } | { readonly caught: unknown };

function begin(api: Api, file: File, stop: AbortController): EventChannel<UploadNews> {
  return eventChannel<UploadNews>((tell) => {
    const { signal } = stop;
    let cause: unknown = null;
    let reported = -1;
    const onProgress = (percent: number) =>
      void (percent > reported && tell({ percent: (reported = percent) }));
    // The outbox tries again itself, so that other messages needn't wait. What has arrived stays.
    const onPause = (isPaused: boolean, why?: unknown) => {
      if (!isPaused) return;
      cause = why;
      stop.abort(leftPage);
    };
    const sending = { customData: { name: file.name }, onProgress, signal };
    const work = isVideoFile(file)
      ? sendVideo(api, uploadMessageVideo, { file, onPause, ...sending })
      : uploadMessagePhoto(api, { files: { file }, body: {}, ...sending });
    work.then(
      (view) => tell({ view }),
      (caught: unknown) => tell({ caught: cause ?? caught }),
    );
    return () => stop.abort(leftPage);
  }, buffers.expanding<UploadNews>(4));
}

/**
 * Uploads a file of a message and shows how far it is. One in parts goes on where an earlier try ended.
 * @throws {ApiProblem} 0 `aborted` when its message was canceled.
 */
export function* uploaded(api: Api, of: Outgoing, picked: OutboxFile): Saga<FileView> {
  const stop = new AbortController();
  const channel = begin(api, pickedFile(picked), stop);
  running.set(of.clientId, stop);
  try {
    for (;;) {
      const news = (yield take(channel)) as UploadNews;
      if (stop.signal.aborted && stop.signal.reason !== leftPage) throw abortedProblem();
      if ('caught' in news) throw news.caught;
      if ('view' in news) return news.view;
      yield* send(messageUploading({ ...of, percent: news.percent }));
    }
  } finally {
    running.delete(of.clientId);
    channel.close();
  }
}

type Withdrawal = Pick<OutboxEntry, 'userId' | 'clientId'> & { readonly unlessSending?: boolean };

/** Removes a message from this device, with what has arrived of its files. */
export async function withdraw(
  api: Api,
  store: OutboxStore,
  { userId, clientId, unlessSending = false }: Withdrawal,
): Promise<'removed' | 'absent' | 'sending'> {
  const stop = running.get(clientId);
  // Deletes what has arrived itself.
  stop?.abort();
  const entry = (await store.list(userId)).find((each) => each.clientId === clientId);
  const removed = await store.remove(clientId, { unlessSending: unlessSending && !stop });
  if (removed === 'removed' && !stop)
    for (const blob of entry?.blobs ?? []) void forgetVideo(api, pickedFile(blob)).catch(() => undefined);
  return removed;
}
