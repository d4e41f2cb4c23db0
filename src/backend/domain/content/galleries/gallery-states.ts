import { type UserCtx, now } from '../../../kernel/context.ts';
import { invalid } from '../../../kernel/errors.ts';
import type { GalleryRow } from './gallery-presenters.ts';
import { wantedOf } from '../media-items/publishing.ts';

export interface Wish {
  readonly state?: 'draft' | 'published' | 'archived' | undefined;
  /** ISO 8601; null cancels the schedule. */
  readonly scheduledAt?: string | null | undefined;
}
type MediaItem = Pick<GalleryRow, 'state' | 'scheduledAt'>;

/** Nobody plans more than a year ahead; a later date is a typo. */
const FURTHEST_MS = 366 * 86_400_000;

export function momentOf(ctx: UserCtx, iso: string): Date {
  const moment = new Date(iso);
  const ahead = moment.getTime() - now(ctx).getTime();
  if (ahead <= 0) throw invalid('scheduledAt', 'Choose a time in the future.');
  if (ahead > FURTHEST_MS) throw invalid('scheduledAt', 'Choose a time within a year.');
  return moment;
}

function whenOf(ctx: UserCtx, item: MediaItem, { scheduledAt }: Wish): Date | null {
  if (scheduledAt === undefined) return item.scheduledAt;
  return scheduledAt === null ? null : momentOf(ctx, scheduledAt);
}

/**
 * The state and schedule a creator's request leads to, for a gallery or single photo. One to be published is
 * `waiting` here; `moveOn` decides how far it gets.
 * @throws AppError 409, 422 `scheduledAt`.
 */
export function aimedAt(ctx: UserCtx, item: MediaItem, wish: Wish): MediaItem {
  const wanted = wantedOf(item.state, wish.state);
  const isOut = item.state === 'published' && wanted === 'published';
  if (isOut && wish.scheduledAt)
    throw invalid('scheduledAt', 'This is already published. To schedule it, archive it first.');
  // Only these two properties: `item` may be a whole row, whose other columns mustn't overwrite the creator's
  // changes.
  if (isOut) return { state: item.state, scheduledAt: item.scheduledAt };
  return { state: wanted === 'published' ? 'waiting' : wanted, scheduledAt: whenOf(ctx, item, wish) };
}
