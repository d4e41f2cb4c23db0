import type { library as family, LibraryItem } from '#contract/content/library.ts';
import type { ParsedInput } from '#contract/core/registry.ts';
import type { UserCtx } from '../../../kernel/context.ts';
import type { HandlersOf } from '../../../kernel/handlers.ts';
import { performerCards } from '../../people/accounts/profile-cards.ts';
import { fileView } from '../../base/files/presenters.ts';
import { filesById } from '../../base/files/queries.ts';
import { cutPage, encodeCursor } from '../../../kernel/keyset.ts';
import { forgetPostProgress, savePostProgress } from '../posts/progress.ts';
import { forgetVideoProgress } from '../videos/watching.ts';
import { listUnfinished } from './unfinished.ts';
import { cappedTotal } from '../../../kernel/paging.ts';
import { type Purchase, anyPurchase, pageOfPurchases, matchPurchases } from './purchases-query.ts';

type Query = ParsedInput<'GET /user/library'>['query'];
async function present(ctx: UserCtx, rows: readonly Purchase[]): Promise<LibraryItem[]> {
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
  const where = matchPurchases(ctx.viewer.id, query);
  const [found, total] = await Promise.all([
    pageOfPurchases(ctx.db, where, query),
    cappedTotal(ctx, anyPurchase(where), query),
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
