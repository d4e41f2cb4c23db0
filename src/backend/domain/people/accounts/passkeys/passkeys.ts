import { and, asc, eq, gt } from 'drizzle-orm';
import type { NewCredential, Passkey } from '#contract/people/auth/passkeys.ts';
import { sqlState } from '../../../../db/db.ts';
import { type Ctx, type UserCtx, now, transaction } from '../../../../kernel/context.ts';
import { accounts } from '../../../../db/schema/accounts.ts';
import { passkeys } from '../../../../db/schema/factors.ts';
import { conflict, invalid, notFound } from '../../../../kernel/errors.ts';
import { toNetwork } from '../../../../kernel/networks.ts';
import { limitRate } from '../../../../kernel/rate-limit.ts';
import { requireProof } from '../factors/proof.ts';
import { endSessions } from '../sessions.ts';
import { keepWayIn } from '../ways-in.ts';
import { loadPasskeys, refusedPasskey } from './answers.ts';
import { mailPasskeyAdded, mailPasskeyRemoved, mailPasskeyUndone } from './mails.ts';
import { creationOptions, verifyNew } from './verifying.ts';

type Stored = typeof passkeys.$inferSelect;

/** How long the email that reports it can undo adding one. */
const undoMs = 7 * 24 * 3_600_000;
const mostPasskeys = 20;

const toPasskey = ({ id, name, createdAt, lastUsedAt, isBackedUp }: Stored): Passkey => ({
  _id: id,
  name,
  createdAt: createdAt.toISOString(),
  lastUsedAt: lastUsedAt?.toISOString() ?? null,
  isBackedUp,
});

const addPurpose = ({ viewer }: UserCtx) => ({ purpose: 'add', subject: viewer.sessionId }) as const;
const own = ({ viewer }: UserCtx, id: string) => and(eq(passkeys.id, id), eq(passkeys.accountId, viewer.id));

/** The viewer's passkeys, oldest first. */
export async function listPasskeys(ctx: UserCtx): Promise<{ data: Passkey[]; total: number }> {
  const rows = await ctx.db
    .select()
    .from(passkeys)
    .where(eq(passkeys.accountId, ctx.viewer.id))
    .orderBy(asc(passkeys.createdAt), asc(passkeys.id));
  return { data: rows.map(toPasskey), total: rows.length };
}

/** @throws AppError 403 `step_up_required`; 409 for the most passkeys an account can have */
export async function beginPasskey(ctx: UserCtx) {
  await requireProof(ctx);
  const present = await loadPasskeys(ctx, ctx.viewer.id);
  refuseMore(present.length);
  return creationOptions(ctx, ctx.viewer, { use: addPurpose(ctx), present });
}

function refuseMore(present: number): void {
  if (present >= mostPasskeys)
    throw conflict(`You have ${mostPasskeys} passkeys. Remove one to add another.`);
}

/**
 * Adds the passkey that the browser made, and emails the owner.
 * @throws AppError 403 `step_up_required`, 409, 422 `passkey_expired` or `passkey_refused`, 429
 */
export async function addPasskey(
  ctx: UserCtx,
  { name, credential }: { name: string; credential: NewCredential },
): Promise<Passkey> {
  await requireProof(ctx);
  await limitRate(ctx, `passkey:add:${ctx.viewer.id}`, { max: 10, seconds: 900 });
  const made = await verifyNew(ctx, credential, addPurpose(ctx));
  if (!made) throw refusedPasskey();
  return transaction(ctx, async (tx) => {
    const accountId = tx.viewer.id;
    // Holds the account, so that two at once don't exceed the number.
    await tx.db.select({ id: accounts.id }).from(accounts).where(eq(accounts.id, accountId)).for('update');
    refuseMore(await tx.db.$count(passkeys, eq(passkeys.accountId, accountId)));
    const token = tx.ports.crypto.randomToken(32);
    const time = now(tx);
    const row: Stored = {
      ...made,
      id: tx.ports.ids(),
      accountId,
      name,
      undoHash: tx.ports.crypto.sha256(token),
      undoUntil: new Date(time.getTime() + undoMs),
      lastUsedAt: null,
      createdAt: time,
    };
    await tx.db.insert(passkeys).values(row);
    await mailPasskeyAdded(tx, accountId, { name, token });
    return toPasskey(row);
  }).catch((error: unknown) => {
    throw sqlState(error) === '23505' ? conflict('That passkey was added already.') : error;
  });
}

/** @throws AppError 404 */
export async function renamePasskey(ctx: UserCtx, id: string, name: string): Promise<Passkey> {
  const [row] = await ctx.db.update(passkeys).set({ name }).where(own(ctx, id)).returning();
  if (!row) throw notFound();
  return toPasskey(row);
}

/** @throws AppError 403 `step_up_required`; 404; 409 when nothing would be left to log in with */
export async function removePasskey(ctx: UserCtx, id: string): Promise<void> {
  await requireProof(ctx);
  await transaction(ctx, async (tx) => {
    await tx.db.select({ id: accounts.id }).from(accounts).where(eq(accounts.id, tx.viewer.id)).for('update');
    const [found] = await tx.db.select({ name: passkeys.name }).from(passkeys).where(own(tx, id));
    if (!found) throw notFound();
    await keepWayIn(tx, tx.viewer.id);
    await tx.db.delete(passkeys).where(own(tx, id));
    await mailPasskeyRemoved(tx, tx.viewer.id, found.name);
  });
}

/**
 * Undoes adding a passkey, with the token from the email: somebody else using an open session could otherwise
 * come back with theirs. All sessions end.
 * @throws AppError 422 on `token`, 429
 */
export async function undoPasskey(ctx: Ctx, token: string): Promise<void> {
  await limitRate(ctx, `undo-passkey:net:${toNetwork(ctx.request)}`, { max: 30, seconds: 3600 });
  await transaction(ctx, async (tx) => {
    const [removed] = await tx.db
      .delete(passkeys)
      .where(and(eq(passkeys.undoHash, tx.ports.crypto.sha256(token)), gt(passkeys.undoUntil, now(tx))))
      .returning({ accountId: passkeys.accountId, name: passkeys.name });
    if (!removed)
      throw invalid(
        'token',
        'This link has expired or was already used. Check your account, and contact us if something is wrong.',
      );
    await endSessions(tx, removed.accountId);
    await mailPasskeyUndone(tx, removed.accountId, removed.name);
  });
}
