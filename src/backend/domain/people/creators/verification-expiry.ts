import { and, asc, eq, isNotNull, lte } from 'drizzle-orm';
import { routes } from '#config/routes.ts';
import { formatUtcDay } from '#lib/format-time.ts';
import { type Ctx, now, transaction } from '../../../kernel/context.ts';
import { performers } from '../../../db/schema/creators.ts';
import { notify } from '../notifications/notify.ts';
import { lockVerification, noteVerification } from './verification.ts';

const dayMs = 24 * 60 * 60_000;
/** Days before the end at which a creator is reminded. */
const reminders = [30, 7] as const;
const later = (time: Date, days: number): Date => new Date(time.getTime() + days * dayMs);

/** Hides a creator whose document has expired. Their works stay, and come back with the next approval. */
async function expire(tx: Ctx, { accountId, submittedAt }: typeof performers.$inferSelect): Promise<void> {
  // New documents are with the site already: it is the one to act.
  const verified = submittedAt ? 'pending' : 'expired';
  await tx.db
    .update(performers)
    .set({ verified, updatedAt: now(tx) })
    .where(eq(performers.accountId, accountId));
  await noteVerification(tx, accountId, { what: 'expired' });
  const next = submittedAt ? 'We’re reviewing your new documents.' : 'Send a new one to bring it back.';
  const text = `Your identity document has expired, so your page is hidden. ${next}`;
  await notify(tx, {
    to: accountId,
    type: 'verification',
    text,
    href: `${routes.creatorAccount}?tab=payouts`,
    letter: {
      subject: 'Your identity document has expired',
      lines: [
        text,
        'Nothing is lost: your posts, subscribers and earnings are kept, and buyers keep what they bought. Subscriptions don’t renew in the meantime.',
        `${tx.config.publicUrl}${routes.creatorAccount}?tab=payouts`,
      ],
    },
  });
}

async function remind(
  tx: Ctx,
  { accountId, verifiedUntil, remindedDays }: typeof performers.$inferSelect,
): Promise<void> {
  if (!verifiedUntil) return;
  const left = (verifiedUntil.getTime() - now(tx).getTime()) / dayMs;
  const due = reminders.findLast((days) => left <= days);
  if (due === undefined || (remindedDays !== null && remindedDays <= due)) return;
  await tx.db.update(performers).set({ remindedDays: due }).where(eq(performers.accountId, accountId));
  const day = formatUtcDay(verifiedUntil);
  const text = `Your identity document expires on ${day}. Send a new one before then, so that your page stays public.`;
  await notify(tx, {
    to: accountId,
    type: 'verification',
    text,
    href: `${routes.creatorAccount}?tab=payouts`,
    letter: {
      subject: `Your identity document expires on ${day}`,
      lines: [text, `${tx.config.publicUrl}${routes.creatorAccount}?tab=payouts`],
    },
  });
}

/** Reminds or hides one creator, whose state may have changed since it was listed. */
async function processVerificationExpiry(tx: Ctx, accountId: string): Promise<void> {
  const creator = await lockVerification(tx, accountId);
  const { verified, submittedAt, verifiedUntil } = creator;
  if (verified !== 'approved' || !verifiedUntil) return;
  const { documentGraceDays } = await tx.settings.all();
  if (later(verifiedUntil, documentGraceDays) <= now(tx)) await expire(tx, creator);
  else if (!submittedAt && verifiedUntil > now(tx)) await remind(tx, creator);
}

/** Reminds creators whose documents expire soon, and hides those whose documents have. */
export async function processVerificationExpiries(ctx: Ctx): Promise<void> {
  const [first] = reminders;
  const rows = await ctx.db
    .select({ accountId: performers.accountId })
    .from(performers)
    .where(
      and(
        eq(performers.verified, 'approved'),
        isNotNull(performers.verifiedUntil),
        lte(performers.verifiedUntil, later(now(ctx), first)),
      ),
    )
    .orderBy(asc(performers.verifiedUntil));
  for (const { accountId } of rows) await transaction(ctx, (tx) => processVerificationExpiry(tx, accountId));
}
