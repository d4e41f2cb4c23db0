import { and, asc, eq, inArray } from 'drizzle-orm';
import type { FileView } from '#contract/core/schemas.ts';
import { type Ctx, type UserCtx, now, transaction } from '../../kernel/context.ts';
import { performers } from '../../db/schema/creators.ts';
import { documents } from '../../db/schema/files.ts';
import { invalid } from '../../kernel/errors.ts';
import type { UploadedFile } from '../../kernel/uploaded-file.ts';
import { type DocumentRow, documentView, removeDocuments, storeDocuments } from '../files/documents.ts';

/** The sides of an identity document, which are the form's fields. */
const sides = ['idFront', 'idBack'] as const;

/** The identity documents an account has sent. */
export const identityDocuments = (ctx: Ctx, ownerId: string): Promise<DocumentRow[]> =>
  ctx.db
    .select()
    .from(documents)
    .where(and(eq(documents.ownerId, ownerId), inArray(documents.side, [...sides])))
    .orderBy(asc(documents.createdAt), asc(documents.id));

export const ownDocuments = async (ctx: UserCtx): Promise<FileView[]> =>
  (await identityDocuments(ctx, ctx.viewer.id)).map(documentView);

/** Adds documents or replaces the given sides. A rejected profile goes back to pending approval. */
export async function replaceDocuments(ctx: UserCtx, uploads: readonly UploadedFile[]): Promise<FileView[]> {
  if (uploads.length === 0) throw invalid('idFront', 'Choose a file.');
  const stored = await storeDocuments(ctx, uploads);
  const sent = new Set(uploads.map(({ field }) => field));
  await transaction(ctx, async (tx) => {
    // Of two concurrent uploads, the second waits here and then replaces the first.
    const mine = eq(performers.accountId, ctx.viewer.id);
    const [profile] = await tx.db
      .select({ verified: performers.verified })
      .from(performers)
      .where(mine)
      .for('update');
    const old = (await identityDocuments(tx, ctx.viewer.id)).filter(({ side }) => sent.has(side));
    await removeDocuments(tx, old);
    await stored.write(tx, ctx.viewer.id);
    if (profile?.verified === 'rejected')
      await tx.db
        .update(performers)
        .set({ verified: 'pending', verifiedReason: null, updatedAt: now(tx) })
        .where(mine);
  }).catch(async (error: unknown) => {
    await stored.discard();
    throw error;
  });
  return ownDocuments(ctx);
}
