import type { BannedPerson, Comment } from '#contract/content/comments.ts';
import type { ReplyOf } from '#contract/core/registry.ts';
import type { BodyOf, QueryOf } from '#services/http/call.ts';
import {
  banCommenter,
  createComment,
  deleteComment,
  editComment,
  listCommentBans,
  listComments,
  pinComment,
  unbanCommenter,
} from '#services/content/comments.ts';
import { queryWith, pagesByKey } from '../query/query-adapter.ts';
import type { Page } from '../query/query-adapter.ts';
import { type Around, patchAnswer, stepRecord } from '../query/cache-updates.ts';
import type { Tag } from '#services/http/tags.ts';
import { api } from '../query/api.ts';
import {
  draftComment,
  keyOfThread,
  placed,
  replacedIn,
  withoutUnanswered,
} from '../community/comment-pages.ts';
import type { CommentPages, Thread } from '../community/comment-pages.ts';
import type { RootState } from '../store.ts';
import { selectCurrentUser } from '../session/user.ts';

export type CommentPage = ReplyOf<'GET /comments'>;
type NewComment = BodyOf<'POST /comments'>;
interface Changed {
  readonly id: string;
  readonly thread: Thread;
}

/** The tag of every comment list of an item, including replies. */
const under = (objectId: string): Tag => ({ type: 'Comments', id: objectId });
const bans: Tag = { type: 'Blocked', id: 'comments' };

const lists = api.injectEndpoints({
  endpoints: (build) => ({
    listComments: build.infiniteQuery<CommentPage, Thread, string | null>({
      ...pagesByKey((services, query: QueryOf<'GET /comments'>, signal) =>
        listComments(services, query, signal),
      ),
      providesTags: (_pages, _problem, { objectId }) => ['Comments', under(objectId)],
    }),
    listCommentBans: build.infiniteQuery<Page<BannedPerson>, Record<never, never>, string | null>({
      ...pagesByKey((services, query: QueryOf<'GET /comments/bans'>, signal) =>
        listCommentBans(services, query, signal),
      ),
      providesTags: [bans],
    }),
  }),
});

/**
 * Changes a cached comment list. A change that sets a state (`isStep: false`) is repeated on pending
 * responses, so that they don't revert it.
 */
const changeIn = (
  around: Around,
  thread: Thread,
  { change, isStep = false }: { change: (pages: CommentPages) => void; isStep?: boolean },
): void => patchAnswer(around, { endpoint: 'listComments', arg: keyOfThread(thread) }, { change, isStep });
const countIn = (around: Around, objectId: string, by: 1 | -1): void =>
  stepRecord(around, objectId, ({ counts }) => void (counts.comments = Math.max(0, counts.comments + by)));

/**
 * Shows a comment before the server has it and removes it if the server rejects it. The form keeps the text.
 */
async function showSending(
  draft: NewComment,
  around: Around,
  sent: PromiseLike<{ data: Comment }>,
): Promise<void> {
  const { parentId, ...rest } = draft;
  const answered = (by: 1 | -1) =>
    parentId &&
    changeIn(around, rest, {
      isStep: true,
      change: (pages) =>
        replacedIn(pages, parentId, (comment) => ({ ...comment, replies: comment.replies + by })),
    });
  const sending = draftComment(draft, selectCurrentUser(around.getState() as RootState));
  let now: Comment | null = sending;
  const show = () => changeIn(around, draft, { change: (pages) => placed(pages, sending._id, now) });
  show();
  answered(1);
  now = await sent.then(
    ({ data }) => data,
    () => null,
  );
  show();
  // One that is held counts once it's shown.
  if (now?.heldBy === null) countIn(around, draft.objectId, 1);
  if (!now) answered(-1);
}

/**
 * Changes a comment optimistically. If the server rejects the change, reverts the fields that nobody has
 * changed since. Returns whether the change was accepted.
 */
async function showChanged(
  { id, thread }: Changed,
  around: Around,
  { sent, to }: { sent: PromiseLike<unknown>; to: Partial<Comment> },
): Promise<boolean> {
  const names = Object.keys(to) as (keyof Comment)[];
  let before: Partial<Comment> | null = null;
  let refused = false;
  const changed = (comment: Comment): Comment => {
    if (refused)
      return names.every((name) => comment[name] === to[name]) ? { ...comment, ...before } : comment;
    before ??= Object.fromEntries(names.map((name) => [name, comment[name]]));
    return { ...comment, ...to };
  };
  const show = () => changeIn(around, thread, { change: (pages) => replacedIn(pages, id, changed) });
  show();
  refused = await sent.then(
    () => false,
    () => true,
  );
  show();
  return !refused;
}

/** A deleted comment stays as a placeholder until the server responds, and permanently if it has replies. */
async function showDeleted(
  { isHeld, ...changed }: Changed & { readonly isHeld: boolean },
  around: Around,
  sent: PromiseLike<unknown>,
): Promise<void> {
  const taken = await showChanged(changed, around, {
    sent,
    to: { text: '', author: null, isDeleted: true, pinned: false },
  });
  if (!taken) return;
  if (!isHeld) countIn(around, changed.thread.objectId, -1);
  changeIn(around, changed.thread, { change: (pages) => withoutUnanswered(pages, changed.id) });
}

const writing = lists.injectEndpoints({
  endpoints: (build) => ({
    createComment: build.mutation<Comment, NewComment>({
      queryFn: queryWith(createComment),
      onQueryStarted: (draft, around) => showSending(draft, around, around.queryFulfilled),
      invalidatesTags: ['NewAccountLimits'],
    }),
    editComment: build.mutation<Comment, Changed & { readonly text: string; readonly wasHeld: boolean }>({
      queryFn: queryWith((services, { id, text }) => editComment(services, id, text)),
      onQueryStarted: async (changed, around) =>
        void (await showChanged(changed, around, {
          sent: around.queryFulfilled,
          to: { text: changed.text, editedAt: new Date().toISOString() },
        })),
      // One that was held may be shown now, where the newest are.
      invalidatesTags: (comment, _problem, { thread, wasHeld }) =>
        comment && wasHeld ? [under(thread.objectId)] : [],
    }),
    deleteComment: build.mutation<
      { success: true },
      Changed & { readonly parentId: string | null; readonly isHeld: boolean }
    >({
      queryFn: queryWith((services, { id }) => deleteComment(services, id)),
      onQueryStarted: (changed, around) => showDeleted(changed, around, around.queryFulfilled),
      // The parent's reply count is part of the same lists.
      invalidatesTags: (_done, problem, { thread, parentId }) =>
        problem || !parentId ? [] : [under(thread.objectId)],
    }),
    pinComment: build.mutation<Comment, Changed & { readonly pinned: boolean }>({
      queryFn: queryWith((services, { id, pinned }) => pinComment(services, id, pinned)),
      invalidatesTags: (_comment, problem, { thread }) => (problem ? [] : [under(thread.objectId)]),
    }),
    /** Takes the id of a comment; its author is banned. */
    banCommenter: build.mutation<BannedPerson, string>({
      queryFn: queryWith(banCommenter),
      invalidatesTags: ['Comments', bans],
    }),
    unbanCommenter: build.mutation<{ success: true }, string>({
      queryFn: queryWith(unbanCommenter),
      invalidatesTags: ['Comments', bans],
    }),
  }),
});

/** @internal For tests, which send requests without a component. */
export const commentsApi = writing;
export const { useListCommentsInfiniteQuery, useListCommentBansInfiniteQuery } = lists;
export const {
  useCreateCommentMutation,
  useEditCommentMutation,
  useDeleteCommentMutation,
  usePinCommentMutation,
  useBanCommenterMutation,
  useUnbanCommenterMutation,
} = writing;
