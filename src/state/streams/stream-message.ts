import { createSlice } from '@reduxjs/toolkit';
import type { Draft, PayloadAction, WithSlice } from '@reduxjs/toolkit';
import type { StreamMessage } from '#contract/messages.ts';
import { texts } from '#lib/problem.ts';
import { newIntentKey } from '#services/http/idempotency-key.ts';
import type { Problem } from '#services/http/problem.ts';
import { rootReducer } from '../root-reducer.ts';
import { loggedOut } from '../session/auth.ts';
import { live } from '../live/live-events.ts';

/** A chat message of a stream: being sent, sent or failed. */
export interface StreamChatMessage extends StreamMessage {
  readonly status: 'pending' | 'sent' | 'failed';
  readonly clientId?: string;
  readonly problem?: Problem;
}
export interface StreamThread {
  readonly items: readonly StreamChatMessage[];
  readonly total: number;
  readonly fetching: boolean;
  readonly error: Problem | null;
}
/** The chat of a public stream is open to everyone, that of a private stream to its two participants. */
export type StreamKind = 'public' | 'private';
interface MessageRef {
  readonly conversationId: string;
  readonly messageId: string;
}
interface Outgoing {
  readonly conversationId: string;
  readonly clientId: string;
  readonly kind: StreamKind;
  readonly text: string;
}
export interface StreamMessageState {
  readonly activeConversation: string | null;
  readonly sendMessage: {
    readonly sending: boolean;
    readonly success: boolean;
    readonly error: Problem | null;
    readonly data: StreamMessage | null;
  };
  readonly receiveMessage: StreamMessage | null;
  readonly conversationMap: Readonly<Record<string, StreamThread>>;
}

const emptyThread: StreamThread = { items: [], total: 0, fetching: false, error: null };
const idle: StreamMessageState['sendMessage'] = { sending: false, success: false, error: null, data: null };
const initialState: StreamMessageState = {
  activeConversation: null,
  sendMessage: idle,
  receiveMessage: null,
  conversationMap: {},
};

type State = Draft<StreamMessageState>;

/** The messages of a conversation, created if needed. */
function threadOf({ conversationMap }: State, id: string): Draft<StreamThread> {
  conversationMap[id] ??= { ...emptyThread, items: [] };
  return conversationMap[id];
}
const named = (state: State, { conversationId, messageId }: MessageRef) =>
  state.conversationMap[conversationId]?.items.find((each) => each._id === messageId);
const own = (state: State, { conversationId, clientId }: Pick<Outgoing, 'conversationId' | 'clientId'>) =>
  state.conversationMap[conversationId]?.items.find((each) => each.clientId === clientId);

/** Appends a message unless it is already there, because its response and its event both bring it. */
function append(thread: Draft<StreamThread>, message: StreamMessage): void {
  if (thread.items.some((each) => each._id === message._id)) return;
  thread.items.push({ ...message, status: 'sent' });
  thread.total += 1;
}

function markDeleted(state: State, { payload }: PayloadAction<MessageRef>): void {
  const message = named(state, payload);
  if (message) Object.assign(message, { isDeleted: true, text: texts.messageDeleted });
}

const shown = (message: StreamMessage): StreamChatMessage => ({
  ...message,
  status: 'sent',
  text: message.isDeleted ? texts.messageDeleted : message.text,
});

const streamMessageSlice = createSlice({
  name: 'streamMessage',
  initialState,
  reducers: {
    streamConversationActivated: (state, { payload }: PayloadAction<string>) => {
      threadOf(state, payload);
      state.activeConversation = payload;
    },
    streamConversationLeft: () => initialState,
    streamMessagesRequested: (state, _action: PayloadAction<{ readonly conversationId: string }>) => state,
    streamMessagesFetchStarted: (state, { payload }: PayloadAction<string>) =>
      void Object.assign(threadOf(state, payload), { fetching: true, error: null }),
    streamMessagesLoaded: (
      state,
      {
        payload,
      }: PayloadAction<{
        readonly conversationId: string;
        readonly data: readonly StreamMessage[];
        readonly total: number;
      }>,
    ) => {
      const thread = threadOf(state, payload.conversationId);
      const known = new Set(thread.items.map((each) => each._id));
      thread.items.unshift(...payload.data.filter((each) => !known.has(each._id)).map(shown));
      Object.assign(thread, { total: payload.total, fetching: false, error: null });
    },
    streamMessagesFailed: (
      state,
      { payload }: PayloadAction<{ readonly conversationId: string; readonly problem: Problem }>,
    ) =>
      void Object.assign(threadOf(state, payload.conversationId), {
        fetching: false,
        error: payload.problem,
      }),
    streamMessageSendRequested: {
      prepare: (payload: {
        readonly conversationId: string;
        readonly kind: StreamKind;
        readonly text: string;
        readonly senderId: string;
        readonly senderName: string;
      }) => ({
        payload: { ...payload, clientId: newIntentKey(), at: new Date().toISOString() },
      }),
      reducer: (
        state,
        { payload }: PayloadAction<Outgoing & { senderId: string; senderName: string; at: string }>,
      ) => {
        const { conversationId, clientId, text, senderId, senderName, at } = payload;
        threadOf(state, conversationId).items.push({
          _id: clientId,
          clientId,
          conversationId,
          senderId,
          senderName,
          text,
          isDeleted: false,
          createdAt: at,
          status: 'pending',
        });
        state.sendMessage = { ...idle, sending: true };
      },
    },
    streamMessageRetryRequested: (state, { payload }: PayloadAction<Outgoing>) => {
      const message = own(state, payload);
      if (message) Object.assign(message, { status: 'pending', problem: undefined });
      state.sendMessage = { ...idle, sending: true };
    },
    streamMessageSent: (
      state,
      {
        payload: { clientId, message },
      }: PayloadAction<{ readonly clientId: string; readonly message: StreamMessage }>,
    ) => {
      const thread = threadOf(state, message.conversationId);
      thread.items = thread.items.filter((each) => each.clientId !== clientId);
      append(thread, message);
      state.sendMessage = { ...idle, success: true, data: message };
    },
    /**
     * Keeps the message, marked as failed, with a retry. (The original dispatched its success action here.)
     */
    streamMessageSendFailed: (
      state,
      {
        payload,
      }: PayloadAction<{
        readonly conversationId: string;
        readonly clientId: string;
        readonly problem: Problem;
      }>,
    ) => {
      const message = own(state, payload);
      if (message) Object.assign(message, { status: 'failed', problem: payload.problem });
      state.sendMessage = { ...idle, error: payload.problem };
    },
    streamMessageDeleteRequested: (state, _action: PayloadAction<MessageRef>) => state,
    streamMessageDeleted: markDeleted,
    streamMessageDeleteFailed: (
      state,
      { payload }: PayloadAction<MessageRef & { readonly problem: Problem }>,
    ) => {
      const message = named(state, payload);
      if (message) message.problem = payload.problem;
    },
  },
  extraReducers: (builder) =>
    builder
      .addCase(live['stream/message'], (state, { payload: { conversationId, message } }) => {
        append(threadOf(state, conversationId), message);
        state.receiveMessage = message;
      })
      .addCase(live['stream/message-deleted'], markDeleted)
      .addCase(loggedOut, () => initialState),
  selectors: {
    selectStreamMessages: (state) => state,
    selectStreamThread: (state, conversationId: string): StreamThread =>
      state.conversationMap[conversationId] ?? emptyThread,
  },
});

declare module '../root-reducer.ts' {
  export interface LazyLoadedSlices extends WithSlice<typeof streamMessageSlice> {}
}
const injected = streamMessageSlice.injectInto(rootReducer);

export const {
  streamConversationActivated,
  streamConversationLeft,
  streamMessagesRequested,
  streamMessagesFetchStarted,
  streamMessagesLoaded,
  streamMessagesFailed,
  streamMessageSendRequested,
  streamMessageRetryRequested,
  streamMessageSent,
  streamMessageSendFailed,
  streamMessageDeleteRequested,
  streamMessageDeleted,
  streamMessageDeleteFailed,
} = streamMessageSlice.actions;
export const { selectStreamMessages, selectStreamThread } = injected.selectors;
