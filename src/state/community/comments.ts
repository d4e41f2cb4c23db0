import type { Comment } from '#contract/content/comments.ts';
import type { BodyOf } from '#services/http/call.ts';
import type { Problem } from '#services/http/problem.ts';
import { createComment, deleteComment, editComment, listComments } from '#services/content/comments.ts';
import { commentsUnder } from '#services/http/tags.ts';
import { api } from '../query/api.ts';
import { sendWrite } from '../query/ask.ts';
import { type Around, patchAnswer, stepRecord } from '../query/cache-updates.ts';
import { selectCurrentUser } from '../session/user.ts';
import type { AppStore } from '../store.ts';
import {
  type CommentPages,
  type Thread,
  draftComment,
  keyOfThread,
  placed,
  replacedIn,
  withoutUnanswered,
} from './comment-pages.ts';

/** How the server answered: `error` if it refused. */
type Sent<Data> = PromiseLike<{
  readonly data?: Data | undefined;
  readonly error?: Problem | object | undefined;
}>;
interface Changed {
  readonly id: string;
  readonly thread: Thread;
}

/**
 * Changes a cached comment list. A change that sets a state (`isStep: false`) is repeated on pending
 * responses, so that they don't revert it.
 */
function changeIn(
  around: Around,
  thread: Thread,
  { change, isStep = false }: { change: (pages: CommentPages) => void; isStep?: boolean },
): void {
  const arg = { query: keyOfThread(thread) };
  patchAnswer(around, { endpoint: listComments.route, arg }, { change, isStep });
}
const countIn = (around: Around, objectId: string, by: 1 | -1): void =>
  stepRecord(around, objectId, ({ counts }) => void (counts.comments = Math.max(0, counts.comments + by)));
const lookAgain = ({ dispatch }: AppStore, { objectId }: Thread): void =>
  void dispatch(api.util.invalidateTags([commentsUnder(objectId)]));

/**
 * Shows a comment before the server has it and removes it if the server rejects it. The form keeps the text.
 */
export async function sendComment(store: AppStore, draft: BodyOf<'POST /comments'>) {
  const sent = sendWrite(store, createComment, { body: draft });
  const { parentId, ...rest } = draft;
  const answered = (by: 1 | -1) =>
    parentId &&
    changeIn(store, rest, {
      isStep: true,
      change: (pages) =>
        replacedIn(pages, parentId, (comment) => ({ ...comment, replies: comment.replies + by })),
    });
  const sending = draftComment(draft, selectCurrentUser(store.getState()));
  let now: Comment | null = sending;
  const show = () => changeIn(store, draft, { change: (pages) => placed(pages, sending._id, now) });
  show();
  answered(1);
  const answer = await sent;
  now = answer.data ?? null;
  show();
  // One that is held counts once it's shown.
  if (now?.heldBy === null) countIn(store, draft.objectId, 1);
  if (!now) answered(-1);
  return answer;
}

/**
 * Changes a comment optimistically. If the server rejects the change, reverts the fields that nobody has
 * changed since. Returns how the server answered.
 */
async function showChanged<Answer extends Awaited<Sent<unknown>>>(
  around: Around,
  { id, thread }: Changed,
  { sent, to }: { sent: PromiseLike<Answer>; to: Partial<Comment> },
): Promise<Answer> {
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
  const answer = await sent;
  refused = answer.error !== undefined;
  show();
  return answer;
}

/** Shows an edited comment before the server has it, and as it was if the server rejects it. */
export async function sendEdit(
  store: AppStore,
  { id, thread, text, wasHeld }: Changed & { readonly text: string; readonly wasHeld: boolean },
) {
  const answer = await showChanged(
    store,
    { id, thread },
    {
      sent: sendWrite(store, editComment, { params: { id }, body: { text } }),
      to: { text, editedAt: new Date().toISOString() },
    },
  );
  // One that was held may be shown now, where the newest are.
  if (answer.data && wasHeld) lookAgain(store, thread);
  return answer;
}

/** A deleted comment stays as a placeholder until the server responds, and permanently if it has replies. */
export async function sendDeletion(
  store: AppStore,
  { id, thread, isHeld }: Changed & { readonly isHeld: boolean },
) {
  const answer = await showChanged(
    store,
    { id, thread },
    {
      sent: sendWrite(store, deleteComment, { params: { id } }),
      to: { text: '', author: null, isDeleted: true, pinned: false },
    },
  );
  if (answer.error) return answer;
  // The parent's reply count is part of the same lists.
  if (thread.parentId) lookAgain(store, thread);
  if (!isHeld) countIn(store, thread.objectId, -1);
  changeIn(store, thread, { change: (pages) => withoutUnanswered(pages, id) });
  return answer;
}
