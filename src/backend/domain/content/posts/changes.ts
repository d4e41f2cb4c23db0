import { limits } from '#config/limits.ts';
import type { Post, PostUpdate } from '#contract/content/posts/posts.ts';
import { conflict, invalid } from '../../../kernel/errors.ts';
import { type FilesState, publishingState } from '../media-items/publishing.ts';
import { type PostRecord, stateAt } from './states.ts';

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

/** Whether a date is further away than anybody plans, so that it is a typo. */
export const isBeyond = (date: Date | null, days: number, moment: Date): boolean =>
  date !== null && date.getTime() - moment.getTime() > days * 86_400_000;

function refuseFar(dates: Dates, given: GivenDates, moment: Date): void {
  const { startsWithinDays, endsWithinDays } = limits.post;
  if (given.scheduledAt && isBeyond(dates.scheduledAt, startsWithinDays, moment))
    throw invalid('scheduledAt', 'Choose a time within a year.');
  if (given.expiresAt && isBeyond(dates.expiresAt, endsWithinDays, moment))
    throw invalid('expiresAt', 'Choose an end within ten years.');
}

/**
 * Checks only the dates that were given.
 * @throws AppError 422 for a start in the past, an end before the start, or either too far away.
 */
export function checkDates(dates: Dates, given: GivenDates, moment: Date): void {
  if (given.scheduledAt && dates.scheduledAt !== null && dates.scheduledAt <= moment)
    throw invalid('scheduledAt', 'Choose a time in the future.');
  if (given.expiresAt && dates.expiresAt !== null && dates.expiresAt <= opensAt(dates, moment))
    throw invalid('expiresAt', 'The end must be after the start.');
  refuseFar(dates, given, moment);
}

const everPublished: readonly State[] = ['published', 'expired', 'archived'];

function refuseTransition(from: State, asked: PostUpdate['state']): void {
  if (asked === 'draft' && everPublished.includes(from))
    throw conflict('Published posts can’t become drafts again. Archive it instead.');
  if (asked === 'archived' && !everPublished.includes(from))
    throw conflict('Only published posts can be archived.');
}

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
  refuseTransition(from, asked);
  if (from === 'published' && asked !== 'archived')
    return stateOfPublished(from, { ...change, asked: 'published' });
  if (everPublished.includes(from)) return stateOfPublished(from, change);
  if (asked === 'draft' || (from === 'draft' && asked === undefined)) return 'draft';
  if (post.expiresAt !== null && post.expiresAt <= opensAt(post, moment))
    throw invalid('expiresAt', 'The end must be after the start.');
  return publishingState(post, filesState, moment);
}
