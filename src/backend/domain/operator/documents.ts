import { and, eq } from 'drizzle-orm';
import { transaction } from '../../kernel/context.ts';
import { files } from '../../db/schema/files.ts';
import { AppError } from '../../kernel/errors.ts';
import type { StoredObject } from '../../ports.ts';
import { objectKey } from '../files/media-addresses.ts';
import { type OperatorCtx, audit } from './audit.ts';
import { findPerformer } from './performers.ts';

/** An identity document of a creator, unchanged. */
export interface SentDocument {
  /** Such as `idFront.jpeg`: the side, and the detected format. */
  readonly name: string;
  readonly mime: string;
  readonly bytes: number;
  readonly sentAt: Date;
  open(): Promise<StoredObject>;
}

/**
 * The identity documents of a creator. The access is recorded in the audit log before any document is
 * returned.
 * @throws AppError 404
 */
export async function takeDocuments(ctx: OperatorCtx, username: string): Promise<SentDocument[]> {
  const rows = await transaction(ctx, async (tx) => {
    const performer = await findPerformer(tx, username);
    const found = await tx.db
      .select()
      .from(files)
      .where(and(eq(files.ownerId, performer.id), eq(files.type, 'document')))
      .orderBy(files.createdAt, files.id);
    if (found.length === 0) throw new AppError(404, 'not_found', `${username} has sent no documents.`);
    await audit(tx, {
      action: 'performer.documents',
      subject: performer.id,
      facts: { username: performer.username, documents: found.map(({ id }) => id) },
    });
    return found;
  });
  return rows.map(({ id, customData, mime, bytes, createdAt, renditions }, index) => {
    const stored = renditions[0]?.name ?? '';
    const side = customData && /^[A-Za-z]{1,20}$/.test(customData) ? customData : `document-${index + 1}`;
    const name = `${side}.${stored.split('.').at(-1)}`;
    return {
      name,
      mime,
      bytes,
      sentAt: createdAt,
      open: () => openObject(ctx, { key: objectKey(id, stored), name }),
    };
  });
}

async function openObject(
  ctx: OperatorCtx,
  { key, name }: { key: string; name: string },
): Promise<StoredObject> {
  const object = await ctx.ports.objects.get(key);
  if (!object) throw new AppError(404, 'not_found', `${name} is missing from storage (${key}).`);
  return object;
}
