import { and, eq, gt, gte, inArray, ne } from 'drizzle-orm';
import { type Ctx, type UserCtx, now, transaction } from '../../../kernel/context.ts';
import { accounts, emailChanges } from '../../../db/schema/accounts.ts';
import { AppError, invalid } from '../../../kernel/errors.ts';
import { enqueue } from '../../../kernel/job-queue.ts';
import { voidLinks } from './auth-links.ts';
import {
  mailAddressInUse,
  mailChangeRequested,
  mailAddressChanged,
  mailChangeUndone,
} from './email-mails.ts';
import { toNetwork } from '../../../kernel/networks.ts';
import { limitRate } from '../../../kernel/rate-limit.ts';
import { endSessions } from './sessions.ts';

type Change = typeof emailChanges.$inferSelect;

const HOUR_MS = 3_600_000;
/** How long the new address has to confirm. */
const confirmMs = 48 * HOUR_MS;
/**
 * How long the old address can refuse before silence counts as consent, and afterward how long it can undo
 * the change.
 */
const objectMs = 7 * 24 * HOUR_MS;

const deadLink = () =>
  invalid(
    'token',
    'This link has expired or was already used. Check your account, and contact us if something is wrong.',
  );
const later = (ctx: Ctx, ms: number): Date => new Date(now(ctx).getTime() + ms);

/** The account that owns an address, or that could still undo giving it up. */
export async function addressHolder(
  ctx: Ctx,
  email: string,
  but?: string,
): Promise<{ id: string; name: string } | null> {
  const [account] = await ctx.db
    .select({ id: accounts.id, name: accounts.name })
    .from(accounts)
    .where(eq(accounts.email, email));
  if (account && account.id !== but) return account;
  const stillHeld = and(
    eq(emailChanges.oldEmail, email),
    eq(emailChanges.state, 'done'),
    gt(emailChanges.endsAt, now(ctx)),
    but === undefined ? undefined : ne(emailChanges.accountId, but),
  );
  const [former] = await ctx.db
    .select({ id: accounts.id, name: accounts.name })
    .from(emailChanges)
    .innerJoin(accounts, eq(accounts.id, emailChanges.accountId))
    .where(stillHeld);
  return former ?? null;
}

/** Cancels a pending change. */
export async function dropOpenChange(tx: Ctx, accountId: string): Promise<void> {
  await tx.db
    .update(emailChanges)
    .set({ state: 'dropped' })
    .where(and(eq(emailChanges.accountId, accountId), eq(emailChanges.state, 'open')));
}

/**
 * Starts a change of address. Nothing changes until both addresses have confirmed; an unverified old address
 * needn't confirm but is notified. If the new address belongs to another account, only its owner is told.
 */
export async function beginChange(
  tx: UserCtx,
  account: { id: string; name: string; email: string; isConfirmed: boolean },
  newEmail: string,
): Promise<void> {
  await limitRate(tx, `email-change:${account.id}`, { max: 5, seconds: 3600 });
  await dropOpenChange(tx, account.id);
  const [newToken, oldToken] = [tx.ports.crypto.randomToken(32), tx.ports.crypto.randomToken(32)];
  const id = tx.ports.ids();
  const time = now(tx);
  await tx.db.insert(emailChanges).values({
    id,
    accountId: account.id,
    oldEmail: account.email,
    newEmail,
    newHash: tx.ports.crypto.sha256(newToken),
    oldHash: tx.ports.crypto.sha256(oldToken),
    oldAgreedAt: account.isConfirmed ? null : time,
    state: 'open',
    createdAt: time,
    endsAt: later(tx, objectMs),
  });
  const holder = await addressHolder(tx, newEmail, account.id);
  if (holder) await mailAddressInUse(tx, { email: newEmail, name: holder.name });
  await mailChangeRequested(tx, { ...account, newEmail }, { newToken: holder ? null : newToken, oldToken });
  for (const ms of [confirmMs, objectMs])
    await enqueue(tx, { kind: 'email-change-due', payload: { changeId: id }, runAt: later(tx, ms) });
}

async function held(tx: Ctx, where: ReturnType<typeof and>): Promise<Change> {
  const [change] = await tx.db.select().from(emailChanges).where(where).for('update');
  if (!change) throw deadLink();
  return change;
}

/** Applies the change once both addresses have confirmed. */
async function settle(tx: Ctx, change: Change): Promise<void> {
  if (!change.newConfirmedAt || !change.oldAgreedAt) return;
  if (await addressHolder(tx, change.newEmail, change.accountId))
    throw new AppError(409, 'conflict', 'This email address now belongs to another account.');
  await tx.db
    .update(emailChanges)
    .set({ state: 'done', endsAt: later(tx, objectMs) })
    .where(eq(emailChanges.id, change.id));
  const [account] = await tx.db
    .update(accounts)
    .set({ email: change.newEmail, emailVerifiedAt: now(tx), updatedAt: now(tx) })
    .where(eq(accounts.id, change.accountId))
    .returning();
  await voidLinks(tx, change.accountId, 'reset-password');
  if (account) await mailAddressChanged(tx, { name: account.name, email: change.oldEmail });
}

/**
 * Confirms the new address with the token sent to it. Returns null when the token isn't one of those,
 * otherwise whether the change has taken effect.
 */
export async function confirmNewAddress(tx: Ctx, token: string): Promise<{ isDone: boolean } | null> {
  const hash = tx.ports.crypto.sha256(token);
  const [found] = await tx.db
    .select()
    .from(emailChanges)
    .where(and(eq(emailChanges.newHash, hash), eq(emailChanges.state, 'open')))
    .for('update');
  if (!found || found.newConfirmedAt || found.createdAt.getTime() + confirmMs <= now(tx).getTime())
    return null;
  const [change] = await tx.db
    .update(emailChanges)
    .set({ newConfirmedAt: now(tx) })
    .where(eq(emailChanges.id, found.id))
    .returning();
  if (change) await settle(tx, change);
  return { isDone: found.oldAgreedAt !== null };
}

/**
 * Undoes a change and every later one made on top of it, since none of them can be trusted. All other
 * sessions end.
 */
async function takeBack(tx: Ctx, change: Change): Promise<void> {
  const time = now(tx);
  const wasDone = change.state === 'done';
  const since = and(
    eq(emailChanges.accountId, change.accountId),
    inArray(emailChanges.state, ['open', 'done']),
    gte(emailChanges.createdAt, change.createdAt),
  );
  await tx.db.update(emailChanges).set({ state: 'undone' }).where(since);
  const restored = wasDone ? { email: change.oldEmail, emailVerifiedAt: time } : {};
  const [account] = await tx.db
    .update(accounts)
    .set({ ...restored, updatedAt: time })
    .where(eq(accounts.id, change.accountId))
    .returning();
  await voidLinks(tx, change.accountId, 'reset-password');
  await endSessions(
    tx,
    change.accountId,
    tx.viewer?.id === change.accountId ? tx.viewer.sessionId : undefined,
  );
  if (account) await mailChangeUndone(tx, { name: account.name, email: change.oldEmail });
}

/**
 * Records the old address's response to the email sent to it: approve the change, or undo it, which is
 * possible for a week after the change too.
 * @throws AppError 422 on `token`.
 */
export async function answerChange(
  ctx: Ctx,
  { token, answer }: { token: string; answer: 'agree' | 'undo' },
): Promise<{ state: 'waiting' | 'done' | 'undone' }> {
  await limitRate(ctx, `email-change:net:${toNetwork(ctx.request)}`, { max: 30, seconds: 3600 });
  return transaction(ctx, async (tx) => {
    const usable = and(
      eq(emailChanges.oldHash, tx.ports.crypto.sha256(token)),
      inArray(emailChanges.state, answer === 'undo' ? ['open', 'done'] : ['open']),
      gt(emailChanges.endsAt, now(tx)),
    );
    const change = await held(tx, usable);
    if (answer === 'undo') {
      await takeBack(tx, change);
      return { state: 'undone' };
    }
    const agreed = { ...change, oldAgreedAt: change.oldAgreedAt ?? now(tx) };
    await tx.db
      .update(emailChanges)
      .set({ oldAgreedAt: agreed.oldAgreedAt })
      .where(eq(emailChanges.id, change.id));
    await settle(tx, agreed);
    return { state: agreed.newConfirmedAt ? 'done' : 'waiting' };
  });
}

/**
 * The job that runs at a change's deadlines: when the new address hasn't confirmed in time, and when the old
 * address's silence counts as consent.
 */
export async function applyChangeDeadline(ctx: Ctx, changeId: string): Promise<void> {
  await transaction(ctx, async (tx) => {
    const [change] = await tx.db
      .select()
      .from(emailChanges)
      .where(and(eq(emailChanges.id, changeId), eq(emailChanges.state, 'open')))
      .for('update');
    if (!change) return;
    const isTaken = (await addressHolder(tx, change.newEmail, change.accountId)) !== null;
    if (!change.newConfirmedAt || isTaken)
      await tx.db.update(emailChanges).set({ state: 'dropped' }).where(eq(emailChanges.id, change.id));
    else if (change.endsAt <= now(tx))
      await settle(tx, { ...change, oldAgreedAt: change.oldAgreedAt ?? now(tx) });
  });
}
