import type { UserCtx } from '../../../kernel/context.ts';
import { invalid } from '../../../kernel/errors.ts';
import type { GalleryRow } from './gallery-presenters.ts';
import { resolveState } from '../media-items/publishing.ts';
import { requestedSchedule } from '../media-items/scheduling.ts';

export interface PublishRequest {
  readonly state?: 'draft' | 'published' | 'archived' | undefined;
  /** ISO 8601; null cancels the schedule. */
  readonly scheduledAt?: string | null | undefined;
}
type MediaItem = Pick<GalleryRow, 'state' | 'scheduledAt'>;

/**
 * The state and schedule a creator's request leads to, for a gallery or single photo. One to be published is
 * `waiting` here; `advance` decides how far it gets.
 * @throws AppError 409, 422 `scheduledAt`.
 */
export function requestedState(ctx: UserCtx, item: MediaItem, request: PublishRequest): MediaItem {
  const wanted = resolveState(item.state, request.state);
  const staysPublished = item.state === 'published' && wanted === 'published';
  if (staysPublished && request.scheduledAt)
    throw invalid('scheduledAt', 'This is already published. To schedule it, archive it first.');
  // Only these two properties: `item` may be a whole row, whose other columns mustn't overwrite the creator's
  // changes.
  if (staysPublished) return { state: item.state, scheduledAt: item.scheduledAt };
  return {
    state: wanted === 'published' ? 'waiting' : wanted,
    scheduledAt: requestedSchedule(ctx, item, request.scheduledAt),
  };
}
