import type { FileView } from '#contract/core/schemas.ts';
import { type UserCtx, transaction } from '../../../kernel/context.ts';
import { invalid } from '../../../kernel/errors.ts';
import type { UploadedFile } from '../../../kernel/uploaded-file.ts';
import { checkStatements, confirmStatements } from '../accounts/approval/consents.ts';
import { documentView, removeDocuments, storeDocuments } from '../../base/files/documents.ts';
import { identityDocuments, lockVerification, submitIfComplete } from './verification.ts';

export const ownDocuments = async (ctx: UserCtx): Promise<FileView[]> =>
  (await identityDocuments(ctx, ctx.viewer.id)).map(documentView);

/**
 * Adds documents or replaces the given sides, confirms the statements if their version is given, and puts the
 * documents up for review once everything is there. Approved documents are kept until newer ones are.
 */
export async function replaceDocuments(
  ctx: UserCtx,
  uploads: readonly UploadedFile[],
  statements: string | undefined,
): Promise<FileView[]> {
  if (uploads.length === 0) throw invalid('idFront', 'Choose a file.');
  checkStatements(statements);
  const stored = await storeDocuments(ctx, uploads);
  const sent = new Set(uploads.map(({ field }) => field));
  const { id } = ctx.viewer;
  await transaction(ctx, async (tx) => {
    // Of two concurrent uploads, the second waits here and then replaces the first.
    const creator = await lockVerification(tx, id);
    const before = await identityDocuments(tx, id);
    await removeDocuments(
      tx,
      before.filter(({ side, approvedAt }) => approvedAt === null && sent.has(side)),
    );
    await stored.write(tx, id);
    if (statements !== undefined) await confirmStatements(tx, id);
    await submitIfComplete(tx, creator);
  }).catch(async (error: unknown) => {
    await stored.discard();
    throw error;
  });
  return ownDocuments(ctx);
}
