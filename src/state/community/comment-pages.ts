import type { ObjectType } from '#contract/core/schemas.ts';
import type { Comment } from '#contract/comments.ts';
import type { CurrentUser } from '#contract/accounts.ts';

/** A list of comments: those of a thing, or with `parentId` the answers to one. */
export interface Thread {
  readonly objectType: ObjectType;
  readonly objectId: string;
  readonly parentId?: string | undefined;
}
/** The pages of a list as they are kept, open to change. */
export interface CommentPages {
  pages: { data: Comment[]; total: number }[];
}

/** Just what names a list, so that the same list is found again. */
export const keyOfThread = ({ objectType, objectId, parentId }: Thread): Thread =>
  parentId ? { objectType, objectId, parentId } : { objectType, objectId };

let drafts = 0;
const draftId = 'sending-';
/** It is on its way to the server: nothing can be done with it yet. */
export const isSending = ({ _id }: Comment): boolean => _id.startsWith(draftId);

/** A comment as it shows until the server has it. */
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
 * Shows an own new comment where its draft stood: the draft, then the comment itself, then (refused) nothing.
 * A new one stands below the pinned one, a new answer at the end. Once or more: a list that has it already
 * keeps it once.
 */
export function placed(list: CommentPages, draft: string, comment: Comment | null): void {
  if (comment && has(list, comment._id)) return draft === comment._id ? undefined : taken(list, draft);
  if (!comment) return taken(list, draft);
  if (has(list, draft)) return replacedIn(list, draft, () => comment);
  return putIn(list, comment);
}

/** Puts another in the place of a comment, if the list has it. */
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

/** Takes a deleted comment out, unless answers stand below it. */
export function withoutUnanswered(list: CommentPages, id: string): void {
  if (list.pages.some(({ data }) => data.some((comment) => comment._id === id && comment.replies === 0)))
    taken(list, id);
}
