import type { Tokens } from '#lib/units.ts';
import { createSlice } from '../slice.ts';
import type { PayloadAction } from '../slice.ts';
import type { FileView } from '#contract/core/schemas.ts';
import type { Message } from '#contract/messages.ts';
import { summaryOf } from '#lib/media-summary.ts';
import type { Problem } from '#services/http/problem.ts';
import { texts } from '#lib/problem.ts';
import { newIntentKey } from '#services/http/idempotency-key.ts';
import { addToStore } from '../late-reducers.ts';
import { loggedOut } from '../session/auth.ts';
import { conversationClosed, conversationGone } from './conversation.ts';
import { live } from '../live/live-events.ts';
import { emptyThread, joined, merged, withItem, withoutItem } from './message-thread.ts';
import type { ChatMessage, LoadedPage, Thread } from './message-thread.ts';

interface Doing {
  readonly requesting: boolean;
  readonly error: Problem | null;
}
export interface MessageState {
  readonly conversationMap: Readonly<Record<string, Thread>>;
  readonly send: Doing;
  readonly remove: Doing;
}
interface Outgoing {
  readonly conversationId: string;
  readonly clientId: string;
}
/** What a person wants to send. */
export interface Wanted {
  readonly conversationId: string;
  readonly senderId: string;
  readonly text: string;
  /** Uploaded and ready. */
  readonly files?: readonly FileView[];
  /** Tokens; none for free. */
  readonly price?: Tokens;
}
type Sending = Outgoing & Wanted & { readonly at: string };

const idle: Doing = { requesting: false, error: null };
const initialState: MessageState = { conversationMap: {}, send: idle, remove: idle };

const withThread = (state: MessageState, id: string, change: (thread: Thread) => Thread): MessageState => ({
  ...state,
  conversationMap: { ...state.conversationMap, [id]: change(state.conversationMap[id] ?? emptyThread) },
});
/** Changes a thread that is being looked at; events for the others leave no trace here. */
const withKnownThread = (
  state: MessageState,
  id: string,
  change: (thread: Thread) => Thread,
): MessageState => (state.conversationMap[id] ? withThread(state, id, change) : state);

/** What stands for a message until the server has it. */
const pendingMessage = ({
  conversationId,
  clientId,
  text,
  senderId,
  at,
  files = [],
  price = 0,
}: Sending): ChatMessage => {
  const media = summaryOf(files);
  const type = media.videos > 0 ? 'video' : files.length > 0 ? 'photo' : 'text';
  return {
    _id: clientId,
    conversationId,
    senderId,
    clientId,
    seq: 0,
    type,
    text,
    files: [...files],
    media,
    price,
    access: { allowed: true, reason: 'owner', routes: [] },
    isBought: false,
    source: 'direct',
    readAt: null,
    isDeleted: false,
    createdAt: at,
    status: 'pending',
  };
};
const withPage = (thread: Thread, { data, gone, from, upTo }: LoadedPage): Thread => {
  // Between what was known and this page lies a hole: a thread without holes begins anew, and pages back from here.
  const hole = thread.upTo > 0 && from > thread.upTo + 1;
  const kept = withoutItem(thread, (each) => gone.includes(each._id) || (hole && each.status === 'sent'));
  return { ...merged(kept, data), upTo: Math.max(thread.upTo, upTo) };
};
const own = (clientId: string) => (each: ChatMessage) => each.clientId === clientId && each.status !== 'sent';
const named = (id: string) => (each: ChatMessage) => each._id === id;

export const message = addToStore(
  createSlice({
    name: 'message',
    initialState,
    reducers: {
      /** Asks for the newest messages, or with `more` for the next older ones. Nothing happens while a fetch is running for the conversation. */
      messagesRequested: (
        state,
        _action: PayloadAction<{ readonly conversationId: string; readonly more?: boolean }>,
      ) => state,
      messagesFetchStarted: (state, { payload }: PayloadAction<string>) =>
        withThread(state, payload, (thread) => ({ ...thread, fetching: true, error: null })),
      messagesLoaded: (
        state,
        { payload }: PayloadAction<LoadedPage & { readonly total: number; readonly isMore: boolean }>,
      ) =>
        withKnownThread(state, payload.conversationId, (thread) => ({
          ...withPage(thread, payload),
          total: payload.total,
          isMore: payload.isMore,
          fetching: false,
          error: null,
        })),
      /** What was missed while nothing was heard. */
      messagesCaughtUp: (state, { payload }: PayloadAction<LoadedPage>) =>
        withKnownThread(state, payload.conversationId, (thread) => withPage(thread, payload)),
      messagesFailed: (
        state,
        { payload }: PayloadAction<{ readonly conversationId: string; readonly problem: Problem }>,
      ) =>
        withKnownThread(state, payload.conversationId, (thread) => ({
          ...thread,
          fetching: false,
          error: payload.problem,
        })),
      messageSendRequested: {
        prepare: (payload: Wanted) => ({
          payload: { ...payload, clientId: newIntentKey(), at: new Date().toISOString() },
        }),
        reducer: (state, { payload }: PayloadAction<Sending>) => ({
          ...withThread(state, payload.conversationId, (thread) => ({
            ...thread,
            items: [...thread.items, pendingMessage(payload)],
          })),
          send: { requesting: true, error: null },
        }),
      },
      /** The same message again, under the same `clientId`, so that it can't double. */
      messageRetryRequested: (state, { payload }: PayloadAction<Outgoing>) => ({
        ...withKnownThread(state, payload.conversationId, (thread) =>
          withItem(thread, own(payload.clientId), { status: 'pending', problem: undefined }),
        ),
        send: { requesting: true, error: null },
      }),
      /** Gives up a message that failed. */
      messageDiscarded: (state, { payload }: PayloadAction<Outgoing>) =>
        withKnownThread(state, payload.conversationId, (thread) =>
          withoutItem(thread, own(payload.clientId)),
        ),
      messageSent: (state, { payload }: PayloadAction<Message>) => ({
        ...withKnownThread(state, payload.conversationId, (thread) => joined(thread, payload)),
        send: idle,
      }),
      messageSendFailed: (state, { payload }: PayloadAction<Outgoing & { readonly problem: Problem }>) => ({
        ...withKnownThread(state, payload.conversationId, (thread) =>
          withItem(thread, own(payload.clientId), { status: 'failed', problem: payload.problem }),
        ),
        send: { requesting: false, error: payload.problem },
      }),
      messageDeleteRequested: (
        state,
        { payload }: PayloadAction<{ readonly conversationId: string; readonly messageId: string }>,
      ) => ({
        ...withKnownThread(state, payload.conversationId, (thread) =>
          withItem(thread, named(payload.messageId), { deleting: true, deleteProblem: undefined }),
        ),
        remove: { requesting: true, error: null },
      }),
      messageDeleted: (
        state,
        { payload }: PayloadAction<{ readonly conversationId: string; readonly messageId: string }>,
      ) => ({
        ...withKnownThread(state, payload.conversationId, (thread) =>
          withoutItem(thread, named(payload.messageId)),
        ),
        remove: idle,
      }),
      messageDeleteFailed: (
        state,
        {
          payload,
        }: PayloadAction<{
          readonly conversationId: string;
          readonly messageId: string;
          readonly problem: Problem;
        }>,
      ) => ({
        ...withKnownThread(state, payload.conversationId, (thread) =>
          withItem(thread, named(payload.messageId), { deleting: false, deleteProblem: payload.problem }),
        ),
        remove: { requesting: false, error: payload.problem },
      }),
      /** The other side took a message back: its place stays, its words go. */
      messageWithdrawn: (
        state,
        { payload }: PayloadAction<{ readonly conversationId: string; readonly messageId: string }>,
      ) =>
        withKnownThread(state, payload.conversationId, (thread) =>
          withItem(thread, named(payload.messageId), {
            isDeleted: true,
            text: texts.messageDeletedElsewhere,
            files: [],
          }),
        ),
    },
    extraReducers: (builder) =>
      builder
        .addCase(live['message/created'], (state, { payload }) =>
          withKnownThread(state, payload.conversationId, (thread) => joined(thread, payload.message)),
        )
        // Its messages go with the conversation; what never reached the server stays, or a failed message would be lost by looking elsewhere.
        .addCase(conversationClosed, (state, { payload: id }) => {
          const { [id]: closed, ...conversationMap } = state.conversationMap;
          const unsent = closed?.items.filter((each) => each.status !== 'sent') ?? [];
          return {
            ...state,
            conversationMap:
              unsent.length > 0
                ? { ...conversationMap, [id]: { ...emptyThread, items: unsent } }
                : conversationMap,
          };
        })
        .addCase(conversationGone, (state, { payload: id }) => {
          const { [id]: _gone, ...conversationMap } = state.conversationMap;
          return { ...state, conversationMap };
        })
        .addCase(loggedOut, () => initialState),
    selectors: {
      selectMessages: (state) => state,
      selectThread: (state, conversationId: string): Thread =>
        state.conversationMap[conversationId] ?? emptyThread,
      selectSendState: (state) => state.send,
      selectDeleteState: (state) => state.remove,
    },
  }),
);

export const {
  messagesRequested,
  messagesFetchStarted,
  messagesLoaded,
  messagesCaughtUp,
  messagesFailed,
  messageSendRequested,
  messageRetryRequested,
  messageDiscarded,
  messageSent,
  messageSendFailed,
  messageDeleteRequested,
  messageDeleted,
  messageDeleteFailed,
  messageWithdrawn,
} = message.actions;
export const { selectMessages, selectThread, selectSendState, selectDeleteState } = message.selectors;
