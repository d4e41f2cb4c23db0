import type { Tokens } from '#lib/units.ts';
import { createSlice, current } from '@reduxjs/toolkit';
import type { Draft, PayloadAction, WithSlice } from '@reduxjs/toolkit';
import type { FileView } from '#contract/core/schemas.ts';
import type { Message } from '#contract/messages.ts';
import { summaryOf } from '#lib/media-summary.ts';
import type { Problem } from '#services/http/problem.ts';
import { texts } from '#lib/problem.ts';
import { newIntentKey } from '#services/http/idempotency-key.ts';
import { rootReducer } from '../root-reducer.ts';
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
interface MessageRef {
  readonly conversationId: string;
  readonly messageId: string;
}
interface Outgoing {
  readonly conversationId: string;
  readonly clientId: string;
}
/** A message to send. */
export interface Wanted {
  readonly conversationId: string;
  readonly senderId: string;
  readonly text: string;
  /** Uploaded and ready. */
  readonly files?: readonly FileView[];
  /** In tokens; absent if free. */
  readonly price?: Tokens;
}
type Sending = Outgoing & Wanted & { readonly at: string };

const idle: Doing = { requesting: false, error: null };
const busy: Doing = { requesting: true, error: null };
const initialState: MessageState = { conversationMap: {}, send: idle, remove: idle };

type State = Draft<MessageState>;
type Change = (thread: Thread) => Thread;

/** Changes a thread, creating it if needed. */
function changeThread({ conversationMap }: State, id: string, change: Change): void {
  const known = conversationMap[id];
  // Runs on the plain object, because Immer would create a proxy for each of hundreds of messages.
  conversationMap[id] = change(known ? current(known) : emptyThread);
}
/** Changes a thread that is loaded; events for others are ignored. */
function changeKnownThread(state: State, id: string, change: Change): void {
  if (state.conversationMap[id]) changeThread(state, id, change);
}

/** The placeholder of a message until the server has it. */
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
  // If messages between the known ones and this page are missing, drop the known ones, so that the thread
  // never has gaps.
  const hole = thread.upTo > 0 && from > thread.upTo + 1;
  const kept = withoutItem(thread, (each) => gone.includes(each._id) || (hole && each.status === 'sent'));
  return { ...merged(kept, data), upTo: Math.max(thread.upTo, upTo) };
};
const own = (clientId: string) => (each: ChatMessage) => each.clientId === clientId && each.status !== 'sent';
const named = (id: string) => (each: ChatMessage) => each._id === id;

const messageSlice = createSlice({
  name: 'message',
  initialState,
  reducers: {
    /**
     * Requests the newest messages, or with `more` the next older ones. Does nothing while a fetch for the
     * conversation is running.
     */
    messagesRequested: (
      state,
      _action: PayloadAction<{ readonly conversationId: string; readonly more?: boolean }>,
    ) => state,
    messagesFetchStarted: (state, { payload }: PayloadAction<string>) =>
      changeThread(state, payload, (thread) => ({ ...thread, fetching: true, error: null })),
    messagesLoaded: (
      state,
      { payload }: PayloadAction<LoadedPage & { readonly total: number; readonly isMore: boolean }>,
    ) =>
      changeKnownThread(state, payload.conversationId, (thread) => ({
        ...withPage(thread, payload),
        total: payload.total,
        isMore: payload.isMore,
        fetching: false,
        error: null,
      })),
    /** Messages that were missed while disconnected. */
    messagesCaughtUp: (state, { payload }: PayloadAction<LoadedPage>) =>
      changeKnownThread(state, payload.conversationId, (thread) => withPage(thread, payload)),
    messagesFailed: (
      state,
      { payload }: PayloadAction<{ readonly conversationId: string; readonly problem: Problem }>,
    ) =>
      changeKnownThread(state, payload.conversationId, (thread) => ({
        ...thread,
        fetching: false,
        error: payload.problem,
      })),
    messageSendRequested: {
      prepare: (payload: Wanted) => ({
        payload: { ...payload, clientId: newIntentKey(), at: new Date().toISOString() },
      }),
      reducer: (state, { payload }: PayloadAction<Sending>) => {
        changeThread(state, payload.conversationId, (thread) => ({
          ...thread,
          items: [...thread.items, pendingMessage(payload)],
        }));
        state.send = busy;
      },
    },
    /** Sends the message again with the same `clientId`, so that it can't be duplicated. */
    messageRetryRequested: (state, { payload }: PayloadAction<Outgoing>) => {
      changeKnownThread(state, payload.conversationId, (thread) =>
        withItem(thread, own(payload.clientId), { status: 'pending', problem: undefined }),
      );
      state.send = busy;
    },
    /** Discards a message that failed to send. */
    messageDiscarded: (state, { payload }: PayloadAction<Outgoing>) =>
      changeKnownThread(state, payload.conversationId, (thread) =>
        withoutItem(thread, own(payload.clientId)),
      ),
    messageSent: (state, { payload }: PayloadAction<Message>) => {
      changeKnownThread(state, payload.conversationId, (thread) => joined(thread, payload));
      state.send = idle;
    },
    messageSendFailed: (state, { payload }: PayloadAction<Outgoing & { readonly problem: Problem }>) => {
      changeKnownThread(state, payload.conversationId, (thread) =>
        withItem(thread, own(payload.clientId), { status: 'failed', problem: payload.problem }),
      );
      state.send = { requesting: false, error: payload.problem };
    },
    messageDeleteRequested: (state, { payload }: PayloadAction<MessageRef>) => {
      changeKnownThread(state, payload.conversationId, (thread) =>
        withItem(thread, named(payload.messageId), { deleting: true, deleteProblem: undefined }),
      );
      state.remove = busy;
    },
    messageDeleted: (state, { payload }: PayloadAction<MessageRef>) => {
      changeKnownThread(state, payload.conversationId, (thread) =>
        withoutItem(thread, named(payload.messageId)),
      );
      state.remove = idle;
    },
    messageDeleteFailed: (state, { payload }: PayloadAction<MessageRef & { readonly problem: Problem }>) => {
      changeKnownThread(state, payload.conversationId, (thread) =>
        withItem(thread, named(payload.messageId), { deleting: false, deleteProblem: payload.problem }),
      );
      state.remove = { requesting: false, error: payload.problem };
    },
    /** The other person deleted a message, so a placeholder replaces its text. */
    messageWithdrawn: (state, { payload }: PayloadAction<MessageRef>) =>
      changeKnownThread(state, payload.conversationId, (thread) =>
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
        changeKnownThread(state, payload.conversationId, (thread) => joined(thread, payload.message)),
      )
      // Drops the conversation's messages but keeps unsent ones, so that failed messages aren't lost by
      // navigating away.
      .addCase(conversationClosed, ({ conversationMap }, { payload: id }) => {
        const unsent = conversationMap[id]?.items.filter((each) => each.status !== 'sent') ?? [];
        delete conversationMap[id];
        if (unsent.length > 0) conversationMap[id] = { ...emptyThread, items: unsent };
      })
      .addCase(conversationGone, ({ conversationMap }, { payload: id }) => {
        delete conversationMap[id];
      })
      .addCase(loggedOut, () => initialState),
  selectors: {
    selectMessages: (state) => state,
    selectThread: (state, conversationId: string): Thread =>
      state.conversationMap[conversationId] ?? emptyThread,
    selectSendState: (state) => state.send,
    selectDeleteState: (state) => state.remove,
  },
});

declare module '../root-reducer.ts' {
  export interface LazyLoadedSlices extends WithSlice<typeof messageSlice> {}
}
const injected = messageSlice.injectInto(rootReducer);

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
} = messageSlice.actions;
export const { selectMessages, selectThread, selectSendState, selectDeleteState } = injected.selectors;
