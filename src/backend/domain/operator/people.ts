import { and, desc, eq, ilike, or } from 'drizzle-orm';
import { now, transaction } from '../../kernel/context.ts';
import { accounts } from '../../db/schema/accounts.ts';
import { AppError, conflict, invalid } from '../../kernel/errors.ts';
import { takeFactorOff } from '../accounts/factors/second-factor.ts';
import { liftSuspension, suspendAccount, suspended } from '../accounts/suspension.ts';
import { type OperatorCtx, audit } from './audit.ts';
import { agreed, refuseOwn } from './proposals.ts';

export interface ListedPerson {
  id: string;
  username: string | null;
  name: string;
  email: string | null;
  kind: 'creator' | 'fan';
  since: Date;
  suspendedAt: Date | null;
  deactivatedAt: Date | null;
  until: Date | null;
  reason: string | null;
}

/** Accounts, newest first. */
export async function listPeople(
  ctx: OperatorCtx,
  { suspended: onlySuspended, search, limit }: { suspended?: boolean; search?: string; limit: number },
): Promise<ListedPerson[]> {
  const pattern = `%${(search ?? '').replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  const found = [accounts.name, accounts.username, accounts.email].map((column) => ilike(column, pattern));
  const rows = await ctx.db
    .select()
    .from(accounts)
    .where(and(onlySuspended ? suspended : undefined, search ? or(...found) : undefined))
    .orderBy(desc(accounts.createdAt), desc(accounts.id))
    .limit(limit);
  return rows.map((row) => ({
    id: row.id,
    username: row.username,
    name: row.name,
    email: row.email,
    kind: row.isPerformer ? 'creator' : 'fan',
    since: row.createdAt,
    suspendedAt: row.suspendedAt,
    deactivatedAt: row.deactivatedAt,
    until: row.suspendedUntil,
    reason: row.suspendedReason,
  }));
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * Finds an account by username, email or id, and locks it until the transaction ends.
 * @throws AppError 404
 */
export async function findPerson(tx: OperatorCtx, name: string): Promise<typeof accounts.$inferSelect> {
  const given = name.toLowerCase();
  const [row] = await tx.db
    .select()
    .from(accounts)
    .where(
      uuid.test(given) ? eq(accounts.id, given) : or(eq(accounts.username, given), eq(accounts.email, given)),
    )
    .for('update');
  if (!row) throw new AppError(404, 'not_found', `There is no account with the username or email ${name}.`);
  return row;
}

/** At the desk, longer than this is a ban. */
const longestMs = 366 * 86_400_000;

function checkEnd(tx: OperatorCtx, until: Date | null): void {
  if (until === null) return;
  const ms = until.getTime() - now(tx).getTime();
  if (ms <= 0) throw invalid('until', 'The end has to be in the future.');
  if (tx.actorId !== null && ms > longestMs)
    throw invalid('until', 'A suspension ends within a year. Anything longer is a ban.');
}

/**
 * Suspends an account; a suspended one gets the new reason and end. Without an end it is a ban: where a setting
 * says so, the first operator only proposes it, and nothing changes until a second one does the same.
 * @throws AppError 404; 409 for one's own account; 422 for an end that is over, or too far away
 */
export const suspendPerson = (
  ctx: OperatorCtx,
  name: string,
  { reason, until }: { reason: string; until: Date | null },
): Promise<void> =>
  transaction(ctx, async (tx) => {
    checkEnd(tx, until);
    const { id, username, suspendedAt } = await findPerson(tx, name);
    refuseOwn(tx, id);
    const ban = { action: 'account.ban', subjectId: id } as const;
    const { twoPersonBans } = await tx.settings.all();
    if (until === null && twoPersonBans && !(await agreed(tx, ban, reason))) return;
    await suspendAccount(tx, id, { reason, until });
    await audit(tx, {
      action: 'account.suspended',
      subject: id,
      facts: { username, reason, until: until?.toISOString() ?? null, before: suspendedAt !== null },
    });
  });

/** @throws AppError 404; 409 if the account isn't suspended */
export const restorePerson = (ctx: OperatorCtx, name: string, reason: string): Promise<void> =>
  transaction(ctx, async (tx) => {
    const { id, username } = await findPerson(tx, name);
    refuseOwn(tx, id);
    if (!(await liftSuspension(tx, id))) throw conflict(`${name} isn’t suspended.`);
    await audit(tx, { action: 'account.restored', subject: id, facts: { username, reason } });
  });

/**
 * Turns two-factor authentication off for somebody who has lost both app and recovery codes.
 * @throws AppError 404; 409 if it isn't on
 */
export const removePersonsFactor = (ctx: OperatorCtx, name: string, reason: string): Promise<void> =>
  transaction(ctx, async (tx) => {
    const { id, username } = await findPerson(tx, name);
    refuseOwn(tx, id);
    if (!(await takeFactorOff(tx, id))) throw conflict(`${name} has no two-factor authentication.`);
    await audit(tx, { action: 'account.second-factor-removed', subject: id, facts: { username, reason } });
  });
