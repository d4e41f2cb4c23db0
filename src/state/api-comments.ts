import type { BannedPerson, Comment } from '#contract/comments';
import type { ReplyOf } from '#contract/registry';
import type { BodyOf, QueryOf } from '#services/call';
import { banCommenter, createComment, deleteComment, editComment, listCommentBans, listComments, pinComment, unbanCommenter } from '#services/comments';
import { asks, pagesByKey } from './api-asking.ts';
import type { Page } from './api-asking.ts';
import { patchRecord } from './api-patching.ts';
import type { Tag } from './api-tags.ts';
import { api } from './api.ts';
import { draftComment, keyOfThread, placed, replacedIn, withoutComment } from './comment-pages.ts';
import type { CommentPages, Thread } from './comment-pages.ts';
import type { AppDispatch, RootState } from './store.ts';
import { selectCurrentUser } from './user.ts';

export type CommentPage = ReplyOf<'GET /comments'>;
type NewComment = BodyOf<'POST /comments'>;
interface Changed {
  readonly id: string;
  readonly thread: Thread;
}

/** Every list of comments under a thing: the comments themselves and the answers to each. */
const under = (objectId: string): Tag => ({ type: 'Comments', id: objectId });
const bans: Tag = { type: 'Blocked', id: 'comments' };

const lists = api.injectEndpoints({
  endpoints: (build) => ({
    listComments: build.infiniteQuery<CommentPage, Thread, string | null>({
      ...pagesByKey((services, query: QueryOf<'GET /comments'>, signal) => listComments(services, query, signal)),
      providesTags: (_pages, _problem, { objectId }) => ['Comments', under(objectId)],
    }),
    listCommentBans: build.infiniteQuery<Page<BannedPerson>, Record<never, never>, string | null>({
      ...pagesByKey((services, query: QueryOf<'GET /comments/bans'>, signal) => listCommentBans(services, query, signal)),
      providesTags: [bans],
    }),
  }),
});

/** What a mutation sees of the store it runs in. */
interface Around {
  readonly dispatch: unknown;
  readonly getState: () => unknown;
}
const changeIn = ({ dispatch }: Around, thread: Thread, work: (pages: CommentPages) => void): void =>
  void (dispatch as AppDispatch)(lists.util.updateQueryData('listComments', keyOfThread(thread), (pages) => work(pages as CommentPages)) as never);
const countIn = ({ dispatch, getState }: Around, objectId: string, by: 1 | -1): void =>
  patchRecord({ dispatch: dispatch as AppDispatch, getState }, objectId, ({ counts }) => void (counts.comments = Math.max(0, counts.comments + by)));

/** Shows what is written before the server has it, and takes it out again when that refuses; the words are kept by whoever sent them. */
async function showSending(draft: NewComment, around: Around, sent: PromiseLike<{ data: Comment }>): Promise<void> {
  const answered = (by: number) => {
    const { parentId, ...rest } = draft;
    if (parentId) changeIn(around, rest, (pages) => replacedIn(pages, parentId, (comment) => ({ ...comment, replies: comment.replies + by })));
  };
  const sending = draftComment(draft, selectCurrentUser(around.getState() as RootState));
  changeIn(around, draft, (pages) => placed(pages, sending));
  answered(1);
  try {
    const { data } = await sent;
    changeIn(around, draft, (pages) => replacedIn(pages, sending._id, () => data));
    countIn(around, draft.objectId, 1);
  } catch {
    changeIn(around, draft, (pages) => withoutComment(pages, sending._id));
    answered(-1);
  }
}

/** Changes a comment at once; a refusal puts it back as it was. Answers what it was, and whether it was taken. */
async function showChanged({ id, thread }: Changed, around: Around, change: { sent: PromiseLike<unknown>; to: (comment: Comment) => Comment }): Promise<{ before: Comment | null; taken: boolean }> {
  let before: Comment | null = null;
  changeIn(around, thread, (pages) => replacedIn(pages, id, (comment) => change.to((before = { ...comment }))));
  const taken = await change.sent.then(() => true, () => false);
  if (!taken) changeIn(around, thread, (pages) => replacedIn(pages, id, (comment) => before ?? comment));
  return { before, taken };
}

/** A deleted comment keeps its place until the answer has come, and beyond where it was answered. */
async function showDeleted(changed: Changed, around: Around, sent: PromiseLike<unknown>): Promise<void> {
  const { before, taken } = await showChanged(changed, around, { sent, to: (comment) => ({ ...comment, text: '', author: null, isDeleted: true, pinned: false }) });
  if (!taken) return;
  countIn(around, changed.thread.objectId, -1);
  if (before?.replies === 0) changeIn(around, changed.thread, (pages) => withoutComment(pages, changed.id));
}

const writing = api.injectEndpoints({
  endpoints: (build) => ({
    createComment: build.mutation<Comment, NewComment>({
      queryFn: asks(createComment),
      onQueryStarted: (draft, around) => showSending(draft, around, around.queryFulfilled),
    }),
    editComment: build.mutation<Comment, Changed & { readonly text: string }>({
      queryFn: asks((services, { id, text }) => editComment(services, id, text)),
      onQueryStarted: async (changed, around) =>
        void (await showChanged(changed, around, { sent: around.queryFulfilled, to: (comment) => ({ ...comment, text: changed.text, editedAt: comment.editedAt ?? new Date().toISOString() }) })),
    }),
    deleteComment: build.mutation<{ success: true }, Changed & { readonly parentId: string | null }>({
      queryFn: asks((services, { id }) => deleteComment(services, id)),
      onQueryStarted: (changed, around) => showDeleted(changed, around, around.queryFulfilled),
      // How many answers the comment above has is told with that.
      invalidatesTags: (_done, problem, { thread, parentId }) => (problem || !parentId ? [] : [under(thread.objectId)]),
    }),
    pinComment: build.mutation<Comment, Changed & { readonly pinned: boolean }>({
      queryFn: asks((services, { id, pinned }) => pinComment(services, id, pinned)),
      invalidatesTags: (_comment, problem, { thread }) => (problem ? [] : [under(thread.objectId)]),
    }),
    /** Takes the id of a comment, whose author is meant. */
    banCommenter: build.mutation<BannedPerson, string>({ queryFn: asks(banCommenter), invalidatesTags: ['Comments', bans] }),
    unbanCommenter: build.mutation<{ success: true }, string>({ queryFn: asks(unbanCommenter), invalidatesTags: ['Comments', bans] }),
  }),
});

export const { useListCommentsInfiniteQuery, useListCommentBansInfiniteQuery } = lists;
export const { useCreateCommentMutation, useEditCommentMutation, useDeleteCommentMutation, usePinCommentMutation, useBanCommenterMutation, useUnbanCommenterMutation } = writing;
