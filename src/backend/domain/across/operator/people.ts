import { and, desc, eq, getTableColumns, or } from 'drizzle-orm';
import { matchesText } from '../../../db/matches-text.ts';
import { transaction } from '../../../kernel/context.ts';
import { accountDeletions, accounts } from '../../../db/schema/accounts.ts';
import { AppError, conflict } from '../../../kernel/errors.ts';
import { takeFactorOff } from '../../people/accounts/factors/second-factor.ts';
import { suspended } from '../../people/accounts/suspension.ts';
import { type OperatorCtx, audit } from './audit.ts';
import { refuseOwn } from './proposals.ts';

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
  /** When it is deleted, or was to be: what it waits for is in `deletionWaitsFor`. Null: nobody asked for it. */
  deletionDue: Date | null;
  deletionWaitsFor: string | null;
  erasedAt: Date | null;
}

/** Accounts, newest first. */
export async function listPeople(
  ctx: OperatorCtx,
  { suspended: onlySuspended, search, limit }: { suspended?: boolean; search?: string; limit: number },
): Promise<ListedPerson[]> {
  const rows = await ctx.db
    .select({ ...getTableColumns(accounts), deletion: getTableColumns(accountDeletions) })
    .from(accounts)
    .leftJoin(accountDeletions, eq(accountDeletions.accountId, accounts.id))
    .where(
      and(
        onlySuspended ? suspended : undefined,
        search ? matchesText(search, accounts.name, accounts.username, accounts.email) : undefined,
      ),
    )
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
    deletionDue: row.deletion?.dueAt ?? null,
    deletionWaitsFor: row.deletion?.heldBy ?? null,
    erasedAt: row.deletion?.erasedAt ?? null,
  }));
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * Finds an account by username, email or id.
 * @throws AppError 404
 */
export async function personNamed(ctx: OperatorCtx, name: string): Promise<typeof accounts.$inferSelect> {
  const given = name.toLowerCase();
  const [row] = await ctx.db
    .select()
    .from(accounts)
    .where(
      uuid.test(given) ? eq(accounts.id, given) : or(eq(accounts.username, given), eq(accounts.email, given)),
    );
  if (!row) throw new AppError(404, 'not_found', `There is no account with the username or email ${name}.`);
  return row;
}

/**
 * Turns two-factor authentication off for someone who has lost both app and recovery codes.
 * @throws AppError 404; 409 if it isn't on
 */
export const removePersonsFactor = (ctx: OperatorCtx, name: string, reason: string): Promise<void> =>
  transaction(ctx, async (tx) => {
    const { id, username } = await personNamed(tx, name);
    refuseOwn(tx, id);
    if (!(await takeFactorOff(tx, id))) throw conflict(`${name} has no two-factor authentication.`);
    await audit(tx, { action: 'account.second-factor-removed', subject: id, facts: { username, reason } });
  });
