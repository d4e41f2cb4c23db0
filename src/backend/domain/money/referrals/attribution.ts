import { and, eq, inArray } from 'drizzle-orm';
import { limits } from '#config/limits.ts';
import { routes } from '#config/routes.ts';
import { type Ctx, type UserCtx, now, transaction } from '../../../kernel/context.ts';
import { accounts } from '../../../db/schema/accounts.ts';
import { referrals } from '../../../db/schema/referrals.ts';
import { conflict, invalid } from '../../../kernel/errors.ts';
import type { Bond } from './bonds.ts';
import { findBond } from './bonds-query.ts';
import { type FoundInviter, findInviter, firstName } from './codes.ts';
import { notify } from '../../people/notifications/notify.ts';
import { addDays } from '../../../kernel/subscription-dates.ts';

/** Until when an account can still name who invited it. */
export const claimEnd = (joinedAt: Date): Date => addDays(joinedAt, limits.referral.claimDays);

interface Newcomer {
  readonly id: string;
  readonly name: string;
  readonly joinedAt: Date;
}

/**
 * Records who referred whom, under the current terms, counted from the day of registration. Returns false
 * when a referrer was already recorded.
 */
async function attribute(tx: Ctx, inviter: FoundInviter, newcomer: Newcomer): Promise<boolean> {
  const { referralBps, referralDays } = await tx.settings.all();
  const { id: referredId, joinedAt } = newcomer;
  const written = await tx.db
    .insert(referrals)
    .values({
      id: tx.ports.ids(),
      referrerId: inviter.id,
      referredId,
      startsAt: joinedAt,
      endsAt: addDays(joinedAt, referralDays),
      bps: referralBps,
      seenUntil: joinedAt,
      createdAt: now(tx),
    })
    .onConflictDoNothing()
    .returning({ id: referrals.id });
  if (written.length === 0) return false;
  const href = inviter.isPerformer ? routes.creatorReferrals : routes.referrals;
  await notify(tx, {
    to: inviter.id,
    type: 'referral',
    text: `${firstName(newcomer.name)} joined with your invitation.`,
    href,
  });
  return true;
}

/**
 * Finds who invited a new account.
 * @throws AppError 422 on `referralCode` for an unknown code; clearing the field registers without one.
 */
export async function resolveInviter(ctx: Ctx, code: string | undefined): Promise<FoundInviter | null> {
  if (code === undefined) return null;
  const inviter = await findInviter(ctx, code);
  if (!inviter) throw invalid('referralCode', 'That code doesn’t work. Check the spelling, or leave it out.');
  return inviter;
}

/** Call it in the transaction that creates the account. */
export async function joinedBy(
  tx: Ctx,
  inviter: FoundInviter | null,
  newcomer: Omit<Newcomer, 'joinedAt'>,
): Promise<void> {
  if (inviter) await attribute(tx, inviter, { ...newcomer, joinedAt: now(tx) });
}

const bonds: Readonly<Record<Bond, string>> = {
  same_card: 'You can’t use this code. Its owner pays with the same card as you.',
  same_payout: 'You can’t use this code. Its owner is paid to the same bank account as you.',
};

/**
 * Locks both accounts in a fixed order, so that two people who name each other at the same time don't
 * deadlock.
 */
async function lockBoth(tx: Ctx, ids: readonly string[]) {
  const rows = await tx.db
    .select({ id: accounts.id, joinedAt: accounts.createdAt })
    .from(accounts)
    .where(inArray(accounts.id, [...ids]))
    .orderBy(accounts.id)
    .for('no key update');
  return new Map(rows.map((row) => [row.id, row.joinedAt]));
}

/**
 * Checks that the inviter isn't the viewer and could have invited them.
 * @throws AppError 409
 */
async function assertStranger(tx: UserCtx, inviter: FoundInviter, joinedAt: Date): Promise<void> {
  const me = tx.viewer.id;
  const [invited] = await tx.db
    .select({ id: referrals.id })
    .from(referrals)
    .where(and(eq(referrals.referrerId, me), eq(referrals.referredId, inviter.id)));
  if (invited) throw conflict('You invited this person, so they can’t have invited you.');
  if (inviter.joinedAt > joinedAt)
    throw conflict('This person joined after you, so they can’t have invited you.');
  const bond = await findBond(tx.db, me, inviter.id);
  if (bond) throw conflict(bonds[bond]);
}

/**
 * Names the viewer's inviter within the first days of the account, for people who opened the link on one
 * device and registered on another.
 * @throws AppError 422 for an unknown code, 409 with the reason when it can't be used.
 */
export async function claim(ctx: UserCtx, code: string): Promise<void> {
  const inviter = await findInviter(ctx, code);
  if (!inviter) throw invalid('code', 'That code doesn’t work. Check the spelling.');
  const { id: me, name } = ctx.viewer;
  if (inviter.id === me) throw conflict('This is your own code. Share it with people you invite.');
  await transaction(ctx, async (tx) => {
    const joinedAt = (await lockBoth(tx, [me, inviter.id])).get(me);
    if (!joinedAt || claimEnd(joinedAt) <= now(tx))
      throw conflict(
        `You can enter a code within ${limits.referral.claimDays} days of joining. Your account is older.`,
      );
    await assertStranger(tx, inviter, joinedAt);
    if (!(await attribute(tx, inviter, { id: me, name, joinedAt })))
      throw conflict('You’ve already entered who invited you.');
  });
}
