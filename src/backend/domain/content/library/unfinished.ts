import { sql } from 'drizzle-orm';
import { playback } from '#config/playback.ts';
import type { Unfinished } from '#contract/content/library.ts';
import { fetchRows } from '../../../db/db.ts';
import type { UserCtx } from '../../../kernel/context.ts';
import { isUnfinished } from '../media-items/playback.ts';
import { cardsOf } from './collected.ts';

interface Row {
  kind: 'video' | 'feed';
  item: string;
  file: string;
  seconds: number;
  duration: number;
  updated_at: string | Date;
}

const { shortest, finished, listed } = playback;
/** Some may have been closed to the viewer since, so more are read than are listed. */
const READ = listed * 3;

/** What the viewer began to play and may still open, last played first. */
export async function listUnfinished(ctx: UserCtx): Promise<{ data: Unfinished[] }> {
  const me = sql`${ctx.viewer.id}::uuid`;
  const rows = await fetchRows<Row & Record<string, unknown>>(
    ctx.db.execute(sql`
    SELECT * FROM (
      SELECT 'video' AS kind, w.video_id AS item, f.id AS file, w.seconds, f.duration, w.updated_at
      FROM watch_progress w JOIN videos v ON v.id = w.video_id JOIN files f ON f.id = v.file_id WHERE w.account_id = ${me}
      UNION ALL
      SELECT 'feed', p.feed_id, f.id, p.seconds, f.duration, p.updated_at
      FROM post_progress p JOIN files f ON f.id = p.file_id WHERE p.account_id = ${me}) AS played
    WHERE duration >= ${shortest} AND seconds < duration * ${finished}::float8
    ORDER BY updated_at DESC, file DESC LIMIT ${READ}`),
  );
  const cards = await cardsOf(
    ctx,
    rows.map(({ kind, item }) => ({ type: kind, id: item })),
  );
  const data = rows.flatMap((row): Unfinished[] => {
    const card = cards.get(row.item);
    if (!card?.access.allowed || !isUnfinished(row.seconds, row.duration)) return [];
    return [
      {
        _id: row.file,
        kind: row.kind,
        itemId: row.item,
        title: card.title,
        performer: card.performer,
        cover: card.cover,
        seconds: row.seconds,
        duration: row.duration,
        updatedAt: new Date(row.updated_at).toISOString(),
      },
    ];
  });
  return { data: data.slice(0, listed) };
}
