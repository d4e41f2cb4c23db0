import { createSlice } from '@reduxjs/toolkit';
import type { Draft, PayloadAction, WithSlice } from '@reduxjs/toolkit';
import type { FileView } from '#contract/core/schemas.ts';
import type { StreamConversation, StreamMessage } from '#contract/talk/streams/chat.ts';
import { newIdempotencyKey } from '#services/http/idempotency-key.ts';
import type { Problem } from '#services/http/problem.ts';
import { approveStreamMessage, updateStreamChat } from '#services/talk/streams/chat.ts';
import { isAnswer } from '../query/answers.ts';
import { rootReducer } from '../root-reducer.ts';
import { loggedOut } from '../session/auth.ts';
import { live } from '../live/live-events.ts';
import { clearUpTo, emptyThread, markDeleted, takeIn } from './stream-thread.ts';
import type { StreamThread } from './stream-thread.ts';

/** The chat of a public stream is open to everyone, that of a private stream to its two participants. */
export type StreamKind = 'public' | 'private';
interface ChatRef {
  readonly streamId: string;
  readonly kind: StreamKind;
}
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
interface Loaded {
  readonly conversationId: string;
  readonly data: readonly StreamMessage[];
  readonly total?: number;
}
interface NewMessage extends Omit<Outgoing, 'clientId'> {
  readonly files?: readonly FileView[];
  readonly senderId: string;
  readonly senderName: string;
  readonly senderAvatar: string;
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
  /** The chat on the page, and why it couldn't be opened. */
  readonly open: (ChatRef & { readonly error: Problem | null }) | null;
}

const idle: StreamMessageState['sendMessage'] = { sending: false, success: false, error: null, data: null };
const initialState: StreamMessageState = {
  activeConversation: null,
  sendMessage: idle,
  receiveMessage: null,
  conversationMap: {},
  open: null,
};

type State = Draft<StreamMessageState>;

/** The messages of a conversation, created if needed. */
function getThread({ conversationMap }: State, id: string): Draft<StreamThread> {
  conversationMap[id] ??= { ...emptyThread, items: [], gone: [], conversation: null };
  return conversationMap[id];
}
const named = (state: State, { conversationId, messageId }: MessageRef) =>
  state.conversationMap[conversationId]?.items.find((each) => each._id === messageId);
const own = (state: State, { conversationId, clientId }: Pick<Outgoing, 'conversationId' | 'clientId'>) =>
  state.conversationMap[conversationId]?.items.find((each) => each.clientId === clientId);

/** The message as it is shown until the server has it. */
const pending = ({
  files = [],
  kind: _kind,
  ...rest
}: NewMessage & { clientId: string; createdAt: string }) => ({
  ...rest,
  _id: rest.clientId,
  role: 'viewer' as const,
  seq: 0,
  type: files.length > 0 ? ('media' as const) : ('text' as const),
  files: [...files] as Draft<FileView>[],
  tokens: null,
  isHeld: false,
  isDeleted: false,
  status: 'pending' as const,
});

function takeChat(state: State, conversation: StreamConversation, now: number): void {
  const thread = getThread(state, conversation._id);
  thread.conversation = conversation;
  thread.waitUntil = conversation.waitSeconds > 0 ? now + conversation.waitSeconds * 1_000 : null;
  if (state.open) state.open.error = null;
}
function takeMessages(state: State, { conversationId, data, total }: Loaded): void {
  const thread = getThread(state, conversationId);
  takeIn(thread, data);
  Object.assign(thread, { total: total ?? thread.total, fetching: false, error: null });
}

const streamMessageSlice = createSlice({
  name: 'streamMessage',
  initialState,
  reducers: {
    /** A page shows the chat of a stream: its rules and messages are loaded, and its events received. */
    streamChatOpened: (state, { payload }: PayloadAction<ChatRef>) => {
      state.open = { ...payload, error: null };
    },
    streamChatFailed: (state, { payload }: PayloadAction<Problem>) => {
      if (state.open) state.open.error = payload;
    },
    streamChatLoaded: (
      state,
      { payload }: PayloadAction<{ conversation: StreamConversation; now: number }>,
    ) => takeChat(state, payload.conversation, payload.now),
    streamConversationActivated: (state, { payload }: PayloadAction<string>) => {
      getThread(state, payload);
      state.activeConversation = payload;
    },
    streamConversationLeft: () => initialState,
    /** `earlier`: the page before those that are here; otherwise the newest. */
    streamMessagesRequested: (
      state,
      _action: PayloadAction<{ readonly conversationId: string; readonly earlier?: boolean }>,
    ) => state,
    streamMessagesFetchStarted: (state, { payload }: PayloadAction<string>) =>
      void Object.assign(getThread(state, payload), { fetching: true, error: null }),
    streamMessagesLoaded: (state, { payload }: PayloadAction<Loaded>) => takeMessages(state, payload),
    streamMessagesFailed: (
      state,
      { payload }: PayloadAction<{ readonly conversationId: string; readonly problem: Problem }>,
    ) =>
      void Object.assign(getThread(state, payload.conversationId), {
        fetching: false,
        error: payload.problem,
      }),
    streamMessageSendRequested: {
      prepare: (payload: NewMessage) => ({
        payload: { ...payload, clientId: newIdempotencyKey(), createdAt: new Date().toISOString() },
      }),
      reducer: (state, { payload }: PayloadAction<NewMessage & { clientId: string; createdAt: string }>) => {
        getThread(state, payload.conversationId).items.push(pending(payload));
        state.sendMessage = { ...idle, sending: true };
      },
    },
    streamMessageRetryRequested: (state, { payload }: PayloadAction<Outgoing>) => {
      const message = own(state, payload);
      if (message) Object.assign(message, { status: 'pending', problem: undefined });
      state.sendMessage = { ...idle, sending: true };
    },
    /** Gives up a message that couldn't be sent. */
    streamMessageDropped: (
      state,
      { payload }: PayloadAction<Pick<Outgoing, 'conversationId' | 'clientId'>>,
    ) => {
      const thread = getThread(state, payload.conversationId);
      thread.items = thread.items.filter(
        (each) => each.clientId !== payload.clientId || each.status !== 'failed',
      );
    },
    streamMessageSent: (
      state,
      {
        payload: { clientId, message },
      }: PayloadAction<{ readonly clientId: string; readonly message: StreamMessage }>,
    ) => {
      takeIn(getThread(state, message.conversationId), [{ ...message, clientId }]);
      state.sendMessage = { ...idle, success: true, data: message };
    },
    /** Since when the viewer has to wait in slow mode. */
    streamWaitBegan: (state, { payload }: PayloadAction<{ conversationId: string; until: number }>) =>
      void Object.assign(getThread(state, payload.conversationId), { waitUntil: payload.until }),
    /**
     * Keeps the message, marked as failed, with a retry. (The original dispatched its success action here.)
     */
    streamMessageSendFailed: (
      state,
      { payload }: PayloadAction<Pick<Outgoing, 'conversationId' | 'clientId'> & { problem: Problem }>,
    ) => {
      const message = own(state, payload);
      if (message) Object.assign(message, { status: 'failed', problem: payload.problem });
      state.sendMessage = { ...idle, error: payload.problem };
    },
    streamMessageDeleteRequested: (state, _action: PayloadAction<MessageRef>) => state,
    streamMessageDeleted: (state, { payload }: PayloadAction<MessageRef>) =>
      markDeleted(getThread(state, payload.conversationId), [payload.messageId]),
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
      .addCase(live['stream/message'], (state, { payload: { conversationId, messages } }) => {
        state.receiveMessage = messages.at(-1) ?? null;
        // What waits for a moderator is also told to those who don't have this chat open.
        if (state.conversationMap[conversationId]) takeIn(getThread(state, conversationId), messages);
      })
      .addCase(live['stream/message-deleted'], (state, { payload: { conversationId, messageIds } }) => {
        if (conversationId === state.activeConversation)
          markDeleted(getThread(state, conversationId), messageIds);
      })
      .addCase(live['stream/chat-cleared'], (state, { payload: { conversationId, seq } }) => {
        if (conversationId === state.activeConversation) clearUpTo(getThread(state, conversationId), seq);
      })
      .addCase(loggedOut, () => initialState)
      .addMatcher(isAnswer(updateStreamChat), (state, { payload, meta }) =>
        takeChat(state, payload, meta.baseQueryMeta.receivedAt),
      )
      .addMatcher(isAnswer(approveStreamMessage), (state, { payload }) =>
        takeMessages(state, { conversationId: payload.conversationId, data: [payload] }),
      ),
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
  streamChatOpened,
  streamChatFailed,
  streamChatLoaded,
  streamConversationActivated,
  streamConversationLeft,
  streamMessagesRequested,
  streamMessagesFetchStarted,
  streamMessagesLoaded,
  streamMessagesFailed,
  streamMessageSendRequested,
  streamMessageRetryRequested,
  streamMessageDropped,
  streamMessageSent,
  streamWaitBegan,
  streamMessageSendFailed,
  streamMessageDeleteRequested,
  streamMessageDeleted,
  streamMessageDeleteFailed,
} = streamMessageSlice.actions;
export const { selectStreamMessages, selectStreamThread } = injected.selectors;
