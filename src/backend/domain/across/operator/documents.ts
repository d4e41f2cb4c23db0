import { eq } from 'drizzle-orm';
import { type Ctx, transaction } from '../../../kernel/context.ts';
import { documents } from '../../../db/schema/files.ts';
import { AppError, notFound } from '../../../kernel/errors.ts';
import { identityDocuments } from '../../people/creators/verification.ts';
import { type DocumentRow, nameEnding, readDocument } from '../../base/files/documents.ts';
import { type OperatorCtx, audit } from './audit.ts';
import { findPerformer } from './performers.ts';

/** An identity document of a creator, unchanged. */
export interface SentDocument {
  readonly id: string;
  /** Such as `idFront.jpeg`: the side, and the detected format. Approved ones say so. */
  readonly name: string;
  readonly mime: string;
  readonly bytes: number;
  readonly sentAt: Date;
  /** Decrypts it. */
  open(): Promise<Uint8Array>;
}

const sentDocument = (ctx: Ctx, row: DocumentRow): SentDocument => ({
  id: row.id,
  name: `${row.side}${row.approvedAt ? '-approved' : ''}.${nameEnding(row)}`,
  mime: row.mime,
  bytes: row.bytes,
  sentAt: row.createdAt,
  open: () => readDocument(ctx, row),
});

/**
 * The identity documents of a creator. The access is recorded in the audit log before any document is
 * returned.
 * @throws AppError 404
 */
export async function takeDocuments(ctx: OperatorCtx, username: string): Promise<SentDocument[]> {
  const rows = await transaction(ctx, async (tx) => {
    const performer = await findPerformer(tx, username);
    const found = await identityDocuments(tx, performer.id);
    if (found.length === 0) throw new AppError(404, 'not_found', `${username} has sent no documents.`);
    await audit(tx, {
      action: 'performer.documents',
      subject: performer.id,
      facts: { username: performer.username, documents: found.map(({ id }) => id) },
    });
    return found;
  });
  return rows.map((row) => sentDocument(ctx, row));
}

/** One document. Whoever asks has its address, which `takeDocuments` gave and noted. @throws AppError 404 */
export async function documentById(ctx: Ctx, id: string): Promise<SentDocument> {
  const [row] = await ctx.db.select().from(documents).where(eq(documents.id, id));
  if (!row) throw notFound();
  return sentDocument(ctx, row);
}
