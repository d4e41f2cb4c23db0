import type { SharedKind } from '#contract/content/co-creators.ts';
import type { MediaItemState } from '#contract/core/schemas.ts';
import type { Ctx } from '../../../kernel/context.ts';
import { conflict } from '../../../kernel/errors.ts';
import { addToCreatorCounts } from '../../people/accounts/creator-counts.ts';

/** A video, gallery, or photo: content made of files by one or more creators. */
export interface MediaItem {
  readonly kind: SharedKind;
  readonly id: string;
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
