import { eq } from 'drizzle-orm';
import { routes } from '#config/routes.ts';
import { limits } from '#config/limits.ts';
import { shortText } from '#lib/short-text.ts';
import type { Audience } from '#contract/core/schemas.ts';
import type { Tokens } from '#lib/units.ts';
import { accounts } from '../../../../db/schema/accounts.ts';
import { streams } from '../../../../db/schema/streams/streams.ts';
import { type Ctx, type UserCtx, now, transaction } from '../../../../kernel/context.ts';
import { AppError } from '../../../../kernel/errors.ts';
import { enqueue } from '../../../../kernel/job-queue.ts';
import type { LiveRecording } from '../../../../ports/live-transport.ts';
import { HEAD_BYTES } from '../../../../ports/media-format.ts';
import { storeRecording } from '../../../base/files/recordings.ts';
import type { UploadedObject } from '../../../base/files/upload-objects.ts';
import { notify } from '../../../people/notifications/notify.ts';
import { addFileToTickets } from '../../../money/wallet/ticket-purchases.ts';
import { type StreamRow, changeStream, lockStream } from './rows.ts';

/** Makes a video of a stored file. Passed in, because videos are an area above. */
export type MakeVideo = (
  ctx: UserCtx,
  taken: { readonly video: string },
  video: {
    readonly title: string;
    readonly description: string;
    readonly tags: string[];
    readonly audience: Audience;
    readonly price: Tokens;
    readonly includedInSubscription: boolean;
    readonly commentsEnabled: boolean;
    readonly coCreatorIds: readonly string[];
    readonly scheduledAt: null;
    readonly state: 'draft' | 'published';
  },
) => Promise<string>;

/** The process, acting for the creator. */
async function asCreator(ctx: Ctx, id: string): Promise<UserCtx> {
  const [row] = await ctx.db
    .select({ username: accounts.username, name: accounts.name })
    .from(accounts)
    .where(eq(accounts.id, id));
  if (!row) throw new Error(`the creator ${id} vanished`);
  return { ...ctx, viewer: { ...row, id, isPerformer: true, sessionId: '', hasSpendCaps: false } };
}

async function readHead(recording: LiveRecording): Promise<Uint8Array> {
  const reader = (await recording.open()).getReader();
  const head = new Uint8Array(HEAD_BYTES);
  let length = 0;
  while (length < HEAD_BYTES) {
    const { value, done } = await reader.read();
    if (done) break;
    const part = value.subarray(0, HEAD_BYTES - length);
    head.set(part, length);
    length += part.length;
  }
  await reader.cancel();
  return head.subarray(0, length);
}

const toUploadedObject = async ({ ports }: Ctx, recording: LiveRecording): Promise<UploadedObject> => ({
  size: recording.bytes,
  head: await readHead(recording),
  cloudKey: null,
  name: null,
  bytes: async () => new Uint8Array(await new Response(await recording.open()).arrayBuffer()),
  saveAs: async (key, mime) => ports.objects.put(key, await recording.open(), mime),
});

/** Makes the video once, whatever happens to the job, and adds it to what ticket holders bought. */
async function publish(ctx: UserCtx, row: StreamRow, { fileId, makeVideo }: { fileId: string; makeVideo: MakeVideo }) {
  const { title, audience, price, includedInSubscription } = row;
  const video = {
    ...{ title, audience, price, includedInSubscription },
    ...{ description: '', tags: [], commentsEnabled: true, coCreatorIds: [], scheduledAt: null },
  };
  const make = (state: 'draft' | 'published') =>
    transaction(ctx, async (tx) => {
      const current = await lockStream(tx, row.id);
      if (!current || current.replayVideoId !== null) return;
      const replayVideoId = await makeVideo(tx, { video: fileId }, { ...video, state });
      await changeStream(tx, row.id, { replayVideoId });
      await addFileToTickets(tx, row.id, fileId);
      await notify(tx, {
        to: row.performerId,
        type: 'media',
        text: `The recording of “${shortText(title, 60)}” is in your videos.`,
        href: routes.editVideo(replayVideoId),
      });
    });
  if (row.replay === 'draft') return make('draft');
  return make('published').catch((error: unknown) => {
    // A creator who isn't approved any longer keeps the recording.
    if (error instanceof AppError && error.status === 403) return make('draft');
    throw error;
  });
}

/** The job: makes a video of a stream's recording, with the stream's audience and price. */
export async function keepReplay(ctx: Ctx, streamId: string, makeVideo: MakeVideo): Promise<void> {
  const { live } = ctx.ports;
  const [row] = await ctx.db.select().from(streams).where(eq(streams.id, streamId));
  if (!row || row.replay === 'none' || row.replayVideoId !== null) return;
  if (!live) throw new Error('the recording is with the process that carried the stream');
  // It is complete once the media has ended.
  await live.close(streamId);
  const recording = await live.recording(streamId);
  if (!recording) return live.discardRecording(streamId);
  if (recording.bytes > 0 && recording.bytes <= limits.upload.videoBytes) {
    const object = await toUploadedObject(ctx, recording);
    const creator = await asCreator(ctx, row.performerId);
    const about = { type: 'video', kind: 'video', ownerId: row.performerId } as const;
    const { id: fileId } = await storeRecording(ctx, { ...about, object });
    const runAt = new Date(now(ctx).getTime() + limits.upload.unusedFileMs);
    await enqueue(ctx, { kind: 'drop-unused-file', payload: { fileId }, runAt });
    await publish(creator, row, { fileId, makeVideo });
  } else ctx.ports.log.error('a recording has no size that a video can have', { streamId, bytes: recording.bytes });
  await live.discardRecording(streamId);
}
