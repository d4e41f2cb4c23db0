import { type SQL, sql } from 'drizzle-orm';
import type { library as family, LibraryItem, LibraryKind } from '#contract/content/library.ts';
import type { ParsedInput } from '#contract/core/registry.ts';
import { matchesText } from '../../../db/matches-text.ts';
import type { UserCtx } from '../../../kernel/context.ts';
import { fetchRows } from '../../../db/db.ts';
import type { HandlersOf } from '../../../kernel/handlers.ts';
import { performerCards } from '../../people/accounts/profile-cards.ts';
import { fileView } from '../../base/files/presenters.ts';
import { filesById } from '../../base/files/queries.ts';
import { cutPage, encodeCursor, readCursor } from '../../../kernel/keyset.ts';
import { forgetPostProgress, savePostProgress } from '../posts/progress.ts';
import { forgetVideoProgress } from '../videos/watching.ts';
import { listUnfinished } from './unfinished.ts';
import { cappedTotal } from '../../../kernel/paging.ts';

type Query = ParsedInput<'GET /user/library'>['query'];
interface Row {
  id: string;
  kind: LibraryKind;
  item_id: string;
  conversation_id: string | null;
  title: string;
  performer_id: string;
  cover: string | null;
  price: string | number;
  created_at: string | Date;
}

/** The image of a purchased item: the file of a message, the first photo of a gallery, or a stream's replay. */
const coverFileId = sql`CASE b.kind
  WHEN 'feed' THEN (SELECT coalesce(f.thumbnail_id, (SELECT ff.file_id FROM feed_files ff WHERE ff.feed_id = f.id ORDER BY ff.position LIMIT 1)) FROM feeds f WHERE f.id = b.item_id)
  WHEN 'video' THEN (SELECT coalesce(v.thumbnail_id, v.file_id) FROM videos v WHERE v.id = b.item_id)
  WHEN 'gallery' THEN (SELECT coalesce((SELECT p.file_id FROM photos p WHERE p.id = g.cover_photo_id), (SELECT p.file_id FROM photos p WHERE p.gallery_id = g.id ORDER BY p.position, p.id LIMIT 1)) FROM galleries g WHERE g.id = b.item_id)
  WHEN 'stream' THEN (SELECT coalesce(v.thumbnail_id, v.file_id) FROM streams s JOIN videos v ON v.id = s.replay_video_id AND v.state = 'published' WHERE s.id = b.item_id)
  WHEN 'product' THEN (SELECT i.file_id FROM product_images i WHERE i.product_id = b.item_id ORDER BY i.position LIMIT 1)
  ELSE (SELECT mf.file_id FROM message_files mf WHERE mf.message_id = b.item_id ORDER BY mf.position LIMIT 1) END`;

/**
 * SQL condition: purchases the viewer can open, without refunded ones. Blocks don't matter, because purchases
 * are kept.
 */
const bought = (ctx: UserCtx) =>
  sql`b.account_id = ${ctx.viewer.id} AND b.reversed_at IS NULL AND b.kind IN ('feed', 'video', 'gallery', 'product', 'message', 'stream')`;

function conditions(ctx: UserCtx, query: Query): SQL {
  const parts = [bought(ctx)];
  if (query.kind) parts.push(sql`b.kind = ${query.kind}`);
  if (query.q) {
    parts.push(
      sql`(${matchesText(query.q, sql`b.title`)} OR EXISTS (SELECT 1 FROM accounts a WHERE a.id = b.performer_id AND ${matchesText(query.q, sql`a.name`, sql`a.username`)}))`,
    );
  }
  return sql.join(parts, sql` AND `);
}

function afterCursor({ cursor }: Query): SQL {
  if (cursor === undefined) return sql`true`;
  const { createdAt, id } = readCursor(cursor);
  return sql`(b.created_at, b.id) < (${createdAt.toISOString()}::timestamptz, ${id}::uuid)`;
}

async function present(ctx: UserCtx, rows: readonly Row[]): Promise<LibraryItem[]> {
  const [people, covers] = await Promise.all([
    performerCards(
      ctx,
      rows.map((row) => row.performer_id),
    ),
    filesById(
      ctx,
      rows.flatMap(({ cover }) => cover ?? []),
    ),
  ]);
  return rows.flatMap((row): LibraryItem[] => {
    const performer = people.get(row.performer_id);
    const cover = row.cover === null ? undefined : covers.get(row.cover);
    if (!performer) return [];
    return [
      {
        _id: row.id,
        kind: row.kind,
        itemId: row.item_id,
        conversationId: row.conversation_id,
        title: row.title,
        performer,
        price: Number(row.price),
        boughtAt: new Date(row.created_at).toISOString(),
        cover: cover ? fileView(ctx, cover, { readable: true, by: 'purchased' }) : null,
      },
    ];
  });
}

/** The viewer's purchases, whatever has happened to the items since. */
async function listLibrary(
  ctx: UserCtx,
  query: Query,
): Promise<{ data: LibraryItem[]; total: number; nextCursor: string | null }> {
  const where = conditions(ctx, query);
  const offset = query.cursor === undefined ? query.offset : 0;
  const [found, total] = await Promise.all([
    fetchRows<Row>(
      ctx.db.execute(sql`
      SELECT b.id, b.kind, b.item_id, b.title, b.performer_id, b.price, b.created_at, ${coverFileId} AS cover,
        (SELECT m.conversation_id FROM messages m WHERE b.kind = 'message' AND m.id = b.item_id) AS conversation_id
      FROM purchases b WHERE ${where} AND ${afterCursor(query)} ORDER BY b.created_at DESC, b.id DESC LIMIT ${query.limit + 1} OFFSET ${offset}`),
    ),
    cappedTotal(ctx, sql`SELECT 1 FROM purchases b WHERE ${where}`, query),
  ]);
  const { rows, nextCursor } = cutPage(found, query.limit, (row) =>
    encodeCursor({ createdAt: new Date(row.created_at), id: row.id }),
  );
  return { data: await present(ctx, rows), total, nextCursor };
}

export const libraryHandlers: HandlersOf<typeof family> = {
  'GET /user/library': (ctx, { query }) => listLibrary(ctx, query),
  'GET /user/unfinished': (ctx) => listUnfinished(ctx),
  'PUT /user/feeds/:id/files/:fileId/progress': (ctx, { params, body }) =>
    savePostProgress(ctx, { ...params, seconds: body.seconds }),
  async 'DELETE /user/unfinished/:kind/:id'(ctx, { params: { kind, id } }) {
    await (kind === 'video' ? forgetVideoProgress : forgetPostProgress)(ctx, id);
    return { success: true };
  },
};
