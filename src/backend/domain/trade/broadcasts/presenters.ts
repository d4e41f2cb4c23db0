import { asc, eq, inArray } from 'drizzle-orm';
import type { Broadcast } from '#contract/trade/broadcasts/broadcasts.ts';
import type { Ctx, UserCtx } from '../../../kernel/context.ts';
import { broadcastFiles, type broadcasts } from '../../../db/schema/broadcasts.ts';
import { files } from '../../../db/schema/files.ts';
import { type FileFacts, fileColumns, fileView } from '../../base/files/presenters.ts';

export type BroadcastRow = typeof broadcasts.$inferSelect;

/** Files by broadcast id, in order. */
async function loadFiles(ctx: Ctx, broadcastIds: readonly string[]): Promise<Map<string, FileFacts[]>> {
  const found = new Map<string, FileFacts[]>();
  if (broadcastIds.length === 0) return found;
  const rows = await ctx.db
    .select({ broadcastId: broadcastFiles.broadcastId, file: fileColumns })
    .from(broadcastFiles)
    .innerJoin(files, eq(files.id, broadcastFiles.fileId))
    .where(inArray(broadcastFiles.broadcastId, [...broadcastIds]))
    .orderBy(asc(broadcastFiles.position));
  for (const { broadcastId, file } of rows) found.set(broadcastId, [...(found.get(broadcastId) ?? []), file]);
  return found;
}

export async function loadFileIds(ctx: Ctx, broadcastId: string): Promise<string[]> {
  return ((await loadFiles(ctx, [broadcastId])).get(broadcastId) ?? []).map(({ id }) => id);
}

const begun = ({ state }: BroadcastRow): boolean => state !== 'draft' && state !== 'scheduled';

/** Views of the viewer's own broadcasts. */
export async function broadcastViews(ctx: UserCtx, rows: readonly BroadcastRow[]): Promise<Broadcast[]> {
  const attached = await loadFiles(
    ctx,
    rows.filter(({ type }) => type !== 'text').map(({ id }) => id),
  );
  return rows.map((row) => ({
    _id: row.id,
    state: row.state,
    text: row.text,
    files: (attached.get(row.id) ?? []).map((file) => fileView(ctx, file, { readable: true, by: 'owner' })),
    price: row.price,
    freeForSubscribers: row.includedInSubscription,
    audience: row.audience,
    scheduledAt: row.scheduledAt?.toISOString() ?? null,
    sentAt: begun(row) ? (row.sendAt?.toISOString() ?? null) : null,
    recipients: row.recipients,
    delivered: row.delivered,
    createdAt: row.createdAt.toISOString(),
  }));
}

export async function broadcastView(ctx: UserCtx, row: BroadcastRow): Promise<Broadcast> {
  const [view] = await broadcastViews(ctx, [row]);
  if (!view) throw new Error('a broadcast has no view');
  return view;
}
