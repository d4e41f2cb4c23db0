import { and, asc, desc, eq, inArray, isNull, sql } from 'drizzle-orm';
import { type Ctx, now, transaction } from '../../../kernel/context.ts';
import { accounts } from '../../../db/schema/accounts.ts';
import { type StoredRendition, files } from '../../../db/schema/files.ts';
import { moderationDecisions, removedPictureHashes, takenDownFiles } from '../../../db/schema/moderation.ts';
import { AppError } from '../../../kernel/errors.ts';
import type { JobPayloads } from '../../../kernel/job-payloads.ts';
import { enqueue } from '../../../kernel/job-queue.ts';
import { pictureHash } from '../../../kernel/picture-hash.ts';
import { blurName, objectKey } from '../../base/files/media-addresses.ts';
import { lockRemovedPictures } from '../../base/files/removed-pictures-query.ts';
import { type OperatorCtx, audit } from '../operator/audit.ts';
import { isId } from './acting.ts';

/*
 * Pictures of what operators removed for good. Their hashes are kept as long as the decision is in force; whoever
 * uploads one of them again is refused (`files/returning-pictures.ts`).
 */

async function list(tx: Ctx, decisionId: string, hashes: readonly bigint[]): Promise<void> {
  if (hashes.length === 0) return;
  await lockRemovedPictures(tx.db);
  const createdAt = now(tx);
  await tx.db
    .insert(removedPictureHashes)
    .values([...new Set(hashes)].map((hash) => ({ id: tx.ports.ids(), decisionId, hash, createdAt })))
    .onConflictDoNothing();
}

/** Lists the pictures and posters among the files of something that was removed. */
export async function listPictures(tx: Ctx, decisionId: string, fileIds: readonly string[]): Promise<void> {
  if (fileIds.length === 0) return;
  const found = await tx.db
    .select({ hash: files.pictureHash, renditions: files.renditions })
    .from(files)
    .where(inArray(files.id, [...fileIds]));
  await list(
    tx,
    decisionId,
    found.flatMap(({ hash }) => (hash === null ? [] : [hash])),
  );
  if (found.some(({ hash, renditions }) => hash === null && shownPicture(renditions)))
    await enqueue(tx, { kind: 'removed-pictures', payload: { decisionId } });
}

/** Forgets the pictures of a decision that doesn't apply anymore. */
export async function forgetPictures(tx: Ctx, decisionId: string): Promise<void> {
  await tx.db.delete(removedPictureHashes).where(eq(removedPictureHashes.decisionId, decisionId));
}

/** The smallest picture of a file that isn't blurred. */
const shownPicture = (renditions: readonly StoredRendition[]): StoredRendition | undefined =>
  renditions
    .filter(({ name, mime }) => name !== blurName && mime.startsWith('image/'))
    .toSorted((a, b) => a.width - b.width)[0];

const usualWidth = 320;

async function hashPicture(
  ctx: Ctx,
  fileId: string,
  renditions: readonly StoredRendition[],
): Promise<bigint | null> {
  const picture = shownPicture(renditions);
  const object = picture && (await ctx.ports.objects.get(objectKey(fileId, picture.name)));
  if (!object) return null;
  const bytes = await new Response(object.body as ReadableStream<Uint8Array<ArrayBuffer>>).arrayBuffer();
  // An upload that wasn't converted has no width.
  const widths = [picture.width || usualWidth];
  const { luma } = await ctx.ports.media.image(new Uint8Array(bytes), { widths });
  return pictureHash(luma);
}

/** The job for files that were stored before there were hashes. A picture that is too plain has none afterwards, too. */
export async function hashRemovedPictures(ctx: Ctx, decisionId: string): Promise<void> {
  const unknown = await ctx.db
    .select({ id: files.id, renditions: files.renditions })
    .from(takenDownFiles)
    .innerJoin(files, eq(files.id, takenDownFiles.fileId))
    .where(and(eq(takenDownFiles.decisionId, decisionId), isNull(files.pictureHash)))
    .orderBy(asc(files.id));
  const hashes: bigint[] = [];
  for (const { id, renditions } of unknown) {
    const hash = await hashPicture(ctx, id, renditions);
    if (hash !== null) hashes.push(hash);
  }
  await transaction(ctx, async (tx) => {
    const [decision] = await tx.db
      .select({ action: moderationDecisions.action, state: moderationDecisions.state })
      .from(moderationDecisions)
      .where(eq(moderationDecisions.id, decisionId))
      .for('share');
    if (decision?.action === 'remove' && decision.state === 'in-force') await list(tx, decisionId, hashes);
  });
}

/** Records for operators that somebody uploaded a removed picture again. */
export const recordRefusal = (
  ctx: Ctx,
  { accountId, pictureId, bits }: JobPayloads['picture-refused'],
): Promise<void> =>
  transaction(ctx, async (tx) => {
    const [picture] = await tx.db
      .update(removedPictureHashes)
      .set({ refusals: sql`${removedPictureHashes.refusals} + 1`, lastRefusedAt: now(tx) })
      .where(eq(removedPictureHashes.id, pictureId))
      .returning({ decisionId: removedPictureHashes.decisionId });
    await audit(
      { ...tx, actor: 'site', actorId: null },
      {
        action: 'picture.refused',
        subject: accountId,
        facts: { pictureId, decisionId: picture?.decisionId ?? null, bits },
      },
    );
  });

export interface ListedPicture {
  readonly id: string;
  readonly since: Date;
  readonly decisionId: string;
  readonly of: string | null;
  readonly about: string;
  readonly refusals: number;
  readonly lastRefusedAt: Date | null;
}

/** Removed pictures that are refused, newest first. */
export const listRemovedPictures = (
  ctx: OperatorCtx,
  { decisionId, limit }: { readonly decisionId?: string; readonly limit: number },
): Promise<ListedPicture[]> =>
  ctx.db
    .select({
      id: removedPictureHashes.id,
      since: removedPictureHashes.createdAt,
      decisionId: removedPictureHashes.decisionId,
      of: accounts.username,
      about: moderationDecisions.about,
      refusals: removedPictureHashes.refusals,
      lastRefusedAt: removedPictureHashes.lastRefusedAt,
    })
    .from(removedPictureHashes)
    .innerJoin(moderationDecisions, eq(moderationDecisions.id, removedPictureHashes.decisionId))
    .innerJoin(accounts, eq(accounts.id, moderationDecisions.accountId))
    .where(
      decisionId === undefined
        ? undefined
        : eq(removedPictureHashes.decisionId, isId(decisionId) ? decisionId : sql`NULL::uuid`),
    )
    .orderBy(desc(removedPictureHashes.createdAt), desc(removedPictureHashes.id))
    .limit(limit);

/** Lets a removed picture be uploaded again; what was removed stays removed. @throws AppError 404 */
export const forgetPicture = (ctx: OperatorCtx, id: string, reason: string): Promise<void> =>
  transaction(ctx, async (tx) => {
    const [row] = isId(id)
      ? await tx.db
          .delete(removedPictureHashes)
          .where(eq(removedPictureHashes.id, id))
          .returning({ decisionId: removedPictureHashes.decisionId })
      : [];
    if (!row) throw new AppError(404, 'not_found', `There is no removed picture ${id}.`);
    await audit(tx, {
      action: 'picture.forgotten',
      subject: id,
      facts: { decisionId: row.decisionId, reason },
    });
  });
