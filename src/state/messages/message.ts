import { createSlice, current } from '@reduxjs/toolkit';
import type { Draft, PayloadAction, WithSlice } from '@reduxjs/toolkit';
import type { Message, MessageQuote } from '#contract/talk/messages/messages.ts';
import type { Problem } from '#services/http/problem.ts';
import { texts } from '#lib/problem.ts';
import { newIdempotencyKey } from '#services/http/idempotency-key.ts';
import { rootReducer } from '../root-reducer.ts';
import { loggedOut } from '../session/auth.ts';
import { conversationClosed, conversationGone } from './conversation.ts';
import { live } from '../live/live-events.ts';
import {
  answered,
  changed,
  emptyThread,
  joined,
  toQuote,
  unquoted,
  withChange,
  withItem,
  withoutItem,
  withPage,
} from './message-thread.ts';
import { holdFiles, type WaitingFile } from './outbox/held-files.ts';
import { createSending, pendingMessage } from './outgoing.ts';
import type { Outgoing, Restored, Sending, Wanted } from './outgoing.ts';
import { messageUploading } from './outbox/outbox-actions.ts';
import type { AnsweredPage, ChatMessage, LoadedPage, Thread } from './message-thread.ts';

interface Doing {
  readonly requesting: boolean;
  readonly error: Problem | null;
}
export interface MessageState {
  readonly conversationMap: Readonly<Record<string, Thread>>;
  /** The message being replied to, by conversation. */
  readonly answering: Readonly<Record<string, MessageQuote>>;
  readonly send: Doing;
  readonly remove: Doing;
}
interface MessageRef {
  readonly conversationId: string;
  readonly messageId: string;
}
const idle: Doing = { requesting: false, error: null };
const busy: Doing = { requesting: true, error: null };
const initialState: MessageState = { conversationMap: {}, answering: {}, send: idle, remove: idle };

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

const own = (clientId: string) => (each: ChatMessage) => each.clientId === clientId && each.status !== 'sent';
const named = (id: string) => (each: ChatMessage) => each._id === id;

const messageSlice = createSlice({
  name: 'message',
  initialState,
  reducers: {
    /**
     * Requests the newest messages, or with `more` the next older and with `newer` the next newer ones. Does
     * nothing while a fetch for the conversation is running.
     */
    messagesRequested: (
      state,
      _action: PayloadAction<{
        readonly conversationId: string;
        readonly more?: boolean;
        readonly newer?: boolean;
      }>,
    ) => state,
    /** Scrolls to a message, loading it and its neighbors if needed. */
    messageJumpRequested: (
      state,
      { payload }: PayloadAction<{ readonly conversationId: string; readonly seq: number }>,
    ) => changeThread(state, payload.conversationId, (thread) => ({ ...thread, jump: payload.seq })),
    /** The message is in view, or couldn't be loaded. */
    messageJumpEnded: (state, { payload }: PayloadAction<string>) =>
      changeKnownThread(state, payload, (thread) => ({ ...thread, jump: null })),
    messagesFetchStarted: (state, { payload }: PayloadAction<string>) =>
      changeThread(state, payload, (thread) => ({ ...thread, fetching: true, error: null })),
    messagesLoaded: (state, { payload }: PayloadAction<AnsweredPage>) =>
      changeKnownThread(state, payload.conversationId, (thread) => answered(thread, payload)),
    /** Messages that were missed while disconnected. */
    messagesCaughtUp: (state, { payload }: PayloadAction<LoadedPage>) =>
      changeKnownThread(state, payload.conversationId, (thread) => withPage(thread, payload)),
    /** Changes that were missed while disconnected. */
    messagesChanged: (
      state,
      {
        payload: { conversationId, data, ownId, upToChange },
      }: PayloadAction<{
        readonly conversationId: string;
        readonly data: readonly Message[];
        readonly ownId: string | undefined;
        readonly upToChange: number;
      }>,
    ) =>
      changeKnownThread(state, conversationId, (thread) => ({
        ...changed(thread, data, ownId),
        changes: Math.max(thread.changes, upToChange),
      })),
    /** The user's own change, as the server returned it. */
    messageChanged: (state, { payload }: PayloadAction<Message>) =>
      changeKnownThread(state, payload.conversationId, (thread) => changed(thread, [payload], undefined)),
    replyStarted: (state, { payload }: PayloadAction<Message>) => {
      state.answering[payload.conversationId] = toQuote(payload);
    },
    replyEnded: (state, { payload }: PayloadAction<string>) => {
      delete state.answering[payload];
    },
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
      /** `blobs` are files that aren't uploaded yet. */
      prepare: ({ blobs = [], ...wanted }: Wanted & { readonly blobs?: readonly WaitingFile[] }) => {
        const clientId = wanted.clientId ?? newIdempotencyKey();
        if (blobs.length > 0) holdFiles(clientId, blobs);
        const at = new Date().toISOString();
        return { payload: createSending(wanted, { clientId, at, waitingFiles: blobs.length }) };
      },
      reducer: (state, { payload }: PayloadAction<Sending>) => {
        changeThread(state, payload.conversationId, (thread) => ({
          ...thread,
          items: [...thread.items, pendingMessage(payload)],
        }));
        delete state.answering[payload.conversationId];
        state.send = busy;
      },
    },
    /** A message that an earlier page kept on this device because it couldn't be sent. */
    messageRestored: (state, { payload }: PayloadAction<Sending>) =>
      changeThread(state, payload.conversationId, (thread) => ({
        ...thread,
        items: [...thread.items, { ...pendingMessage(payload), status: 'failed' }],
      })),
    /** No connection: what waits in the conversation is sent later. */
    messageDelayed: (state, { payload }: PayloadAction<Outgoing & { readonly problem: Problem }>) => {
      changeKnownThread(state, payload.conversationId, (thread) =>
        withItem(thread, (each) => each.status === 'pending', { isDelayed: true }),
      );
      state.send = { requesting: false, error: payload.problem };
    },
    /** A message that an earlier page left on the device, waiting or, with a problem, refused. */
    messageWaiting: (state, { payload: { problem, ...sending } }: PayloadAction<Restored>) =>
      changeThread(state, sending.conversationId, (thread) => {
        const failed = problem && ({ status: 'failed', problem } as const);
        if (!thread.items.some(({ clientId }) => clientId === sending.clientId))
          return { ...thread, items: [...thread.items, { ...pendingMessage(sending), ...failed }] };
        return failed
          ? thread
          : withItem(thread, own(sending.clientId), { status: 'pending', problem: undefined });
      }),
    /** Cancels a message that waits for a connection. One that is being sent by now stays. */
    messageCancelRequested: (state, _action: PayloadAction<Outgoing>) => state,
    /** Sends the message again with the same `clientId`, so that it can't be duplicated. */
    messageRetryRequested: (state, { payload }: PayloadAction<Outgoing>) => {
      changeKnownThread(state, payload.conversationId, (thread) =>
        withItem(thread, own(payload.clientId), {
          status: 'pending',
          isDelayed: false,
          uploading: undefined,
          problem: undefined,
        }),
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
    messageWithdrawn: (state, { payload }: PayloadAction<MessageRef & { readonly change: number }>) =>
      changeKnownThread(state, payload.conversationId, (thread) =>
        withItem(thread, named(payload.messageId), {
          isDeleted: true,
          change: payload.change,
          text: texts.messageDeletedElsewhere,
          files: [],
        }),
      ),
  },
  extraReducers: (builder) =>
    builder
      .addCase(messageUploading, (state, { payload: { conversationId, clientId, percent } }) =>
        changeKnownThread(state, conversationId, (thread) =>
          withItem(thread, own(clientId), { uploading: percent, isDelayed: false }),
        ),
      )
      .addCase(live['message/created'], (state, { payload }) =>
        changeKnownThread(state, payload.conversationId, (thread) => joined(thread, payload.message)),
      )
      .addCase(live['message/updated'], (state, { payload: { conversationId, message } }) =>
        changeKnownThread(state, conversationId, (thread) =>
          withChange(changed(thread, [message], undefined), message.change),
        ),
      )
      .addCase(live['message/deleted'], (state, { payload: { conversationId, messageId, change } }) =>
        changeKnownThread(state, conversationId, (thread) => withChange(unquoted(thread, messageId), change)),
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
    selectAnswering: (state, conversationId: string) => state.answering[conversationId],
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
  messageJumpRequested,
  messageJumpEnded,
  messagesCaughtUp,
  messagesChanged,
  messageChanged,
  replyStarted,
  replyEnded,
  messagesFailed,
  messageSendRequested,
  messageDelayed,
  messageRestored,
  messageWaiting,
  messageCancelRequested,
  messageRetryRequested,
  messageDiscarded,
  messageSent,
  messageSendFailed,
  messageDeleteRequested,
  messageDeleted,
  messageDeleteFailed,
  messageWithdrawn,
} = messageSlice.actions;
export const { selectMessages, selectThread, selectAnswering, selectSendState, selectDeleteState } =
  injected.selectors;
