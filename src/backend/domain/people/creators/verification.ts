import { and, asc, eq, inArray } from 'drizzle-orm';
import type { Verification } from '#contract/people/creators.ts';
import { type Ctx, now } from '../../../kernel/context.ts';
import { performers, verificationEvents } from '../../../db/schema/creators.ts';
import { documents } from '../../../db/schema/files.ts';
import { notFound } from '../../../kernel/errors.ts';
import { hasConfirmedStatements } from '../accounts/approval/consents.ts';
import { type DocumentRow, markApproved } from '../../base/files/documents.ts';

/* `draft → pending → approved → expired`, or `rejected`. A creator who is approved can send newer documents:
   the approval holds until they are decided or the old document expires, whichever is first. */

type Creator = typeof performers.$inferSelect;
export type Standing = Pick<Creator, 'verified' | 'submittedAt' | 'verifiedUntil'>;

const dayMs = 24 * 60 * 60_000;

/** The sides of an identity document, which are the form's fields. */
const sides = ['idFront', 'idBack'] as const;

/** The identity documents an account has sent. Approved ones come first. */
export const identityDocuments = (ctx: Ctx, ownerId: string): Promise<DocumentRow[]> =>
  ctx.db
    .select()
    .from(documents)
    .where(and(eq(documents.ownerId, ownerId), inArray(documents.side, [...sides])))
    .orderBy(asc(documents.createdAt), asc(documents.id));

/** Adds to the history. */
export async function noteVerification(
  tx: Ctx,
  accountId: string,
  event: Pick<typeof verificationEvents.$inferInsert, 'what' | 'reason' | 'until'>,
): Promise<void> {
  await tx.db
    .insert(verificationEvents)
    .values({ id: tx.ports.ids(), accountId, createdAt: now(tx), ...event });
}

/** Locks a creator's row until the transaction ends, so that verification changes one step at a time. */
export async function lockVerification(tx: Ctx, accountId: string): Promise<Creator> {
  const [row] = await tx.db
    .select()
    .from(performers)
    .where(eq(performers.accountId, accountId))
    .for('update');
  if (!row) throw notFound();
  return row;
}

/**
 * Puts a creator's documents up for review if everything needed is there: a front that nobody has decided on,
 * and the statements in their present version. Otherwise the profile stays as it is. Lock the creator first.
 */
export async function submitIfComplete(
  tx: Ctx,
  { accountId, verified, submittedAt }: Creator,
): Promise<void> {
  const sent = await identityDocuments(tx, accountId);
  const hasFront = sent.some(({ side, approvedAt }) => side === 'idFront' && approvedAt === null);
  if (!hasFront || !(await hasConfirmedStatements(tx, accountId))) return;
  // Whoever replaces documents under review keeps their place in the queue.
  if (submittedAt !== null) return;
  await tx.db
    .update(performers)
    .set({
      verified: verified === 'approved' ? 'approved' : 'pending',
      verifiedReason: null,
      submittedAt: now(tx),
      updatedAt: now(tx),
    })
    .where(eq(performers.accountId, accountId));
  await noteVerification(tx, accountId, { what: 'submitted' });
}

/** Whether an approval still holds at this moment. */
export const isValidAt = ({ verified, verifiedUntil }: Standing, time: Date): boolean =>
  verified === 'approved' && (verifiedUntil === null || verifiedUntil > time);

/** Marks documents as approved, in the place of earlier ones of the same side. Returns those to remove. */
export async function approveDocuments(tx: Ctx, accountId: string): Promise<DocumentRow[]> {
  const sent = await identityDocuments(tx, accountId);
  const fresh = new Set(sent.filter(({ approvedAt }) => approvedAt === null).map(({ side }) => side));
  await markApproved(
    tx,
    sent.filter(({ approvedAt }) => approvedAt === null),
  );
  return sent.filter(({ approvedAt, side }) => approvedAt !== null && fresh.has(side));
}

/** Who has to act next, and by when. */
async function findNextStep(
  ctx: Ctx,
  { verified, submittedAt, verifiedUntil }: Standing,
): Promise<Verification['next']> {
  if (submittedAt) {
    const { documentReviewDays } = await ctx.settings.all();
    const until = new Date(submittedAt.getTime() + documentReviewDays * dayMs);
    return { who: 'site', until: until.toISOString() };
  }
  if (verified !== 'approved') return { who: verified === 'pending' ? 'site' : 'you', until: null };
  return { who: verifiedUntil ? 'you' : 'nobody', until: verifiedUntil?.toISOString() ?? null };
}

/** A creator's verification as the creator and the operator see it. */
export async function loadVerification(
  ctx: Ctx,
  accountId: string,
  standing: Standing,
): Promise<Verification> {
  const events = await ctx.db
    .select()
    .from(verificationEvents)
    .where(eq(verificationEvents.accountId, accountId))
    .orderBy(asc(verificationEvents.createdAt), asc(verificationEvents.id));
  return {
    next: await findNextStep(ctx, standing),
    submittedAt: standing.submittedAt?.toISOString() ?? null,
    expiresAt: standing.verifiedUntil?.toISOString() ?? null,
    events: events.map(({ what, reason, createdAt }) => ({ what, reason, at: createdAt.toISOString() })),
  };
}
