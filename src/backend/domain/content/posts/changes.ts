import { limits } from '#config/limits.ts';
import type { Post, PostUpdate } from '#contract/content/posts/posts.ts';
import { invalid } from '../../../kernel/errors.ts';
import { type FilesState, publishingState, refuseTransition } from '../media-items/publishing.ts';
import { type PostRecord, stateAt } from './states.ts';
import { isBeyond, refuseFarTime, refusePastTime } from '../media-items/scheduling.ts';

type State = Post['state'];
interface Dates {
  readonly scheduledAt: Date | null;
  readonly expiresAt: Date | null;
}

export const dateOrNull = (iso: string | null): Date | null => (iso === null ? null : new Date(iso));

/** When people first see the post. */
export const opensAt = ({ scheduledAt }: Pick<Dates, 'scheduledAt'>, moment: Date): Date =>
  scheduledAt !== null && scheduledAt > moment ? scheduledAt : moment;

interface GivenDates {
  readonly scheduledAt: boolean;
  readonly expiresAt: boolean;
}

/**
 * Checks only the dates that were given.
 * @throws AppError 422 for a start in the past, an end before the start, or either too far away.
 */
export function checkDates(dates: Dates, given: GivenDates, moment: Date): void {
  const start = given.scheduledAt ? dates.scheduledAt : null;
  const end = given.expiresAt ? dates.expiresAt : null;
  if (start) refusePastTime(start, moment);
  if (end && end <= opensAt(dates, moment)) throw invalid('expiresAt', 'The end must be after the start.');
  if (start) refuseFarTime(start, moment);
  if (isBeyond(end, limits.post.endsWithinDays, moment))
    throw invalid('expiresAt', 'Choose an end within ten years.');
}

const everPublished: readonly State[] = ['published', 'expired', 'archived'];

export interface Change {
  /** The row after the change, except its state. */
  readonly post: PostRecord;
  readonly asked: PostUpdate['state'];
  readonly filesState: FilesState;
  readonly moment: Date;
}

/** The new state of a post that has been published: it stays, is taken down, or is restored. */
function stateOfPublished(from: State, { post, asked, filesState, moment }: Change): State {
  if (asked !== 'published') return asked ?? from;
  if (post.expiresAt !== null && post.expiresAt <= moment)
    throw invalid('expiresAt', 'This post has expired. Choose a later end, or none.');
  if (filesState.failed !== null) throw invalid('fileIds', filesState.failed);
  if (filesState.waiting) throw invalid('fileIds', 'Wait until every file is ready.');
  return 'published';
}

/**
 * The state a change leads to. A post that isn't published yet but should be is always re-evaluated, whatever
 * changed.
 * @throws AppError 409 for an impossible transition, 422 when a published post would lose its content.
 */
export function stateAfter(before: PostRecord, change: Change): State {
  const { post, asked, filesState, moment } = change;
  const from = stateAt(before, moment);
  refuseTransition(asked, { isPublished: everPublished.includes(from), plural: 'posts' });
  if (from === 'published' && asked !== 'archived')
    return stateOfPublished(from, { ...change, asked: 'published' });
  if (everPublished.includes(from)) return stateOfPublished(from, change);
  if (asked === 'draft' || (from === 'draft' && asked === undefined)) return 'draft';
  if (post.expiresAt !== null && post.expiresAt <= opensAt(post, moment))
    throw invalid('expiresAt', 'The end must be after the start.');
  return publishingState(post, filesState, moment);
}
