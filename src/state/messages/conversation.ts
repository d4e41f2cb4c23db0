import { createAction, createSlice } from '@reduxjs/toolkit';
import type { Draft, PayloadAction, WithSlice } from '@reduxjs/toolkit';
import type { ServerEvents } from '#contract/core/events.ts';
import type { Conversation, Message } from '#contract/talk/messages/messages.ts';
import type { Problem } from '#services/http/problem.ts';
import {
  type ConversationList,
  type Shown,
  bringForward,
  bringToFront,
  changeList,
  emptyList,
  putInPlace,
  removeFromList,
} from './conversation-list.ts';
import { loadRootSagaBy } from '../lazy.ts';
import { rootReducer } from '../root-reducer.ts';
import { loggedOut } from '../session/auth.ts';
import { live } from '../live/live-events.ts';

export interface ConversationState {
  readonly list: ConversationList;
  readonly mapping: Readonly<Record<string, Conversation>>;
  readonly activeConversation: string | null;
  readonly opening: { readonly requesting: boolean; readonly error: Problem | null };
  /** Until when the other person counts as typing, in milliseconds since the epoch, by conversation id. */
  readonly typing: Readonly<Record<string, number>>;
  readonly showMassMessagingComponent: boolean;
  /** How many conversations are unread, and how many requests wait; each counted up to 100. */
  readonly waiting: { readonly unread: number; readonly requests: number };
}
export interface ConversationPage {
  readonly data: readonly Conversation[];
  readonly total: number;
  readonly isMore: boolean;
  readonly nextCursor?: string | null | undefined;
}

const gone: Problem = {
  status: 404,
  code: 'not_found',
  message: 'We couldn’t find that. It may have been removed.',
};
const notOpening: ConversationState['opening'] = { requesting: false, error: null };
const initialState: ConversationState = {
  list: emptyList,
  mapping: {},
  activeConversation: null,
  opening: notOpening,
  typing: {},
  showMassMessagingComponent: false,
  waiting: { unread: 0, requests: 0 },
};

interface LoadedConversations {
  readonly page: ConversationPage;
  /** Replace the list, append a page, or refresh its newest part. */
  readonly place: 'instead' | 'after' | 'over';
}

type State = Draft<ConversationState>;

/** Whether an answer is older than what events have told of the conversation. */
export const isOutdated = (known: Conversation | undefined, answer: Conversation): boolean =>
  known !== undefined && known.lastSeq > answer.lastSeq;

function fillList(state: State, { page, place }: LoadedConversations): void {
  const before = state.list.data;
  const ids = page.data.map((each) => each._id);
  const data = {
    instead: ids,
    after: [...new Set([...before, ...ids])],
    over: [...new Set([...ids, ...before])],
  }[place];
  changeList(state.list, { requested: true, requesting: false, error: null, data, total: page.total });
  // A refreshed first page says nothing about the end of the list.
  if (place === 'over' && before.length > ids.length) return;
  state.list.isMore = page.isMore;
  state.list.nextCursor = page.nextCursor ?? null;
}

/** Takes over an answer of the server. Messages that arrived while it was on its way stay counted and shown. */
function record({ mapping }: State, answer: Conversation): void {
  const known = mapping[answer._id];
  if (!known || !isOutdated(known, answer)) mapping[answer._id] = answer;
  else {
    const { lastSeq, lastMessage, updatedAt, totalNotSeenMessages } = known;
    mapping[answer._id] = { ...answer, lastSeq, lastMessage, updatedAt, totalNotSeenMessages };
  }
}

function refresh(state: State, conversation: Conversation): void {
  const before = state.mapping[conversation._id];
  record(state, conversation);
  putInPlace(state, before, conversation._id);
}

function showPresence({ mapping }: State, { accountId, isOnline }: ServerEvents['presence/changed']): void {
  for (const { recipient } of Object.values(mapping))
    if (recipient?._id === accountId) recipient.isOnline = isOnline;
}

const conversationSlice = createSlice({
  name: 'conversation',
  initialState,
  reducers: {
    /** `more` fetches the next page; anything else is what to show from now on. */
    conversationsRequested: (
      state,
      { payload }: PayloadAction<(Partial<Shown> & { readonly more?: boolean }) | undefined>,
    ) => {
      const { more = false, ...shown } = payload ?? {};
      const isOther = 'filter' in shown || 'listId' in shown;
      changeList(state.list, { requested: true, requesting: true, error: null });
      // Rows of another list would be misleading until its own arrive.
      if (isOther) changeList(state.list, { data: [], total: 0, isMore: false, nextCursor: null });
      if (!more) changeList(state.list, { q: '', ...shown });
    },
    waitingCounted: (state, { payload }: PayloadAction<ConversationState['waiting']>) => {
      state.waiting = payload;
    },
    conversationsLoaded: (state, { payload }: PayloadAction<LoadedConversations>) => {
      const { data } = payload.page;
      const outdated = data.filter((each) => isOutdated(state.mapping[each._id], each));
      for (const each of data) record(state, each);
      fillList(state, payload);
      for (const { _id } of outdated) bringForward(state, _id);
      // Open before the list was loaded, or in another list until now.
      if (state.activeConversation !== null) bringToFront(state, state.activeConversation);
    },
    /** Empties the list, unless a further page failed; then the loaded ones stay. */
    conversationsFailed: (
      state,
      { payload: { problem, more } }: PayloadAction<{ readonly problem: Problem; readonly more: boolean }>,
    ) => {
      if (more) changeList(state.list, { requesting: false, error: problem });
      else {
        const { q, filter, listId } = state.list;
        state.list = { ...emptyList, requested: true, q, filter, listId, error: problem };
      }
    },
    conversationOpenRequested: (state, _action: PayloadAction<ConversationRef>) => {
      state.opening = { requesting: true, error: null };
    },
    conversationOpened: (state, { payload }: PayloadAction<Conversation>) => {
      record(state, payload);
      state.activeConversation = payload._id;
      state.opening = notOpening;
      bringToFront(state, payload._id);
    },
    conversationOpenFailed: (state, { payload }: PayloadAction<Problem>) => {
      state.opening = { requesting: false, error: payload };
    },
    /** Everything in the conversation has been marked as read. */
    conversationRead: ({ mapping }, { payload: id }: PayloadAction<string>) => {
      if (mapping[id]) Object.assign(mapping[id], { totalNotSeenMessages: 0, isMarkedUnread: false });
    },
    /**
     * Clears the active conversation and (in the message slice) its messages. Ignored if another conversation
     * has been opened since.
     */
    conversationClosed: (state, { payload: id }: PayloadAction<string>) => {
      if (state.activeConversation !== null && state.activeConversation !== id) return;
      state.activeConversation = null;
      state.opening = notOpening;
    },
    /** A conversation that wasn't known before, started by its first message. */
    conversationArrived: (state, { payload }: PayloadAction<Conversation>) => {
      record(state, payload);
      bringForward(state, payload._id);
    },
    /**
     * A message arrived, so its conversation moves to the front. `unread` if it hasn't been seen or counted
     * yet.
     */
    conversationTouched: (state, { payload: { message, unread } }: PayloadAction<Touch>) => {
      const { text, type, senderId, createdAt, seq, conversationId } = message;
      const known = state.mapping[conversationId];
      // Responses and events of several processes may arrive in any order.
      if (known && seq < known.lastSeq) return;
      if (known) {
        known.lastMessage = { text, type, senderId, createdAt, seq };
        known.lastSeq = Math.max(known.lastSeq, seq);
        known.totalNotSeenMessages += unread ? 1 : 0;
        known.updatedAt = createdAt;
      }
      bringForward(state, conversationId);
    },
    /** Updates a record, and moves it only if it is in another list now or was pinned. */
    conversationRefreshed: (state, { payload }: PayloadAction<Conversation>) => refresh(state, payload),
    /** Updates a record after access between the two people has changed. */
    conversationRechecked: (state, { payload }: PayloadAction<Conversation>) => refresh(state, payload),
    /** The conversation no longer exists, because one of the two blocked the other. */
    conversationGone: (state, { payload: id }: PayloadAction<string>) => {
      delete state.mapping[id];
      removeFromList(state, id);
      if (state.activeConversation !== id) return;
      state.activeConversation = null;
      state.opening = { requesting: false, error: gone };
    },
    conversationReadByOther: (
      { mapping },
      {
        payload: { conversationId, seq },
      }: PayloadAction<{ readonly conversationId: string; readonly seq: number }>,
    ) => {
      const known = mapping[conversationId];
      if (known) known.recipientReadSeq = Math.max(known.recipientReadSeq, seq);
    },
    typingNoticed: (
      { typing },
      {
        payload: { conversationId, until },
      }: PayloadAction<{ readonly conversationId: string; readonly until: number }>,
    ) => {
      typing[conversationId] = until;
    },
    typingEnded: ({ typing }, { payload: id }: PayloadAction<string>) => {
      delete typing[id];
    },
    massMessagingToggled: (state, { payload }: PayloadAction<boolean>) => {
      state.showMassMessagingComponent = payload;
    },
  },
  extraReducers: (builder) =>
    builder
      .addCase(live['message/updated'], ({ mapping }, { payload: { conversationId, message } }) => {
        const last = mapping[conversationId]?.lastMessage;
        if (last?.seq === message.seq) last.text = message.text;
      })
      .addCase(live['presence/changed'], (state, { payload }) => showPresence(state, payload))
      .addCase(loggedOut, () => initialState),
  selectors: {
    selectConversationState: (state) => state,
    selectConversationList: (state) => state.list,
    selectConversation: (state, id: string) => state.mapping[id],
    selectActiveConversation: (state) =>
      state.activeConversation === null ? undefined : state.mapping[state.activeConversation],
    selectIsTyping: (state, id: string) => id in state.typing,
    selectShowMassMessaging: (state) => state.showMassMessagingComponent,
    selectWaiting: (state) => state.waiting,
  },
});

declare module '../root-reducer.ts' {
  export interface LazyLoadedSlices extends WithSlice<typeof conversationSlice> {}
}
const injected = conversationSlice.injectInto(rootReducer);
loadRootSagaBy(async () => (await import('./root-saga-with-messages.ts')).runRootSagaWithMessages);

/** A conversation by its id, or by the other participant. */
export type ConversationRef =
  | { readonly id: string }
  | { readonly source: 'user' | 'performer'; readonly sourceId: string };
interface Touch {
  readonly message: Pick<Message, 'conversationId' | 'text' | 'type' | 'senderId' | 'createdAt' | 'seq'>;
  readonly unread: boolean;
}

/** The open conversation is visible, so its messages count as read. */
export const conversationSeen = createAction<string>('conversation/conversationSeen');

export const {
  conversationsRequested,
  conversationsLoaded,
  conversationsFailed,
  conversationOpenRequested,
  conversationOpened,
  conversationOpenFailed,
  conversationRead,
  conversationClosed,
  conversationArrived,
  conversationTouched,
  conversationRefreshed,
  conversationRechecked,
  conversationGone,
  conversationReadByOther,
  typingNoticed,
  typingEnded,
  massMessagingToggled,
  waitingCounted,
} = conversationSlice.actions;
export const {
  selectConversationState,
  selectConversationList,
  selectConversation,
  selectActiveConversation,
  selectIsTyping,
  selectShowMassMessaging,
  selectWaiting,
} = injected.selectors;
