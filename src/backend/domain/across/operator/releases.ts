import { asc, eq } from 'drizzle-orm';
import type { NamedRelease } from '#contract/across/operator/creators.ts';
import { documents } from '../../../db/schema/files.ts';
import { releases } from '../../../db/schema/media-items.ts';
import { transaction } from '../../../kernel/context.ts';
import { signDocument } from '../../base/files/document-addresses.ts';
import { nameEnding } from '../../base/files/documents.ts';
import type { NamedPerson } from '../../content/media-items/releases.ts';
import { type OperatorCtx, audit } from './audit.ts';
import { findCreator } from './desk/creators.ts';

/** People with the addresses of their releases, for this operator's browser alone. */
const shown = (ctx: OperatorCtx, people: readonly NamedPerson[]): NamedRelease[] =>
  people.map(({ _id, name, document }) => ({
    _id,
    name,
    document: document && {
      _id: document.id,
      name: `release.${nameEnding(document)}`,
      mime: document.mime,
      bytes: document.bytes,
      sentAt: document.createdAt.toISOString(),
      url: signDocument(ctx, { id: document.id, viewerId: ctx.actorId ?? '' }),
    },
  }));

/**
 * Opens releases: that they were opened is noted in the audit log before any address is given. `subject` is the
 * creator or case from whose page they are opened.
 */
export function openReleases(
  ctx: OperatorCtx,
  { action, subject }: { action: 'performer.releases' | 'case.releases'; subject: string },
  find: (tx: OperatorCtx) => Promise<readonly NamedPerson[]>,
): Promise<NamedRelease[]> {
  return transaction(ctx, async (tx) => {
    const people = await find(tx);
    await audit(tx, { action, subject, facts: { releases: people.map(({ _id }) => _id) } });
    return shown(tx, people);
  });
}

/** Everyone without an account whom a creator named. @throws AppError 404 */
export async function openCreatorReleases(ctx: OperatorCtx, id: string): Promise<{ data: NamedRelease[] }> {
  await findCreator(ctx, id);
  const all = (tx: OperatorCtx) =>
    tx.db
      .select({ _id: releases.id, name: releases.name, document: documents })
      .from(releases)
      .leftJoin(documents, eq(documents.id, releases.documentId))
      .where(eq(releases.performerId, id))
      .orderBy(asc(releases.name), asc(releases.id));
  return { data: await openReleases(ctx, { action: 'performer.releases', subject: id }, all) };
}
