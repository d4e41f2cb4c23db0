import { asc, eq } from 'drizzle-orm';
import { routes } from '#config/routes.ts';
import { now, transaction } from '../../kernel/context.ts';
import { accounts } from '../../db/schema/accounts.ts';
import { performers } from '../../db/schema/creators.ts';
import { AppError, conflict } from '../../kernel/errors.ts';
import { queueMail } from '../site/mails.ts';
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

/** Approves or rejects a creator, which shows or hides the profile, and emails them. */
function decide(
  ctx: OperatorCtx,
  username: string,
  verdict: { verified: 'approved' | 'rejected'; reason: string | null },
): Promise<ListedPerformer> {
  return transaction(ctx, async (tx) => {
    const row = await findPerformer(tx, username);
    if (row.verified === verdict.verified) throw conflict(`${username} is already ${verdict.verified}.`);
    await tx.db
      .update(performers)
      .set({ verified: verdict.verified, verifiedReason: verdict.reason, updatedAt: now(tx) })
      .where(eq(performers.accountId, row.id));
    await audit(tx, {
      action: `performer.${verdict.verified}`,
      subject: row.id,
      facts: { username: row.username, before: row.verified, reason: verdict.reason },
    });
    if (row.email) await queueMail(tx, { to: row.email, ...(await letter(tx, row, verdict)) });
    return { ...row, verified: verdict.verified, reason: verdict.reason };
  });
}

async function letter(
  tx: OperatorCtx,
  row: ListedPerformer,
  { verified, reason }: { verified: string; reason: string | null },
): Promise<{ subject: string; text: string }> {
  const { siteName } = await tx.settings.all();
  const { publicUrl } = tx.config;
  const [subject, ...lines] =
    verified === 'approved'
      ? [
          `Welcome to ${siteName}`,
          'your profile is approved and now public.',
          `${publicUrl}${routes.profile(row.username ?? row.id)}`,
        ]
      : [
          `Your profile on ${siteName}`,
          `we couldn’t approve your profile. ${reason ?? ''}`,
          `You can upload new documents here: ${publicUrl}${routes.creatorAccount}`,
        ];
  return { subject, text: [`Hello ${row.name},`, ...lines, siteName].join('\n\n') };
}

export const approvePerformer = (ctx: OperatorCtx, username: string) =>
  decide(ctx, username, { verified: 'approved', reason: null });
export const rejectPerformer = (ctx: OperatorCtx, username: string, reason: string) =>
  decide(ctx, username, { verified: 'rejected', reason });
