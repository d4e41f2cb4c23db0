import { type SQL, sql } from 'drizzle-orm';
import { routes } from '#config/routes.ts';
import type { SharedKind } from '#contract/co-creators.ts';
import type { MediaItemState } from '#contract/core/schemas.ts';
import { type Ctx, now } from '../../kernel/context.ts';
import { rowsOf } from '../../db/db.ts';
import { enqueue } from '../../kernel/job-queue.ts';
import { unblocked } from '../access/block-rules.ts';
import { countOut } from '../media-items/gallery-counts.ts';
import { notify } from '../notifications/notify.ts';
import {
  type Readiness,
  type MediaItem,
  addToCount,
  lockCreator,
  onTheWay,
  stateOf,
} from '../media-items/publishing.ts';

export const tableOf: Record<SharedKind, SQL> = {
  video: sql`videos`,
  gallery: sql`galleries`,
  photo: sql`photos`,
};
const pages: Record<SharedKind, (id: string) => string> = {
  video: routes.video,
  gallery: routes.gallery,
  photo: () => routes.creatorPhotos,
};

interface Row {
  performer_id: string;
  title: string;
  state: MediaItemState;
  scheduled_at: string | null;
  file: Readiness['file'];
  awaited: boolean;
}

/**
 * SQL condition: a tagged creator hasn't responded. One who has blocked, or was blocked by, the owner isn't
 * waited for.
 */
const isAwaited = (item: MediaItem): SQL => sql`EXISTS (
  SELECT 1 FROM co_creators c WHERE c.kind = ${item.kind} AND c.item_id = w.id AND c.state = 'pending' AND ${unblocked(sql`c.performer_id`, sql`w.performer_id`)})`;

async function lockMediaItem(tx: Ctx, item: MediaItem): Promise<Row | null> {
  const [owner] = await rowsOf<Pick<Row, 'performer_id'>>(
    tx.db.execute(sql`SELECT performer_id FROM ${tableOf[item.kind]} WHERE id = ${item.id}`),
  );
  if (!owner) return null;
  await lockCreator(tx, owner.performer_id);
  const file =
    item.kind === 'gallery' ? sql`NULL` : sql`(SELECT f.state FROM files f WHERE f.id = w.file_id)`;
  const [row] = await rowsOf<Row>(
    tx.db.execute(sql`
    SELECT w.performer_id, w.title, w.state, w.scheduled_at, ${file} AS file, ${isAwaited(item)} AS awaited
    FROM ${tableOf[item.kind]} w WHERE w.id = ${item.id} FOR UPDATE OF w`),
  );
  return row ?? null;
}

/** Counts a published item on its creator's profile. */
async function count(tx: Ctx, { kind, id }: MediaItem, row: Row): Promise<void> {
  if (kind === 'video') await addToCount(tx, row.performer_id, { what: 'videos', by: 1 });
  else await countOut(tx, { kind, id });
}

/**
 * Advances an item that its creator wants published as far as possible: its file must be ready, all tagged
 * creators must have accepted, and its time must have come. Leaves any other item alone. Call it after each
 * of these changes; it also updates counters and sends notifications.
 */
export async function moveOn(tx: Ctx, item: MediaItem): Promise<void> {
  const row = await lockMediaItem(tx, item);
  if (!row || !onTheWay.includes(row.state)) return;
  // Read the clock after waiting for the lock.
  const moment = now(tx);
  const scheduledAt = row.scheduled_at === null ? null : new Date(row.scheduled_at);
  const next = stateOf({ file: row.file, isAwaited: row.awaited, scheduledAt, moment });
  if (next === 'scheduled' && scheduledAt)
    await enqueue(tx, {
      kind: 'publish-work',
      payload: item,
      runAt: scheduledAt,
      dedupeKey: `publish:${item.id}:${scheduledAt.getTime()}`,
    });
  if (next === row.state) return;
  const stamp = sql`${moment.toISOString()}::timestamptz`;
  const published =
    next === 'published'
      ? sql`, published_at = coalesce(published_at, ${stamp}), scheduled_at = NULL`
      : sql``;
  await tx.db.execute(
    sql`UPDATE ${tableOf[item.kind]} SET state = ${next}, updated_at = ${stamp} ${published} WHERE id = ${item.id}`,
  );
  if (next === 'published') await count(tx, item, row);
  await notifyCreator(tx, item, { ...row, state: next });
}

/** Notifies the creator, unless they just did it themselves. */
async function notifyCreator(
  tx: Ctx,
  item: MediaItem,
  { performer_id: creator, title, state }: Row,
): Promise<void> {
  if (tx.viewer?.id === creator || (state !== 'published' && state !== 'failed')) return;
  const name = title || `Your ${item.kind}`;
  const text =
    state === 'published'
      ? `“${name}” is published.`
      : `“${name}” couldn’t be processed. Open it to see why.`;
  await notify(tx, {
    to: creator,
    type: 'media',
    kind: `${item.kind}-${state}`,
    text,
    href: pages[item.kind](item.id),
  });
}
