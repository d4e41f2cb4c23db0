import { and, eq, gt, isNotNull, isNull } from 'drizzle-orm';
import { type Ctx, type UserCtx, now, transaction } from '../../../../kernel/context.ts';
import { recoveryCodes, secondFactors } from '../../../../db/schema/factors.ts';
import { conflict, invalid, notFound } from '../../../../kernel/errors.ts';
import { toNetwork } from '../../../../kernel/networks.ts';
import { limitRate } from '../../../../kernel/rate-limit.ts';
import { endSessions } from '../sessions.ts';
import { findStep, newAuthenticator, resealed } from './authenticator.ts';
import { activeFactor } from './codes.ts';
import { mailCodesReplaced, mailFactorOff, mailFactorOn, mailFactorUndone } from './mails.ts';
import { passFactor, requireProof, wrongCode } from './proof.ts';
import { countCodes, replaceCodes } from './recovery-codes.ts';

/** How long the email that reports it can undo turning it on. */
const undoMs = 7 * 24 * 3_600_000;
const alreadyOn = () => conflict('Two-factor authentication is already on.');

export async function describeFactor(ctx: UserCtx) {
  const factor = await activeFactor(ctx, ctx.viewer.id);
  return {
    enabledAt: factor?.enabledAt?.toISOString() ?? null,
    recoveryCodesLeft: factor ? await countCodes(ctx, ctx.viewer.id) : 0,
  };
}

/**
 * Prepares an authenticator app. It isn't asked for until one of its codes has confirmed it; beginning again
 * replaces the secret.
 * @throws AppError 403 `step_up_required`, 409
 */
export async function beginFactor(ctx: UserCtx): Promise<{ secret: string; uri: string }> {
  await requireProof(ctx);
  const { id, username, name } = ctx.viewer;
  const { sealed, ...shown } = await newAuthenticator(ctx, id, username ?? name);
  const begun = await ctx.db
    .insert(secondFactors)
    .values({ accountId: id, sealed, createdAt: now(ctx) })
    .onConflictDoUpdate({
      target: secondFactors.accountId,
      set: { sealed, createdAt: now(ctx) },
      setWhere: isNull(secondFactors.enabledAt),
    })
    .returning({ id: secondFactors.accountId });
  if (begun.length === 0) throw alreadyOn();
  return shown;
}

/**
 * Turns it on with a first code, ends all other sessions and returns the recovery codes.
 * @throws AppError 403 `step_up_required`, 409, 422 on `code`, 429
 */
export async function confirmFactor(ctx: UserCtx, code: string): Promise<{ recoveryCodes: string[] }> {
  await requireProof(ctx);
  const { id } = ctx.viewer;
  await limitRate(ctx, `factor:confirm:${id}`, { max: 10, seconds: 900 });
  const token = ctx.ports.crypto.randomToken(32);
  return transaction(ctx, async (tx) => {
    const [factor] = await tx.db
      .select()
      .from(secondFactors)
      .where(eq(secondFactors.accountId, id))
      .for('update');
    if (!factor) throw conflict('Scan the QR code first.');
    if (factor.enabledAt) throw alreadyOn();
    const lastStep = await findStep(tx, factor, code.replaceAll(/\s/g, ''));
    if (lastStep === null) throw wrongCode(tx);
    const time = now(tx);
    await tx.db
      .update(secondFactors)
      .set({
        enabledAt: time,
        lastStep,
        undoHash: tx.ports.crypto.sha256(token),
        undoUntil: new Date(time.getTime() + undoMs),
      })
      .where(eq(secondFactors.accountId, id));
    await passFactor(tx);
    // Whoever else is logged in hasn't shown the second factor.
    await endSessions(tx, id, tx.viewer.sessionId);
    await mailFactorOn(tx, id, token);
    return { recoveryCodes: await replaceCodes(tx, id) };
  });
}

/** Replaces the recovery codes. @throws AppError 403 `step_up_required`, 404 */
export async function renewCodes(ctx: UserCtx): Promise<{ recoveryCodes: string[] }> {
  await requireProof(ctx);
  const { id } = ctx.viewer;
  return transaction(ctx, async (tx) => {
    const [factor] = await tx.db
      .select({ enabledAt: secondFactors.enabledAt })
      .from(secondFactors)
      .where(and(eq(secondFactors.accountId, id), isNotNull(secondFactors.enabledAt)))
      .for('update');
    if (!factor) throw notFound();
    await mailCodesReplaced(tx, id);
    return { recoveryCodes: await replaceCodes(tx, id) };
  });
}

/** Removes the authenticator app and its recovery codes; false if none was turned on. */
async function removeFactor(tx: Ctx, accountId: string): Promise<boolean> {
  const [removed] = await tx.db
    .delete(secondFactors)
    .where(eq(secondFactors.accountId, accountId))
    .returning({ enabledAt: secondFactors.enabledAt });
  await tx.db.delete(recoveryCodes).where(eq(recoveryCodes.accountId, accountId));
  return removed !== undefined && removed.enabledAt !== null;
}

/** Turns it off. Repeating it changes nothing. @throws AppError 403 `step_up_required` */
export async function turnOff(ctx: UserCtx): Promise<void> {
  await requireProof(ctx);
  await transaction(ctx, (tx) => takeFactorOff(tx, tx.viewer.id));
}

/** Removes an account's second factor and emails its owner. Returns false if there was none. */
export async function takeFactorOff(tx: Ctx, accountId: string): Promise<boolean> {
  const wasOn = await removeFactor(tx, accountId);
  if (wasOn) await mailFactorOff(tx, accountId);
  return wasOn;
}

/**
 * Undoes turning it on, with the token from the email: somebody else using an open session could otherwise
 * lock the owner out for good. All sessions end.
 * @throws AppError 422 on `token`, 429
 */
export async function undoFactor(ctx: Ctx, token: string): Promise<void> {
  await limitRate(ctx, `undo-factor:net:${toNetwork(ctx.request)}`, { max: 30, seconds: 3600 });
  await transaction(ctx, async (tx) => {
    const [factor] = await tx.db
      .select({ accountId: secondFactors.accountId })
      .from(secondFactors)
      .where(
        and(eq(secondFactors.undoHash, tx.ports.crypto.sha256(token)), gt(secondFactors.undoUntil, now(tx))),
      )
      .for('update');
    if (!factor)
      throw invalid(
        'token',
        'This link has expired or was already used. Check your account, and contact us if something is wrong.',
      );
    await removeFactor(tx, factor.accountId);
    await endSessions(tx, factor.accountId);
    await mailFactorUndone(tx, factor.accountId);
  });
}

/** Re-encrypts with the site's current secret what an earlier one encrypted. */
export async function renewFactors(tx: Ctx): Promise<void> {
  const rows = await tx.db
    .select({ accountId: secondFactors.accountId, sealed: secondFactors.sealed })
    .from(secondFactors)
    .for('update');
  for (const row of rows) {
    const sealed = await resealed(tx, row);
    if (sealed)
      await tx.db.update(secondFactors).set({ sealed }).where(eq(secondFactors.accountId, row.accountId));
  }
}
