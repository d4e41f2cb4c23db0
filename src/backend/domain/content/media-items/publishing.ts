import type { SharedKind } from '#contract/content/co-creators.ts';
import { eq } from 'drizzle-orm';
import type { MediaItemState } from '#contract/core/schemas.ts';
import type { Ctx, UserCtx } from '../../../kernel/context.ts';
import { performers } from '../../../db/schema/creators.ts';
import { conflict, notAllowed, notFound } from '../../../kernel/errors.ts';
import { unapproved } from '../../people/accounts/approval/unapproved.ts';
import { addToCreatorCounts } from '../../people/accounts/creator-counts.ts';

/** A video, gallery, or photo: content made of files by one or more creators. */
export interface MediaItem {
  readonly kind: SharedKind;
  readonly id: string;
}

type Creator = typeof performers.$inferSelect;

/**
 * Locks a creator's row until the end of the transaction, so that counters change one at a time. Lock files
 * before it and items after it.
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

/** @throws AppError 403 with the reason when the profile isn't approved. */
export function refuseUnapproved(creator: Creator): void {
  const why = unapproved(creator);
  if (why) throw notAllowed(`${why.message} ${why.then}`);
}

/**
 * Checks the viewer's own profile before a large upload is accepted.
 * @throws AppError 403
 */
export async function refuseUnapprovedViewer(ctx: UserCtx): Promise<void> {
  const [row] = await ctx.db.select().from(performers).where(eq(performers.accountId, ctx.viewer.id));
  if (!row) throw notFound();
  refuseUnapproved(row);
}

/** A single video counts among all videos (including those in posts) and among single ones. */
const columnsOf = { videos: ['videos', 'singleVideos'], products: ['products'] } as const;

/** Adjusts a profile's counters. Lock the creator's row. */
export async function addToCount(
  tx: Ctx,
  performerId: string,
  { what, by }: { readonly what: keyof typeof columnsOf; readonly by: number },
): Promise<void> {
  await addToCreatorCounts(tx, performerId, Object.fromEntries(columnsOf[what].map((name) => [name, by])));
}

/** What decides the state of an item to be published. */
export interface Readiness {
  /** The state of its file; null for a gallery, whose photos are processed one by one. */
  readonly file: 'uploading' | 'queued' | 'processing' | 'ready' | 'failed' | null;
  /** Whether a tagged creator hasn't responded. */
  readonly isAwaited: boolean;
  readonly scheduledAt: Date | null;
  readonly moment: Date;
}

/** The state of an item that its creator wants published. */
export function publishingState({ file, isAwaited, scheduledAt, moment }: Readiness): MediaItemState {
  if (file === 'failed') return 'failed';
  if (file !== null && file !== 'ready') return 'processing';
  if (isAwaited) return 'waiting';
  return scheduledAt && scheduledAt > moment ? 'scheduled' : 'published';
}

/** States of items to be published that aren't yet. */
export const pendingStates: readonly MediaItemState[] = ['processing', 'waiting', 'scheduled', 'failed'];

/** What the creator requests: a draft, published (possibly later), or archived. */
export type Wanted = 'draft' | 'published' | 'archived';

/**
 * The state a creator wants for an item, from its current state and the request.
 * @throws AppError 409
 */
export function resolveState(state: MediaItemState, asked: Wanted | undefined): Wanted {
  if (asked === 'draft' && (state === 'published' || state === 'archived'))
    throw conflict('Published items can’t become drafts again. Archive it instead.');
  if (asked === 'archived' && state !== 'published' && state !== 'archived')
    throw conflict('Only published items can be archived.');
  if (asked) return asked;
  return state === 'draft' || state === 'archived' ? state : 'published';
}
