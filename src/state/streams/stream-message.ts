import { createSlice } from '../slice.ts';
import type { PayloadAction } from '../slice.ts';
import type { StreamMessage } from '#contract/messages.ts';
import { texts } from '#lib/problem.ts';
import { newIntentKey } from '#services/http/idempotency-key.ts';
import type { Problem } from '#services/http/problem.ts';
import { addToStore } from '../late-reducers.ts';
import { loggedOut } from '../session/auth.ts';
import { live } from '../live/live-events.ts';

/** A stream's chat line, on its way, there, or failed. */
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
/** Beside a public stream everybody writes, in a private one the two. */
export type StreamKind = 'public' | 'private';
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

const withThread = (
  state: StreamMessageState,
  id: string,
  change: (thread: StreamThread) => StreamThread,
): StreamMessageState => ({
  ...state,
  conversationMap: { ...state.conversationMap, [id]: change(state.conversationMap[id] ?? emptyThread) },
});
const changed = (
  thread: StreamThread,
  matches: (each: StreamChatMessage) => boolean,
  change: Partial<StreamChatMessage>,
): StreamThread => ({
  ...thread,
  items: thread.items.map((each) => (matches(each) ? { ...each, ...change } : each)),
});
/** Appended; its answer and its event may both bring it. */
const appended = (thread: StreamThread, message: StreamMessage): StreamThread =>
  thread.items.some((each) => each._id === message._id)
    ? thread
    : { ...thread, items: [...thread.items, { ...message, status: 'sent' }], total: thread.total + 1 };

const markDeleted = (
  state: StreamMessageState,
  { payload }: PayloadAction<{ readonly conversationId: string; readonly messageId: string }>,
): StreamMessageState =>
  state.conversationMap[payload.conversationId]
    ? withThread(state, payload.conversationId, (thread) =>
        changed(thread, (each) => each._id === payload.messageId, {
          isDeleted: true,
          text: texts.messageDeleted,
        }),
      )
    : state;

const shown = (message: StreamMessage): StreamChatMessage => ({
  ...message,
  status: 'sent',
  text: message.isDeleted ? texts.messageDeleted : message.text,
});

export const streamMessage = addToStore(
  createSlice({
    name: 'streamMessage',
    initialState,
    reducers: {
      streamConversationActivated: (state, { payload }: PayloadAction<string>) => ({
        ...withThread(state, payload, (thread) => thread),
        activeConversation: payload,
      }),
      streamConversationLeft: () => initialState,
      streamMessagesRequested: (state, _action: PayloadAction<{ readonly conversationId: string }>) => state,
      streamMessagesFetchStarted: (state, { payload }: PayloadAction<string>) =>
        withThread(state, payload, (thread) => ({ ...thread, fetching: true, error: null })),
      streamMessagesLoaded: (
        state,
        {
          payload,
        }: PayloadAction<{
          readonly conversationId: string;
          readonly data: readonly StreamMessage[];
          readonly total: number;
        }>,
      ) =>
        withThread(state, payload.conversationId, (thread) => {
          const older = payload.data
            .filter((each) => !thread.items.some((known) => known._id === each._id))
            .map(shown);
          return { items: [...older, ...thread.items], total: payload.total, fetching: false, error: null };
        }),
      streamMessagesFailed: (
        state,
        { payload }: PayloadAction<{ readonly conversationId: string; readonly problem: Problem }>,
      ) =>
        withThread(state, payload.conversationId, (thread) => ({
          ...thread,
          fetching: false,
          error: payload.problem,
        })),
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
          const pending: StreamChatMessage = {
            _id: clientId,
            clientId,
            conversationId,
            senderId,
            senderName,
            text,
            isDeleted: false,
            createdAt: at,
            status: 'pending',
          };
          return {
            ...withThread(state, conversationId, (thread) => ({
              ...thread,
              items: [...thread.items, pending],
            })),
            sendMessage: { ...idle, sending: true },
          };
        },
      },
      streamMessageRetryRequested: (state, { payload }: PayloadAction<Outgoing>) => ({
        ...withThread(state, payload.conversationId, (thread) =>
          changed(thread, (each) => each.clientId === payload.clientId, {
            status: 'pending',
            problem: undefined,
          }),
        ),
        sendMessage: { ...idle, sending: true },
      }),
      streamMessageSent: (
        state,
        {
          payload: { clientId, message },
        }: PayloadAction<{ readonly clientId: string; readonly message: StreamMessage }>,
      ) => ({
        ...withThread(state, message.conversationId, (thread) =>
          appended({ ...thread, items: thread.items.filter((each) => each.clientId !== clientId) }, message),
        ),
        sendMessage: { ...idle, success: true, data: message },
      }),
      /** The original sent this to the success action; the line stays, marked, with a retry. */
      streamMessageSendFailed: (
        state,
        {
          payload,
        }: PayloadAction<{
          readonly conversationId: string;
          readonly clientId: string;
          readonly problem: Problem;
        }>,
      ) => ({
        ...withThread(state, payload.conversationId, (thread) =>
          changed(thread, (each) => each.clientId === payload.clientId, {
            status: 'failed',
            problem: payload.problem,
          }),
        ),
        sendMessage: { ...idle, error: payload.problem },
      }),
      streamMessageDeleteRequested: (
        state,
        _action: PayloadAction<{ readonly conversationId: string; readonly messageId: string }>,
      ) => state,
      streamMessageDeleted: markDeleted,
      streamMessageDeleteFailed: (
        state,
        {
          payload,
        }: PayloadAction<{
          readonly conversationId: string;
          readonly messageId: string;
          readonly problem: Problem;
        }>,
      ) =>
        withThread(state, payload.conversationId, (thread) =>
          changed(thread, (each) => each._id === payload.messageId, { problem: payload.problem }),
        ),
    },
    extraReducers: (builder) =>
      builder
        .addCase(live['stream/message'], (state, { payload: { conversationId, message } }) => ({
          ...withThread(state, conversationId, (thread) => appended(thread, message)),
          receiveMessage: message,
        }))
        .addCase(live['stream/message-deleted'], markDeleted)
        .addCase(loggedOut, () => initialState),
    selectors: {
      selectStreamMessages: (state) => state,
      selectStreamThread: (state, conversationId: string): StreamThread =>
        state.conversationMap[conversationId] ?? emptyThread,
    },
  }),
);

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
} = streamMessage.actions;
export const { selectStreamMessages, selectStreamThread } = streamMessage.selectors;
