import { eq } from 'drizzle-orm';
import { greeting } from '#config/line-text.ts';
import { routes } from '#config/routes.ts';
import { formatUtcDay } from '#lib/format-time.ts';
import { type Ctx, now } from '../../../kernel/context.ts';
import type { accounts } from '../../../db/schema/accounts.ts';
import { performers } from '../../../db/schema/creators.ts';
import { removeDocuments } from '../../base/files/documents.ts';
import { notify } from '../notifications/notify.ts';
import { queueMail } from '../../base/site/mails.ts';
import { approveDocuments, isValidAt, lockVerification, noteVerification } from './verification.ts';

export interface Verdict {
  readonly verified: 'approved' | 'rejected';
  readonly reason: string | null;
  /** The day on which the approved document expires; null if it doesn't. */
  readonly until?: Date | null;
  /** What the operator writes to the creator with an approval. */
  readonly message?: string | null;
}
type DecidedAccount = Pick<typeof accounts.$inferSelect, 'id' | 'username' | 'name' | 'email'>;
type Outcome = Pick<typeof performers.$inferSelect, 'verified' | 'verifiedReason' | 'verifiedUntil'>;

async function letter(
  tx: Ctx,
  account: DecidedAccount,
  {
    before,
    after,
    message,
  }: { readonly before: Outcome; readonly after: Outcome; readonly message: string | null },
): Promise<{ subject: string; text: string }> {
  const { siteName } = await tx.settings.all();
  const { publicUrl } = tx.config;
  const upload = `You can upload new documents here: ${publicUrl}${routes.creatorAccount}?tab=payouts`;
  const reason = after.verifiedReason ?? '';
  const lines = (): string[] => {
    if (after.verified !== 'approved')
      return [`Your profile on ${siteName}`, `We couldn’t approve your profile. ${reason}`, upload];
    if (after.verifiedReason === null)
      return before.verified === 'approved'
        ? [`Your documents on ${siteName}`, 'Your new documents are approved.']
        : [
            `Welcome to ${siteName}`,
            'Your profile is approved and now public.',
            `${publicUrl}${routes.profile(account.username ?? account.id)}`,
          ];
    const until = after.verifiedUntil ? ` until ${formatUtcDay(after.verifiedUntil)}` : '';
    return [
      `Your documents on ${siteName}`,
      `We couldn’t approve your new documents. ${reason}`,
      `Your page stays public${until}. ${upload}`,
    ];
  };
  const [subject = '', ...rest] = lines();
  const written = message === null ? [] : [message];
  return { subject, text: [greeting(account.name), ...rest, ...written, siteName].join('\n\n') };
}

/** In the app; what the email says belongs to the decision and is sent whatever the person chose. */
async function notifyDecision(
  tx: Ctx,
  accountId: string,
  { before, after }: { readonly before: Outcome; readonly after: Outcome },
): Promise<void> {
  const staysApproved = after.verified === 'approved' && before.verified === 'approved';
  const text =
    after.verifiedReason === null
      ? staysApproved
        ? 'Your new documents are approved.'
        : 'You’re approved, and your page is public.'
      : `We couldn’t approve your documents. ${after.verifiedReason}`;
  await notify(tx, {
    to: accountId,
    type: 'verification',
    text,
    href: `${routes.creatorAccount}?tab=payouts`,
    letter: null,
  });
}

type Before = Awaited<ReturnType<typeof lockVerification>>;

/** If a creator who is approved sent newer documents, rejecting these leaves the approval as it is. */
function decideOutcome(before: Before, { verified, reason, until = null }: Verdict, time: Date): Outcome {
  if (verified === 'approved') return { verified, verifiedReason: reason, verifiedUntil: until };
  const keeps = before.submittedAt !== null && isValidAt(before, time);
  return {
    verified: keeps ? 'approved' : verified,
    verifiedReason: reason,
    verifiedUntil: before.verifiedUntil,
  };
}

/**
 * Approves or rejects a creator, which shows or hides the profile, and emails them. If a creator who is
 * approved sent newer documents, rejecting these leaves the approval until the old document expires.
 */
export async function decideApproval(tx: Ctx, account: DecidedAccount, verdict: Verdict): Promise<Outcome> {
  const { verified, reason, until = null, message = null } = verdict;
  const isApproval = verified === 'approved';
  const before = await lockVerification(tx, account.id);
  const after = decideOutcome(before, verdict, now(tx));
  await tx.db
    .update(performers)
    .set({
      ...after,
      submittedAt: null,
      updatedAt: now(tx),
      ...(isApproval && { remindedDays: null }),
    })
    .where(eq(performers.accountId, account.id));
  if (isApproval) await removeDocuments(tx, await approveDocuments(tx, account.id));
  await noteVerification(tx, account.id, {
    what: verified,
    reason: isApproval ? message : reason,
    until: isApproval ? until : null,
  });
  await notifyDecision(tx, account.id, { before, after });
  if (account.email)
    await queueMail(tx, { to: account.email, ...(await letter(tx, account, { before, after, message })) });
  return after;
}
