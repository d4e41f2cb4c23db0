import { and, asc, eq, gt, inArray } from 'drizzle-orm';
import { routes } from '#config/routes.ts';
import { plural } from '#lib/format.ts';
import { type Ctx, now, transaction } from '../../../kernel/context.ts';
import { broadcastRecipients, broadcasts } from '../../../db/schema/broadcasts.ts';
import { rooms } from '../../../kernel/hub.ts';
import type { JobRun } from '../../../kernel/job-payloads.ts';
import { enqueue } from '../../../kernel/job-queue.ts';
import { loadAccessFacts, isOpenTo } from '../../base/access/access.ts';
import { lockAccess } from '../../base/access/block-rules.ts';
import {
  type Delivery,
  deliverToMany,
  emitToReceivers,
  withdrawMany,
} from '../../talk/messages/mass-delivery.ts';
import { type Outgoing, peopleIn, theseFans } from './audience-query.ts';
import { reachable } from './audience.ts';
import { type BroadcastRow, loadFileIds } from './presenters.ts';
import { markDelivered, selectReceivers, storeRecipients } from './recipients-query.ts';
import { lockName } from '../../../kernel/advisory-lock.ts';

/** Number of fans per transaction. */
const BATCH = 200;
/** After this many batches, the rest moves to a new job, so that other jobs get their turn. */
const BATCHES_PER_RUN = 10;
/** Milliseconds between two batches, in which other requests get the processor and the database. */
const PAUSE_MS = 100;

type State = BroadcastRow['state'];

async function lock(tx: Ctx, id: string, state: State): Promise<BroadcastRow | null> {
  const [row] = await tx.db
    .select()
    .from(broadcasts)
    .where(and(eq(broadcasts.id, id), eq(broadcasts.state, state)))
    .for('update');
  return row ?? null;
}

async function moveTo(tx: Ctx, row: BroadcastRow, state: State): Promise<void> {
  await tx.db
    .update(broadcasts)
    .set({ state, updatedAt: now(tx) })
    .where(eq(broadcasts.id, row.id));
}

const loadOutgoing = async (tx: Ctx, row: BroadcastRow): Promise<Outgoing> => ({
  performerId: row.performerId,
  audience: row.audience,
  fileIds: row.type === 'text' ? [] : await loadFileIds(tx, row.id),
});

function notifySender(tx: Ctx, { performerId }: BroadcastRow, text: string): void {
  const room = rooms.account(performerId);
  tx.emit(room, 'notification/created', { kind: 'broadcast', text, href: routes.broadcast });
  // Too many of the sender's conversations changed to send an event for each one.
  tx.emit(room, 'events/missed', {});
}

/** Fails the broadcast if the creator was suspended or lost their approval in the meantime. */
async function maySend(tx: Ctx, row: BroadcastRow): Promise<boolean> {
  const facts = await loadAccessFacts(tx, { ownerIds: [row.performerId] });
  if (isOpenTo(facts, row.performerId)) return true;
  await moveTo(tx, row, 'failed');
  notifySender(tx, row, 'Your message couldn’t be sent because your account isn’t active.');
  return false;
}

/** Starts a broadcast whose time has come: stores its recipients and their number. */
async function begin(tx: Ctx, id: string): Promise<void> {
  const row = await lock(tx, id, 'scheduled');
  if (!row || row.sendAt === null || row.sendAt > now(tx) || !(await maySend(tx, row))) return;
  const outgoing = await loadOutgoing(tx, row);
  const fans = await reachable(tx, outgoing, peopleIn(outgoing, now(tx)));
  const recipients = await storeRecipients(tx.db, row.id, { outgoing, fans });
  await tx.db
    .update(broadcasts)
    .set({ state: 'sending', recipients, updatedAt: now(tx) })
    .where(eq(broadcasts.id, row.id));
}

async function nextWaiting(tx: Ctx, id: string): Promise<string[]> {
  const rows = await tx.db
    .select({ id: broadcastRecipients.accountId })
    .from(broadcastRecipients)
    .where(and(eq(broadcastRecipients.broadcastId, id), eq(broadcastRecipients.state, 'waiting')))
    .orderBy(asc(broadcastRecipients.accountId))
    .limit(BATCH);
  return rows.map((row) => row.id);
}

/** Marks the fans of a batch as delivered, and the rest of the batch as skipped. */
async function record(
  tx: Ctx,
  row: BroadcastRow,
  { batch, deliveries }: { batch: readonly string[]; deliveries: readonly Delivery[] },
): Promise<void> {
  await markDelivered(tx.db, row.id, { deliveries, time: now(tx) });
  await tx.db
    .update(broadcastRecipients)
    .set({ state: 'skipped' })
    .where(
      and(
        eq(broadcastRecipients.broadcastId, row.id),
        inArray(broadcastRecipients.accountId, [...batch]),
        eq(broadcastRecipients.state, 'waiting'),
      ),
    );
  await tx.db
    .update(broadcasts)
    .set({ delivered: row.delivered + deliveries.length, updatedAt: now(tx) })
    .where(eq(broadcasts.id, row.id));
}

/**
 * Delivers to the next fans who are still waiting. Returns null when none are left or sending has stopped.
 */
async function deliverBatch(
  tx: Ctx,
  id: string,
): Promise<{ senderId: string; deliveries: readonly Delivery[] } | null> {
  const row = await lock(tx, id, 'sending');
  if (!row) return null;
  const batch = await nextWaiting(tx, id);
  // Batches run one at a time across all creators. Otherwise two could both use the last message of a fan's
  // weekly cap.
  await lockName(tx, 'broadcast-batch');
  // A block or suspension is either seen below, or waits until the batch is stored.
  await lockAccess(tx, [row.performerId, ...batch]);
  if (!(await maySend(tx, row))) return null;
  if (batch.length === 0) {
    await moveTo(tx, row, 'sent');
    notifySender(tx, row, `Your message was delivered to ${plural(row.delivered, 'person', 'people')}.`);
    return null;
  }
  const outgoing = await loadOutgoing(tx, row);
  const fans = await reachable(tx, outgoing, theseFans(batch));
  const open = await selectReceivers(tx.db, outgoing, fans);
  const deliveries = await deliverToMany(
    tx,
    {
      senderId: row.performerId,
      type: row.type,
      text: row.text,
      price: row.price,
      includedInSubscription: row.includedInSubscription,
      fileIds: outgoing.fileIds,
      source: 'mass',
    },
    open.map((fan) => fan.id),
  );
  await record(tx, row, { batch, deliveries });
  return { senderId: row.performerId, deliveries };
}

/** Waits, but not longer than the job may run. */
const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true });
  });

/**
 * Delivers a broadcast in batches. Each batch is one transaction that writes the messages and marks their
 * recipients, so after a crash the next job continues with the waiting fans and nobody gets two copies.
 */
export async function deliverBroadcast(
  ctx: Ctx,
  { broadcastId }: { broadcastId: string },
  { signal }: Pick<JobRun, 'signal'>,
): Promise<void> {
  await transaction(ctx, (tx) => begin(tx, broadcastId), { isRepeatable: true });
  for (let turn = 0; turn < BATCHES_PER_RUN; turn += 1) {
    signal.throwIfAborted();
    const batch = await transaction(ctx, (tx) => deliverBatch(tx, broadcastId), { isRepeatable: true });
    if (!batch) return;
    await emitToReceivers(ctx, batch.senderId, batch.deliveries);
    await pause(PAUSE_MS, signal);
  }
  await enqueue(ctx, { kind: 'broadcast-deliver', payload: { broadcastId } });
}

/** Deletes the next copies. Returns the last fan in the batch, or null when none are left. */
async function unsendBatch(tx: Ctx, id: string, after: string | null): Promise<string | null> {
  const row = await lock(tx, id, 'unsending');
  if (!row) return null;
  const delivered = await tx.db
    .select({ accountId: broadcastRecipients.accountId, messageId: broadcastRecipients.messageId })
    .from(broadcastRecipients)
    .where(
      and(
        eq(broadcastRecipients.broadcastId, id),
        eq(broadcastRecipients.state, 'delivered'),
        after === null ? undefined : gt(broadcastRecipients.accountId, after),
      ),
    )
    .orderBy(asc(broadcastRecipients.accountId))
    .limit(BATCH);
  const last = delivered.at(-1);
  if (!last) {
    await moveTo(tx, row, 'unsent');
    notifySender(tx, row, 'Your message was unsent.');
    return null;
  }
  const gone = await withdrawMany(
    tx,
    row.performerId,
    delivered.flatMap(({ accountId, messageId }) => (messageId === null ? [] : [{ accountId, messageId }])),
  );
  const unsent = delivered.filter(({ messageId }) => messageId !== null && gone.has(messageId));
  const fans = unsent.map(({ accountId }) => accountId);
  await tx.db
    .update(broadcastRecipients)
    .set({ state: 'unsent' })
    .where(and(eq(broadcastRecipients.broadcastId, id), inArray(broadcastRecipients.accountId, fans)));
  return last.accountId;
}

/** Deletes, in batches, every copy that nobody bought. Safe to repeat. */
export async function takeBack(
  ctx: Ctx,
  { broadcastId, after }: { broadcastId: string; after: string | null },
  { signal }: Pick<JobRun, 'signal'>,
): Promise<void> {
  let last = after;
  for (let turn = 0; turn < BATCHES_PER_RUN; turn += 1) {
    signal.throwIfAborted();
    const from = last;
    last = await transaction(ctx, (tx) => unsendBatch(tx, broadcastId, from), { isRepeatable: true });
    if (last === null) return;
    await pause(PAUSE_MS, signal);
  }
  await enqueue(ctx, { kind: 'broadcast-unsend', payload: { broadcastId, after: last } });
}
