import { type SQL, sql } from 'drizzle-orm';
import type { ReportTarget } from '#contract/across/reports.ts';
import { fetchRows } from '../../../db/db.ts';
import type { Ctx } from '../../../kernel/context.ts';
import { notFound } from '../../../kernel/errors.ts';
import { isId } from './acting.ts';
import { type Evidence, type MediaKind, filesOfTarget, loadMediaItem } from './evidence.ts';

/** What isn’t a media item, by its id: whose it is, and its row. */
const others: Record<Exclude<ReportTarget, MediaKind>, SQL> = {
  account: sql`SELECT t.id, t.id AS owner_id, jsonb_build_object('username', t.username, 'name', t.name, 'bio', t.bio, 'avatar', t.avatar, 'cover', t.cover, 'isPerformer', t.is_performer) AS row FROM accounts t`,
  comment: sql`SELECT t.id, t.author_id AS owner_id, to_jsonb(t) AS row FROM comments t`,
  message: sql`SELECT t.id, t.sender_id AS owner_id, to_jsonb(t) AS row FROM messages t
    UNION ALL SELECT t.id, t.sender_id, to_jsonb(t) FROM stream_messages t`,
};
const isOther = (type: ReportTarget): type is keyof typeof others => Object.hasOwn(others, type);

/**
 * Anything on the site with a snapshot of it, whoever may see it: for operators, and for the site’s own cases.
 * @throws AppError 404
 */
export async function lookAt(ctx: Ctx, type: ReportTarget, id: string): Promise<Evidence> {
  if (!isId(id)) throw notFound();
  if (!isOther(type)) {
    const { owner_id: ownerId, row, files: fileIds } = await loadMediaItem(ctx, type, id);
    return { ownerId, snapshot: { ...row, files: fileIds }, fileIds };
  }
  const [found] = await fetchRows<{ owner_id: string; row: Record<string, unknown> }>(
    ctx.db.execute(sql`SELECT owner_id, row FROM (${others[type]}) AS found WHERE id = ${id}`),
  );
  if (!found) throw notFound();
  const fileIds = type === 'account' ? [] : await filesOfTarget(ctx, type, id);
  return { ownerId: found.owner_id, snapshot: { ...found.row, files: fileIds }, fileIds };
}
