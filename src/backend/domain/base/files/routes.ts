import { and, eq } from 'drizzle-orm';
import type { CloudFileType, files as family } from '#contract/base/files.ts';
import type { FileView } from '#contract/core/schemas.ts';
import { type UserCtx, now, transaction } from '../../../kernel/context.ts';
import { files } from '../../../db/schema/files.ts';
import { conflict, notAllowed, notFound } from '../../../kernel/errors.ts';
import type { HandlersOf } from '../../../kernel/handlers.ts';
import { rooms } from '../../../kernel/hub.ts';
import { enqueue } from '../../../kernel/job-queue.ts';
import type { ParsedInput } from '#contract/core/registry.ts';
import type { FileKind } from './claims.ts';
import { onFileSettled } from '../../content/publishing/on-file-ready.ts';
import { type FileRow, fileView } from './presenters.ts';
import { processingJob } from './recordings.ts';
import { limitRate } from '../../../kernel/rate-limit.ts';
import { requestTeaser } from './teasers.ts';
import { storeUpload } from './uploads.ts';

const kindOfType: Record<CloudFileType, FileKind | 'document'> = {
  'feed-photo': 'image',
  'feed-video': 'video',
  'feed-audio': 'audio',
  'feed-thumbnail': 'image',
  'feed-teaser': 'video',
  'message-photo': 'image',
  'message-video': 'video',
  'message-audio': 'audio',
  'message-thumbnail': 'image',
  photo: 'image',
  video: 'video',
  'video-thumbnail': 'image',
  'video-teaser': 'video',
  'product-image': 'image',
  'product-file': 'document',
  'auction-image': 'image',
};

/** Creates a file from an object uploaded to cloud storage. */
async function createFile(
  ctx: UserCtx,
  { type, originalName, ...fields }: ParsedInput<'POST /files'>['body'],
): Promise<FileView> {
  if (!ctx.viewer.isPerformer && !type.startsWith('message-')) throw notAllowed('Only creators can do that.');
  const upload = { type, kind: kindOfType[type], fields, file: undefined, originalName };
  return fileView(ctx, await storeUpload(ctx, upload), { readable: true });
}

const mine = (ctx: UserCtx, id: string) => and(eq(files.id, id), eq(files.ownerId, ctx.viewer.id));

async function fileStatus(ctx: UserCtx, id: string): Promise<FileView> {
  const [row] = await ctx.db.select().from(files).where(mine(ctx, id));
  if (!row) throw notFound();
  return fileView(ctx, row, { readable: true });
}

const retryFile = (ctx: UserCtx, id: string): Promise<FileRow> =>
  transaction(ctx, async (tx) => {
    const [row] = await tx.db.select().from(files).where(mine(tx, id)).for('no key update');
    if (!row) throw notFound();
    if (row.state !== 'failed') throw conflict('This file didn’t fail, so there’s nothing to retry.');
    const again = { state: 'queued', percent: 0, reason: null, updatedAt: now(tx) } as const;
    await tx.db.update(files).set(again).where(eq(files.id, id));
    await enqueue(tx, processingJob(id));
    await onFileSettled(tx, id);
    tx.emit(rooms.account(row.ownerId), 'file/state', { fileId: id, state: 'queued', percent: 0 });
    return { ...row, ...again };
  });

/** Limits processing, which costs minutes of processor time, to more than anyone needs. */
const limitMediaItem = (ctx: UserCtx): Promise<number> =>
  limitRate(ctx, `process:${ctx.viewer.id}`, { max: 120, seconds: 3600 });

export const fileHandlers: HandlersOf<typeof family> = {
  'POST /files': (ctx, { body }) => createFile(ctx, body),
  'GET /files/:id/status': (ctx, { params }) => fileStatus(ctx, params.id),
  async 'POST /files/:id/teaser'(ctx, { params, body }) {
    await limitMediaItem(ctx);
    return fileView(ctx, await requestTeaser(ctx, { fileId: params.id, ...body }), { readable: true });
  },
  async 'POST /files/:id/retry'(ctx, { params }) {
    await limitMediaItem(ctx);
    return fileView(ctx, await retryFile(ctx, params.id), { readable: true });
  },
};
