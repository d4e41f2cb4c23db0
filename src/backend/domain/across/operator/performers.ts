import { asc, eq, isNotNull } from 'drizzle-orm';
import type { VerificationState } from '#contract/people/creators.ts';
import { now, transaction } from '../../../kernel/context.ts';
import { accounts } from '../../../db/schema/accounts.ts';
import { performers } from '../../../db/schema/creators.ts';
import { AppError, conflict, invalid } from '../../../kernel/errors.ts';
import { type Verdict, decideApproval } from '../../people/creators/approval.ts';
import { type OperatorCtx, audit } from './audit.ts';

export type Verified = VerificationState;
const columns = {
  id: accounts.id,
  username: accounts.username,
  name: accounts.name,
  email: accounts.email,
  verified: performers.verified,
  reason: performers.verifiedReason,
  /** When documents that nobody has decided on were sent. */
  submittedAt: performers.submittedAt,
  until: performers.verifiedUntil,
  createdAt: accounts.createdAt,
};
export interface ListedPerformer {
  id: string;
  username: string | null;
  name: string;
  email: string | null;
  verified: Verified;
  reason: string | null;
  submittedAt: Date | null;
  until: Date | null;
  createdAt: Date;
}

/** Creators, longest waiting first. `waiting` are those with documents to decide on, approved ones too. */
export async function listPerformers(
  ctx: OperatorCtx,
  filter: { verified?: Verified; waiting?: boolean },
): Promise<ListedPerformer[]> {
  const rows = ctx.db
    .select(columns)
    .from(performers)
    .innerJoin(accounts, eq(accounts.id, performers.accountId));
  if (filter.waiting)
    return rows
      .where(isNotNull(performers.submittedAt))
      .orderBy(asc(performers.submittedAt), asc(accounts.id));
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

/** Refuses a decision about nothing, such as the second of two at once. */
function refuseUndecidable({ username, verified, submittedAt }: ListedPerformer): void {
  if (submittedAt !== null || verified === 'pending') return;
  if (verified === 'draft')
    throw conflict(`${username} hasn’t sent documents and confirmed the statements yet.`);
  if (verified === 'expired') throw conflict(`${username}’s document has expired, and no new one was sent.`);
  throw conflict(`${username} is already ${verified}.`);
}

/** Documents are valid for decades at most; a later day is a typo. */
const longestDocumentMs = 100 * 365.25 * 86_400_000;

function decide(
  ctx: OperatorCtx,
  { username, check }: { username: string; check: (row: ListedPerformer) => void },
  verdict: Verdict & { readonly note?: string | undefined },
): Promise<ListedPerformer> {
  return transaction(ctx, async (tx) => {
    const { until = null, note, message } = verdict;
    if (until && until <= now(tx))
      throw invalid('until', 'The day the document expires has to be in the future.');
    if (until && until.getTime() > now(tx).getTime() + longestDocumentMs)
      throw invalid('until', 'Check the year: no document is valid that long.');
    const row = await findPerformer(tx, username);
    check(row);
    const after = await decideApproval(tx, row, verdict);
    await audit(tx, {
      action: `performer.${verdict.verified}`,
      subject: row.id,
      facts: {
        username: row.username,
        before: row.verified,
        reason: verdict.reason ?? (note || null),
        ...(until && { until: until.toISOString() }),
        ...(message && { message }),
      },
    });
    return {
      ...row,
      verified: after.verified,
      reason: after.verifiedReason,
      until: after.verifiedUntil,
      submittedAt: null,
    };
  });
}

export interface Approval {
  /** The day on which the document expires. */
  readonly until?: Date | null | undefined;
  /** Why, for operators: in the audit log and the timeline of the desk. */
  readonly note?: string | undefined;
  /** What the creator reads with it. */
  readonly message?: string | undefined;
}

/** A rejected creator can also be approved after all. */
export const approvePerformer = (
  ctx: OperatorCtx,
  username: string,
  { until = null, note, message = '' }: Approval = {},
) =>
  decide(
    ctx,
    { username, check: (row) => row.verified === 'rejected' || refuseUndecidable(row) },
    { verified: 'approved', reason: null, until, note, message: message || null },
  );

/** Rejects documents. A creator who sent newer ones while approved keeps the approval. */
export const rejectPerformer = (ctx: OperatorCtx, username: string, reason: string) =>
  decide(ctx, { username, check: refuseUndecidable }, { verified: 'rejected', reason });

/** Withdraws an approval. Not part of `rejectPerformer`, which may come a moment after somebody approved. */
export const withdrawApproval = (ctx: OperatorCtx, username: string, reason: string) =>
  decide(
    ctx,
    {
      username,
      check: ({ verified, submittedAt }) => {
        if (verified !== 'approved') throw conflict(`${username} isn’t approved.`);
        if (submittedAt) throw conflict(`${username} sent new documents. Decide on these first.`);
      },
    },
    { verified: 'rejected', reason },
  );
