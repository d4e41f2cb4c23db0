import { asc, eq } from 'drizzle-orm';
import { transaction } from '../../kernel/context.ts';
import { accounts } from '../../db/schema/accounts.ts';
import { performers } from '../../db/schema/creators.ts';
import { AppError, conflict } from '../../kernel/errors.ts';
import { type Verdict, decideApproval } from '../creators/approval.ts';
import { type OperatorCtx, audit } from './audit.ts';

export type Verified = 'pending' | 'approved' | 'rejected';
const columns = {
  id: accounts.id,
  username: accounts.username,
  name: accounts.name,
  email: accounts.email,
  verified: performers.verified,
  reason: performers.verifiedReason,
  createdAt: accounts.createdAt,
};
export interface ListedPerformer {
  id: string;
  username: string | null;
  name: string;
  email: string | null;
  verified: Verified;
  reason: string | null;
  createdAt: Date;
}

/** Creators, longest waiting first. */
export async function listPerformers(
  ctx: OperatorCtx,
  filter: { verified?: Verified },
): Promise<ListedPerformer[]> {
  const rows = ctx.db
    .select(columns)
    .from(performers)
    .innerJoin(accounts, eq(accounts.id, performers.accountId));
  return rows
    .where(filter.verified ? eq(performers.verified, filter.verified) : undefined)
    .orderBy(asc(accounts.createdAt), asc(accounts.id));
}

/**
 * Finds a creator and locks the row until the transaction ends.
 * @throws AppError 404
 */
export async function findPerformer(tx: OperatorCtx, username: string): Promise<ListedPerformer> {
  const [row] = await tx.db
    .select(columns)
    .from(performers)
    .innerJoin(accounts, eq(accounts.id, performers.accountId))
    .where(eq(accounts.username, username.toLowerCase()))
    .for('update', { of: performers });
  if (!row) throw new AppError(404, 'not_found', `There is no creator with the username ${username}.`);
  return row;
}

function decide(ctx: OperatorCtx, username: string, verdict: Verdict): Promise<ListedPerformer> {
  return transaction(ctx, async (tx) => {
    const row = await findPerformer(tx, username);
    if (row.verified === verdict.verified) throw conflict(`${username} is already ${verdict.verified}.`);
    await decideApproval(tx, row, verdict);
    await audit(tx, {
      action: `performer.${verdict.verified}`,
      subject: row.id,
      facts: { username: row.username, before: row.verified, reason: verdict.reason },
    });
    return { ...row, ...verdict };
  });
}

export const approvePerformer = (ctx: OperatorCtx, username: string) =>
  decide(ctx, username, { verified: 'approved', reason: null });
export const rejectPerformer = (ctx: OperatorCtx, username: string, reason: string) =>
  decide(ctx, username, { verified: 'rejected', reason });
