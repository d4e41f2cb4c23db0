import { type SQL, and, desc, eq, lt, or, sql } from 'drizzle-orm';
import { routes } from '#config/routes.ts';
import type { CoCreation, SharedKind, coCreators as family } from '#contract/content/co-creators.ts';
import type { MediaItemState } from '#contract/core/schemas.ts';
import type { ParsedInput } from '#contract/core/registry.ts';
import { type UserCtx, now, transaction } from '../../../kernel/context.ts';
import { galleries, photos } from '../../../db/schema/galleries.ts';
import { coCreators } from '../../../db/schema/media-items.ts';
import { videos } from '../../../db/schema/videos.ts';
import { conflict, notFound } from '../../../kernel/errors.ts';
import type { HandlersOf } from '../../../kernel/handlers.ts';
import { canMeet } from '../../base/access/block-rules.ts';
import { performerCards } from '../../people/accounts/profile-cards.ts';
import { fileJson } from '../posts/presenters.ts';
import { type FileFacts, fileView } from '../../base/files/presenters.ts';
import { cutPage, encodeCursor, readCursor } from '../../../kernel/keyset.ts';
import { advanceMediaItem } from '../publishing/media-item-states.ts';
import { notify } from '../../people/notifications/notify.ts';
import { lockCreator } from '../../people/accounts/lock-creator.ts';
import { cappedTotal } from '../../../kernel/paging.ts';

/** The number of a gallery's photos shown in a request to its co-creators. */
const SHOWN = 6;

const owner = sql<string>`coalesce(${videos.performerId}, ${galleries.performerId}, ${photos.performerId})`;
const itemState = sql<MediaItemState>`coalesce(${videos.state}, ${galleries.state}, ${photos.state})`;
const columns = {
  id: coCreators.id,
  kind: coCreators.kind,
  itemId: coCreators.itemId,
  performerId: coCreators.performerId,
  state: coCreators.state,
  createdAt: coCreators.createdAt,
  answeredAt: coCreators.answeredAt,
  owner,
  itemState,
  title: sql<string>`coalesce(${videos.title}, ${galleries.title}, ${photos.title})`,
  description: sql<string>`coalesce(${videos.description}, ${galleries.description}, ${photos.description})`,
  files: sql<FileFacts[] | null>`(SELECT json_agg(${fileJson} ORDER BY named.position) FROM (
    SELECT ${videos.fileId} AS id, 0 AS position UNION ALL SELECT ${photos.fileId}, 0
    UNION ALL (SELECT ph.file_id, ph.position FROM photos ph WHERE ph.gallery_id = ${galleries.id} AND ph.state <> 'removed' ORDER BY ph.position, ph.id LIMIT ${sql.raw(String(SHOWN))})
  ) AS named JOIN files fi ON fi.id = named.id)`,
};

const selectRequests = (ctx: UserCtx, where: SQL | undefined) =>
  ctx.db
    .select(columns)
    .from(coCreators)
    .leftJoin(videos, and(eq(coCreators.kind, 'video'), eq(videos.id, coCreators.itemId)))
    .leftJoin(galleries, and(eq(coCreators.kind, 'gallery'), eq(galleries.id, coCreators.itemId)))
    .leftJoin(photos, and(eq(coCreators.kind, 'photo'), eq(photos.id, coCreators.itemId)))
    .where(and(sql`${itemState} <> 'removed'`, where));
type Request = Awaited<ReturnType<typeof selectRequests>>[number];

async function present(ctx: UserCtx, rows: readonly Request[]): Promise<CoCreation[]> {
  const cards = await performerCards(
    ctx,
    rows.map((row) => row.owner),
  );
  return rows.flatMap((row) => {
    const performer = cards.get(row.owner);
    if (!performer) return [];
    // A tagged creator may view the item before deciding, and for as long as they stay tagged.
    const files =
      row.state === 'declined'
        ? []
        : (row.files ?? []).map((file) => fileView(ctx, file, { readable: true }));
    return [
      {
        _id: row.id,
        kind: row.kind,
        itemId: row.itemId,
        title: row.title,
        description: row.description,
        performer,
        files,
        state: row.state,
        itemState: row.itemState,
        createdAt: row.createdAt.toISOString(),
        answeredAt: row.answeredAt?.toISOString() ?? null,
      },
    ];
  });
}

type Query = ParsedInput<'GET /performer/co-creators'>['query'];

async function listRequests(ctx: UserCtx, query: Query) {
  const after = query.cursor === undefined ? null : readCursor(query.cursor);
  const mine = and(
    eq(coCreators.performerId, ctx.viewer.id),
    query.state && eq(coCreators.state, query.state),
    canMeet(ctx, owner),
  );
  const from = after
    ? or(
        lt(coCreators.createdAt, after.createdAt),
        and(eq(coCreators.createdAt, after.createdAt), lt(coCreators.id, after.id)),
      )
    : undefined;
  const [found, total] = await Promise.all([
    selectRequests(ctx, and(mine, from))
      .orderBy(desc(coCreators.createdAt), desc(coCreators.id))
      .limit(query.limit + 1)
      .offset(after ? 0 : query.offset),
    cappedTotal(ctx, selectRequests(ctx, mine).getSQL(), query),
  ]);
  const { rows, nextCursor } = cutPage(found, query.limit, encodeCursor);
  return { data: await present(ctx, rows), total, nextCursor };
}

/**
 * A co-creator request that the viewer sent or received.
 * @throws AppError 404 for anyone else's, and if either blocked the other.
 */
async function findRequest(tx: UserCtx, id: string): Promise<Request> {
  const other = sql`CASE WHEN ${coCreators.performerId} = ${tx.viewer.id} THEN ${owner} ELSE ${coCreators.performerId} END`;
  const [row] = await selectRequests(
    tx,
    and(
      eq(coCreators.id, id),
      sql`${tx.viewer.id} IN (${coCreators.performerId}, ${owner})`,
      canMeet(tx, other),
    ),
  );
  if (!row) throw notFound();
  return row;
}

const editPage: Record<SharedKind, (id: string) => string> = {
  video: routes.editVideo,
  gallery: routes.editGallery,
  photo: () => routes.creatorPhotos,
};

/** Records the tagged creator's response. Declining is final; accepting can be revoked by declining. */
async function answer(tx: UserCtx, request: Request, state: 'accepted' | 'declined'): Promise<void> {
  await lockCreator(tx, request.owner);
  const [current] = await tx.db
    .select({ state: coCreators.state })
    .from(coCreators)
    .where(eq(coCreators.id, request.id))
    .for('update');
  if (!current) throw notFound();
  if (current.state === state) return;
  if (current.state === 'declined') throw conflict('You’ve already declined this.');
  await tx.db
    .update(coCreators)
    .set({ state, answeredAt: now(tx) })
    .where(eq(coCreators.id, request.id));
  const name = request.title ? `“${request.title}”` : `your ${request.kind}`;
  const text =
    state === 'accepted'
      ? `${tx.viewer.name} accepted and is now shown on ${name}.`
      : `${tx.viewer.name} declined your request for ${name}.`;
  await notify(tx, {
    to: request.owner,
    type: 'co-creator',
    actor: tx.viewer,
    text,
    href: editPage[request.kind](request.itemId),
  });
  await advanceMediaItem(tx, { kind: request.kind, id: request.itemId });
}

function answerRequest(ctx: UserCtx, id: string, given: 'accept' | 'decline'): Promise<CoCreation> {
  return transaction(ctx, async (tx) => {
    const request = await findRequest(tx, id);
    if (request.performerId !== tx.viewer.id) throw notFound();
    await answer(tx, request, given === 'accept' ? 'accepted' : 'declined');
    const [view] = await present(tx, await selectRequests(tx, eq(coCreators.id, id)));
    if (!view) throw notFound();
    return view;
  });
}

function withdraw(ctx: UserCtx, id: string): Promise<{ success: true }> {
  return transaction(ctx, async (tx) => {
    const request = await findRequest(tx, id);
    if (request.performerId === tx.viewer.id) await answer(tx, request, 'declined');
    else {
      await lockCreator(tx, request.owner);
      await tx.db
        .delete(coCreators)
        .where(and(eq(coCreators.id, id), sql`${coCreators.state} <> 'declined'`));
      await advanceMediaItem(tx, { kind: request.kind, id: request.itemId });
    }
    return { success: true };
  });
}

export const coCreatorHandlers: HandlersOf<typeof family> = {
  'GET /performer/co-creators': (ctx, { query }) => listRequests(ctx, query),
  'PUT /performer/co-creators/:id': (ctx, { params, body }) => answerRequest(ctx, params.id, body.answer),
  'DELETE /performer/co-creators/:id': (ctx, { params }) => withdraw(ctx, params.id),
};
