import type { ObjectType } from '#contract/core/schemas.ts';
import type { Comment } from '#contract/content/comments.ts';
import type { CurrentUser } from '#contract/people/accounts.ts';

/** The comments of an item or, with `parentId`, the replies to a comment. */
export interface Thread {
  readonly objectType: ObjectType;
  readonly objectId: string;
  readonly parentId?: string | undefined;
}
/** A mutable view of the cached pages. */
export interface CommentPages {
  pages: { data: Comment[]; total: number }[];
}

/** Only the fields that identify a list, so that they find its cache entry. */
export const keyOfThread = ({ objectType, objectId, parentId }: Thread): Thread =>
  parentId ? { objectType, objectId, parentId } : { objectType, objectId };

let drafts = 0;
const draftId = 'sending-';
/** The comment is being sent, so it has no actions yet. */
export const isSending = ({ _id }: Comment): boolean => _id.startsWith(draftId);

/** The placeholder of a comment until the server has it. */
export function draftComment(
  { objectType, objectId, parentId, text }: Thread & { readonly text: string },
  user: CurrentUser | null,
): Comment {
  const author = user && {
    _id: user._id,
    username: user.username ?? user._id,
    name: user.name,
    avatar: user.avatar,
    isPerformer: user.isPerformer,
    isVerified: false,
    isOnline: true,
    isLive: false,
  };
  return {
    _id: `${draftId}${(drafts += 1)}`,
    objectType,
    objectId,
    parentId: parentId ?? null,
    author,
    text: text.trim(),
    pinned: false,
    replies: 0,
    isDeleted: false,
    heldBy: null,
    isBanned: false,
    editedAt: null,
    createdAt: new Date().toISOString(),
  };
}

const putIn = ({ pages }: CommentPages, comment: Comment): void => {
  const page = comment.parentId ? pages.at(-1) : pages[0];
  if (!page) return;
  if (comment.parentId) page.data.push(comment);
  else page.data.splice(page.data[0]?.pinned ? 1 : 0, 0, comment);
  page.total += 1;
};
const has = ({ pages }: CommentPages, id: string): boolean =>
  pages.some(({ data }) => data.some(({ _id }) => _id === id));

/**
 * Replaces a draft with the saved comment, or removes it for null. A new comment goes below the pinned one, a
 * new reply at the end. Idempotent: a comment that is already in the list isn't added again.
 */
export function placed(list: CommentPages, draft: string, comment: Comment | null): void {
  if (comment && has(list, comment._id)) return draft === comment._id ? undefined : taken(list, draft);
  if (!comment) return taken(list, draft);
  if (has(list, draft)) return replacedIn(list, draft, () => comment);
  return putIn(list, comment);
}

/** Replaces a comment if it is in the list. */
export function replacedIn({ pages }: CommentPages, id: string, change: (comment: Comment) => Comment): void {
  for (const page of pages)
    page.data = page.data.map((comment) => (comment._id === id ? change(comment) : comment));
}

function taken({ pages }: CommentPages, id: string): void {
  for (const page of pages) {
    const left = page.data.filter((comment) => comment._id !== id);
    page.total -= page.data.length - left.length;
    page.data = left;
  }
}

/** Removes a deleted comment, unless it has replies. */
export function withoutUnanswered(list: CommentPages, id: string): void {
  if (list.pages.some(({ data }) => data.some((comment) => comment._id === id && comment.replies === 0)))
    taken(list, id);
}
