import type { Post, PostUpdate } from '#contract/posts.ts';
import { conflict, invalid } from '../../kernel/errors.ts';
import type { FilesState } from './files.ts';
import { type PostRecord, stateAt, stateOnPublishing } from './states.ts';

type State = Post['state'];
interface Dates {
  readonly scheduledAt: Date | null;
  readonly expiresAt: Date | null;
}

export const momentOf = (iso: string | null): Date | null => (iso === null ? null : new Date(iso));

/** When people first see it. */
export const opensAt = ({ scheduledAt }: Pick<Dates, 'scheduledAt'>, moment: Date): Date =>
  scheduledAt !== null && scheduledAt > moment ? scheduledAt : moment;

/**
 * @throws AppError 422 on a beginning that has passed, or an end before the beginning; only what was given is
 *   judged.
 */
export function checkDates(
  dates: Dates,
  given: { scheduledAt: boolean; expiresAt: boolean },
  moment: Date,
): void {
  if (given.scheduledAt && dates.scheduledAt !== null && dates.scheduledAt <= moment)
    throw invalid('scheduledAt', 'Choose a time in the future.');
  if (given.expiresAt && dates.expiresAt !== null && dates.expiresAt <= opensAt(dates, moment))
    throw invalid('expiresAt', 'The end must be after the start.');
}

const wasOut: readonly State[] = ['published', 'expired', 'archived'];

function refuseMove(from: State, asked: PostUpdate['state']): void {
  if (asked === 'draft' && wasOut.includes(from))
    throw conflict('Published posts can’t become drafts again. Archive it instead.');
  if (asked === 'archived' && !wasOut.includes(from)) throw conflict('Only published posts can be archived.');
}

export interface Change {
  /** The row as it will stand, but for its state. */
  readonly post: PostRecord;
  readonly asked: PostUpdate['state'];
  readonly stand: FilesState;
  readonly moment: Date;
}

/** The state of a post that was out: it stays as it is, is taken down, or is put back. */
function stateOfOld(from: State, { post, asked, stand, moment }: Change): State {
  if (asked !== 'published') return asked ?? from;
  if (post.expiresAt !== null && post.expiresAt <= moment)
    throw invalid('expiresAt', 'This post has expired. Choose a later end, or none.');
  if (stand.failed !== null) throw invalid('fileIds', stand.failed);
  if (stand.waiting) throw invalid('fileIds', 'Wait until every file is ready.');
  return 'published';
}

/**
 * The state that a change leads to. What isn't out yet and is to go out is looked at anew, whatever changed.
 * @throws AppError 409 on a move that doesn't exist, 422 where what is out would lose what it shows.
 */
export function stateAfter(before: PostRecord, change: Change): State {
  const { post, asked, stand, moment } = change;
  const from = stateAt(before, moment);
  refuseMove(from, asked);
  if (from === 'published' && asked !== 'archived')
    return stateOfOld(from, { ...change, asked: 'published' });
  if (wasOut.includes(from)) return stateOfOld(from, change);
  if (asked === 'draft' || (from === 'draft' && asked === undefined)) return 'draft';
  if (post.expiresAt !== null && post.expiresAt <= opensAt(post, moment))
    throw invalid('expiresAt', 'The end must be after the start.');
  return stateOnPublishing(post, stand, moment);
}
