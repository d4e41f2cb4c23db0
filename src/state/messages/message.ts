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
const busy: Doing = { requesting: true, error: null };
const initialState: MessageState = { conversationMap: {}, send: idle, remove: idle };

type State = Draft<MessageState>;
type Change = (thread: Thread) => Thread;

/** Changes a thread, which begins here if it has to. */
function changeThread({ conversationMap }: State, id: string, change: Change): void {
  const known = conversationMap[id];
  // What a draft would wrap one by one is hundreds of messages here: the change is made on them as they are.
  conversationMap[id] = change(known ? current(known) : emptyThread);
}
/** Changes a thread that is being looked at; events for the others leave no trace here. */
function changeKnownThread(state: State, id: string, change: Change): void {
  if (state.conversationMap[id]) changeThread(state, id, change);
}

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
  // Between what was known and this page lies a hole: a thread without holes begins anew, and pages back from
  // here.
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
     * Asks for the newest messages, or with `more` for the next older ones. Nothing happens while a fetch is
     * running for the conversation.
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
    /** What was missed while nothing was heard. */
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
    /** The same message again, under the same `clientId`, so that it can't double. */
    messageRetryRequested: (state, { payload }: PayloadAction<Outgoing>) => {
      changeKnownThread(state, payload.conversationId, (thread) =>
        withItem(thread, own(payload.clientId), { status: 'pending', problem: undefined }),
      );
      state.send = busy;
    },
    /** Gives up a message that failed. */
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
    /** The other side took a message back: its place stays, its words go. */
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
      // Its messages go with the conversation; what never reached the server stays, or a failed message would
      // be lost by looking elsewhere.
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
