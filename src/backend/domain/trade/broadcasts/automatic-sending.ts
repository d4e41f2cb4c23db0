import { and, eq, gt } from 'drizzle-orm';
import { fillName } from '#config/name-placeholder.ts';
import { type Ctx, now, transaction } from '../../../kernel/context.ts';
import { automaticDeliveries } from '../../../db/schema/creator-messages.ts';
import type { JobPayloads } from '../../../kernel/job-payloads.ts';
import { loadAccessFacts, isOpenTo } from '../../base/access/access.ts';
import { lockAccess } from '../../base/access/block-rules.ts';
import { type Delivery, deliverToMany, emitToReceivers } from '../../talk/messages/mass-delivery.ts';
import { theseFans } from './audience-query.ts';
import { reachable } from './audience.ts';
import { findAutomatic } from './automatic-messages.ts';
import { findReceiver } from './recipients-query.ts';

type Cause = JobPayloads['automatic-message'];

/** A fan who subscribes again within these days isn't welcomed again. */
const WELCOME_AGAIN_MS = 30 * 86_400_000;

/** The fan's name, or null if they can't be reached, don't want it, or the event no longer holds. */
async function nameOfReceiver(tx: Ctx, cause: Cause): Promise<string | null> {
  const { performerId, accountId } = cause;
  const fans = await reachable(
    tx,
    { performerId, audience: { include: [], exclude: [], excludeOwners: false }, fileIds: [] },
    theseFans([accountId]),
  );
  return findReceiver(tx.db, cause, { fans, time: now(tx) });
}

/** Whether the fan was welcomed as a subscriber a short time ago. */
async function isWelcomed(tx: Ctx, { performerId, accountId, kind }: Cause): Promise<boolean> {
  if (kind !== 'subscribe') return false;
  const recent = and(
    eq(automaticDeliveries.performerId, performerId),
    eq(automaticDeliveries.accountId, accountId),
    eq(automaticDeliveries.kind, kind),
    gt(automaticDeliveries.createdAt, new Date(now(tx).getTime() - WELCOME_AGAIN_MS)),
  );
  const rows = await tx.db
    .select({ cause: automaticDeliveries.cause })
    .from(automaticDeliveries)
    .where(recent);
  return rows.length > 0;
}

/** Claims the event: false if it has sent its message before. A second job waits here until the first is done. */
async function claim(tx: Ctx, { performerId, accountId, kind, cause }: Cause): Promise<boolean> {
  const claimed = await tx.db
    .insert(automaticDeliveries)
    .values({ performerId, accountId, kind, cause, createdAt: now(tx) })
    .onConflictDoNothing()
    .returning({ cause: automaticDeliveries.cause });
  return claimed.length > 0;
}

async function deliver(tx: Ctx, cause: Cause): Promise<readonly Delivery[]> {
  const { performerId, accountId, kind } = cause;
  await lockAccess(tx, [performerId, accountId]);
  const found = await findAutomatic(tx, performerId, kind);
  const facts = await loadAccessFacts(tx, { ownerIds: [performerId] });
  if (!found?.row.isOn || !isOpenTo(facts, performerId)) return [];
  const name = await nameOfReceiver(tx, cause);
  if (name === null || (await isWelcomed(tx, cause)) || !(await claim(tx, cause))) return [];
  const { type, text, price } = found.row;
  const deliveries = await deliverToMany(
    tx,
    {
      senderId: performerId,
      type,
      text: fillName(text, name),
      price,
      includedInSubscription: false,
      fileIds: found.files.map(({ id }) => id),
      source: 'auto',
    },
    [accountId],
  );
  await tx.db
    .update(automaticDeliveries)
    .set({ messageId: deliveries[0]?.messageId ?? null })
    .where(
      and(
        eq(automaticDeliveries.performerId, performerId),
        eq(automaticDeliveries.accountId, accountId),
        eq(automaticDeliveries.kind, kind),
        eq(automaticDeliveries.cause, cause.cause),
      ),
    );
  return deliveries;
}

/**
 * Sends a fan the automatic message for one event. The claim and the message are one transaction, so a job that
 * is killed and runs again sends it once.
 */
export async function sendAutomatic(ctx: Ctx, cause: Cause): Promise<void> {
  const deliveries = await transaction(ctx, (tx) => deliver(tx, cause), { isRepeatable: true });
  if (deliveries.length > 0) await emitToReceivers(ctx, cause.performerId, deliveries);
}
