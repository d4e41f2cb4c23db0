import type { SharedKind } from '#contract/co-creators.ts';
import { eq } from 'drizzle-orm';
import type { MediaItemState } from '#contract/core/schemas.ts';
import type { Ctx, UserCtx } from '../../kernel/context.ts';
import { performers } from '../../db/schema/creators.ts';
import { conflict, notAllowed, notFound } from '../../kernel/errors.ts';
import { addToCreatorCounts } from '../accounts/creator-counts.ts';

/** A video, a gallery or a photo: what is made of files, by one creator or several. */
export interface MediaItem {
  readonly kind: SharedKind;
  readonly id: string;
}

type Creator = typeof performers.$inferSelect;

/**
 * Holds a creator's row to the end of the transaction: counts change one after the other. Take it after files
 * and before works.
 */
export async function lockCreator(tx: Ctx, performerId: string): Promise<Creator> {
  const [row] = await tx.db
    .select()
    .from(performers)
    .where(eq(performers.accountId, performerId))
    .for('no key update');
  if (!row) throw notFound();
  return row;
}

/** @throws AppError 403 with the reason: nothing is published before the profile is approved. */
export function refuseUnapproved({ verified, verifiedReason }: Creator): void {
  if (verified === 'approved') return;
  if (verified === 'pending')
    throw notAllowed('Your profile is still under review. You can publish once it’s approved.');
  // The operator's reason may or may not be a whole sentence.
  const reason = verifiedReason?.trim().replace(/[.\s]+$/, '');
  throw notAllowed(
    `Your profile was not approved${reason ? `: ${reason}` : ''}. Send your documents again to publish.`,
  );
}

/** Of the viewer's own profile, before a large file is taken. */
export async function refuseUnapprovedViewer(ctx: UserCtx): Promise<void> {
  const [row] = await ctx.db.select().from(performers).where(eq(performers.accountId, ctx.viewer.id));
  if (!row) throw notFound();
  refuseUnapproved(row);
}

/** A video by itself counts among all there are, those in posts included, and among those by themselves. */
const columnsOf = { videos: ['videos', 'singleVideos'], products: ['products'] } as const;

/** What a profile says there is; hold the creator's row. */
export async function addToCount(
  tx: Ctx,
  performerId: string,
  { what, by }: { readonly what: keyof typeof columnsOf; readonly by: number },
): Promise<void> {
  await addToCreatorCounts(tx, performerId, Object.fromEntries(columnsOf[what].map((name) => [name, by])));
}

/** What decides whether a media item that its creator wants published is. */
export interface Readiness {
  /** Of the file it can't do without; null for a gallery, whose photos come one by one. */
  readonly file: 'uploading' | 'queued' | 'processing' | 'ready' | 'failed' | null;
  /** Whether somebody tagged in it hasn't answered. */
  readonly isAwaited: boolean;
  readonly scheduledAt: Date | null;
  readonly moment: Date;
}

/** How far a media item comes that its creator wants published. */
export function stateOf({ file, isAwaited, scheduledAt, moment }: Readiness): MediaItemState {
  if (file === 'failed') return 'failed';
  if (file !== null && file !== 'ready') return 'processing';
  if (isAwaited) return 'waiting';
  return scheduledAt && scheduledAt > moment ? 'scheduled' : 'published';
}

/** States of a media item that its creator wants published and that isn't yet. */
export const onTheWay: readonly MediaItemState[] = ['processing', 'waiting', 'scheduled', 'failed'];

/** What the creator asks for of a media item: a draft, published (which may have to wait), or archived. */
export type Wanted = 'draft' | 'published' | 'archived';

/**
 * What a media item is wanted to be, from the state it is in and what was asked; null: it stays what it is.
 * @throws AppError 409.
 */
export function wantedOf(state: MediaItemState, asked: Wanted | undefined): Wanted {
  if (asked === 'draft' && (state === 'published' || state === 'archived'))
    throw conflict('Published items can’t become drafts again. Archive it instead.');
  if (asked === 'archived' && state !== 'published' && state !== 'archived')
    throw conflict('Only published items can be archived.');
  if (asked) return asked;
  return state === 'draft' || state === 'archived' ? state : 'published';
}
