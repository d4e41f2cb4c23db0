import { playback } from '#config/playback.ts';
import type { Unfinished } from '#contract/content/library.ts';
import type { UserCtx } from '../../../kernel/context.ts';
import { isUnfinished } from '../media-items/playback.ts';
import { cardsOf } from './collected.ts';
import { findUnfinished } from './unfinished-query.ts';

/** What the viewer began to play and may still open, last played first. */
export async function listUnfinished(ctx: UserCtx): Promise<{ data: Unfinished[] }> {
  const rows = await findUnfinished(ctx.db, ctx.viewer.id);
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
  return { data: data.slice(0, playback.listed) };
}
