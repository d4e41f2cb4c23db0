import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import { limits } from '#config/limits.ts';
import { routes } from '#config/routes.ts';
import type { PushDevice } from '#contract/people/notifications.ts';
import type { ParsedInput } from '#contract/core/registry.ts';
import { type Ctx, type UserCtx, now, transaction } from '../../../../kernel/context.ts';
import { accounts } from '../../../../db/schema/accounts.ts';
import { pushSubscriptions } from '../../../../db/schema/notifications.ts';
import { conflict, invalid, notFound } from '../../../../kernel/errors.ts';
import { limitRate } from '../../../../kernel/rate-limit.ts';
import type { PushSender } from '../../../../ports/ports.ts';
import { isAllowedEndpoint } from './endpoint.ts';
import { loadPushKeys } from './keys.ts';
import { sendTo } from './transmitting.ts';

type Row = typeof pushSubscriptions.$inferSelect;

const view = (ctx: UserCtx, { id, userAgent, createdAt, sessionId }: Row): PushDevice => ({
  _id: id,
  userAgent,
  createdAt: createdAt.toISOString(),
  current: sessionId === ctx.viewer.sessionId,
});

/** The viewer's devices, newest first, and the key that browsers subscribe with. */
export async function listDevices(
  ctx: UserCtx,
): Promise<{ publicKey: string | null; devices: PushDevice[] }> {
  const { push } = ctx.ports;
  if (!push) return { publicKey: null, devices: [] };
  const rows = await ctx.db
    .select()
    .from(pushSubscriptions)
    .where(eq(pushSubscriptions.accountId, ctx.viewer.id))
    .orderBy(desc(pushSubscriptions.createdAt), desc(pushSubscriptions.id));
  const { publicKey } = await loadPushKeys(ctx, push);
  return { publicKey, devices: rows.map((row) => view(ctx, row)) };
}

/** @throws AppError 409 on a host that can't send. */
function requireSender({ ports }: Ctx): PushSender {
  if (!ports.push) throw conflict('Push notifications aren’t available on this site.');
  return ports.push;
}

/** Removes the oldest devices beyond the limit. */
async function dropOldest(tx: UserCtx): Promise<void> {
  const surplus = tx.db
    .select({ id: pushSubscriptions.id })
    .from(pushSubscriptions)
    .where(eq(pushSubscriptions.accountId, tx.viewer.id))
    .orderBy(desc(pushSubscriptions.createdAt), desc(pushSubscriptions.id))
    .offset(limits.push.devices);
  await tx.db.delete(pushSubscriptions).where(inArray(pushSubscriptions.id, surplus));
}

/**
 * Adds the browser of this session. A session has one; an endpoint that another account used on the same
 * browser moves to this one.
 * @throws AppError 422 for an address that isn't a public push service's, 409, 429.
 */
export async function addDevice(
  ctx: UserCtx,
  { endpoint, keys }: ParsedInput<'POST /notifications/push'>['body'],
): Promise<PushDevice> {
  const { testOrigin } = requireSender(ctx);
  if (!isAllowedEndpoint(endpoint, testOrigin))
    throw invalid('endpoint', 'Send the HTTPS address of a push service.');
  await limitRate(ctx, `push-device:${ctx.viewer.id}`, { max: 30, seconds: 3_600 });
  const { accountId, sessionId } = { accountId: ctx.viewer.id, sessionId: ctx.viewer.sessionId };
  return transaction(ctx, async (tx) => {
    // Two tabs may subscribe at once.
    await tx.db
      .select({ id: accounts.id })
      .from(accounts)
      .where(eq(accounts.id, accountId))
      .for('no key update');
    const given = { ...keys, userAgent: ctx.request.userAgent.slice(0, 300), createdAt: now(tx) };
    await tx.db
      .delete(pushSubscriptions)
      .where(
        and(eq(pushSubscriptions.sessionId, sessionId), sql`${pushSubscriptions.endpoint} <> ${endpoint}`),
      );
    const [row] = await tx.db
      .insert(pushSubscriptions)
      .values({ id: tx.ports.ids(), accountId, sessionId, endpoint, ...given })
      .onConflictDoUpdate({ target: pushSubscriptions.endpoint, set: { accountId, sessionId, ...given } })
      .returning();
    if (!row) throw new Error('the subscription was not stored');
    await dropOldest(tx);
    return view(tx, row);
  });
}

const own = (ctx: UserCtx, id: string) =>
  and(eq(pushSubscriptions.id, id), eq(pushSubscriptions.accountId, ctx.viewer.id));

/** @throws AppError 404 for anybody else's. */
export async function removeDevice(ctx: UserCtx, id: string): Promise<{ success: true }> {
  const gone = await ctx.db
    .delete(pushSubscriptions)
    .where(own(ctx, id))
    .returning({ id: pushSubscriptions.id });
  if (gone.length === 0) throw notFound();
  return { success: true };
}

/**
 * Sends a test notification right away.
 * @throws AppError 404 for anybody else's, 409 when the push service doesn't take it, 429.
 */
export async function testDevice(ctx: UserCtx, id: string): Promise<{ success: true }> {
  const [device] = await ctx.db.select().from(pushSubscriptions).where(own(ctx, id));
  if (!device) throw notFound();
  await limitRate(ctx, `push-test:${ctx.viewer.id}`, { max: 5, seconds: 300 });
  const { siteName } = await ctx.settings.all();
  const outcome = await sendTo(ctx, device, {
    title: siteName,
    body: 'Push notifications work on this device.',
    url: `${routes.userAccount}?tab=notifications`,
    tag: 'test',
    unread: null,
    isUrgent: true,
  }).catch(() => 'failed' as const);
  if (outcome === 'failed') throw conflict('Your browser’s push service didn’t answer. Try again later.');
  if (outcome !== 'sent')
    throw conflict('Your browser’s push service ended this subscription. Turn notifications on again.');
  return { success: true };
}
