import { createAction, createSlice } from '../slice.ts';
import type { PayloadAction } from '../slice.ts';
import type { ServerEvents } from '#contract/core/events.ts';
import type { Conversation, Message } from '#contract/messages.ts';
import type { Problem } from '#services/http/problem.ts';
import { addToStore } from '../late-reducers.ts';
import { loggedOut } from '../session/auth.ts';
import { live } from '../live/live-events.ts';

export interface ConversationList {
  /** Somebody looks at the list, or did: it is kept up to date from then on. */
  readonly asked: boolean;
  readonly requesting: boolean;
  readonly error: Problem | null;
  /** Ids in the order shown; the records are in the mapping. */
  readonly data: readonly string[];
  readonly total: number;
  readonly isMore: boolean;
  readonly nextCursor: string | null;
  /** What the list is searched for. */
  readonly q: string;
}
export interface ConversationState {
  readonly list: ConversationList;
  readonly mapping: Readonly<Record<string, Conversation>>;
  readonly activeConversation: string | null;
  readonly opening: { readonly requesting: boolean; readonly error: Problem | null };
  /** Who is writing where, until a moment (milliseconds). */
  readonly typing: Readonly<Record<string, number>>;
  readonly showMassMessagingComponent: boolean;
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
const emptyList: ConversationList = {
  asked: false,
  requesting: false,
  error: null,
  data: [],
  total: 0,
  isMore: false,
  nextCursor: null,
  q: '',
};
const initialState: ConversationState = {
  list: emptyList,
  mapping: {},
  activeConversation: null,
  opening: { requesting: false, error: null },
  typing: {},
  showMassMessagingComponent: false,
};

interface LoadedConversations {
  readonly page: ConversationPage;
  /** A new list, the next page of it, or its newest part again over what is shown. */
  readonly place: 'instead' | 'after' | 'over';
}

function loaded(list: ConversationList, { page, place }: LoadedConversations): ConversationList {
  const ids = page.data.map((each) => each._id);
  const data = {
    instead: ids,
    after: [...new Set([...list.data, ...ids])],
    over: [...new Set([...ids, ...list.data])],
  }[place];
  const settled = { ...list, asked: true, requesting: false, error: null, data, total: page.total };
  // A refreshed beginning says nothing of where the end is.
  return place === 'over' && list.data.length > ids.length
    ? settled
    : { ...settled, isMore: page.isMore, nextCursor: page.nextCursor ?? null };
}

const mapped = (state: ConversationState, conversations: readonly Conversation[]) => ({
  ...state.mapping,
  ...Object.fromEntries(conversations.map((each) => [each._id, each])),
});

/** Changes one record, where it is known. */
function patched(
  state: ConversationState,
  id: string,
  change: (conversation: Conversation) => Partial<Conversation>,
): ConversationState {
  const known = state.mapping[id];
  return known ? { ...state, mapping: { ...state.mapping, [id]: { ...known, ...change(known) } } } : state;
}

/** In the list and at its front. */
function toFront(list: ConversationList, id: string): ConversationList {
  const present = list.data.includes(id);
  return {
    ...list,
    data: [id, ...list.data.filter((each) => each !== id)],
    total: present ? list.total : list.total + 1,
  };
}

const inFrontIfAbsent = (list: ConversationList, id: string): ConversationList =>
  list.data.includes(id) ? list : toFront(list, id);

function withPresence(
  state: ConversationState,
  { accountId, isOnline }: ServerEvents['presence/changed'],
): ConversationState {
  const concerned = Object.values(state.mapping).filter((each) => each.recipient?._id === accountId);
  return concerned.reduce(
    (next, { _id }) =>
      patched(next, _id, ({ recipient }) => ({ recipient: recipient && { ...recipient, isOnline } })),
    state,
  );
}

export const conversation = addToStore(
  createSlice({
    name: 'conversation',
    initialState,
    reducers: {
      /** `more` fetches the next page of the list shown. */
      conversationsRequested: (
        state,
        { payload }: PayloadAction<{ readonly q?: string; readonly more?: boolean } | undefined>,
      ) => ({
        ...state,
        list: {
          ...state.list,
          asked: true,
          requesting: true,
          error: null,
          q: payload?.more ? state.list.q : (payload?.q ?? ''),
        },
      }),
      conversationsLoaded: (state, { payload }: PayloadAction<LoadedConversations>) => ({
        ...state,
        mapping: mapped(state, payload.page.data),
        list: loaded(state.list, payload),
      }),
      /** The list is emptied; a further page that couldn't be fetched takes nothing of what is shown. */
      conversationsFailed: (
        state,
        { payload: { problem, more } }: PayloadAction<{ readonly problem: Problem; readonly more: boolean }>,
      ) => ({
        ...state,
        list: more
          ? { ...state.list, requesting: false, error: problem }
          : { ...emptyList, asked: true, q: state.list.q, error: problem },
      }),
      conversationOpenRequested: (state, _action: PayloadAction<ConversationRef>) => ({
        ...state,
        opening: { requesting: true, error: null },
      }),
      conversationOpened: (state, { payload }: PayloadAction<Conversation>) => ({
        ...state,
        activeConversation: payload._id,
        opening: { requesting: false, error: null },
        mapping: mapped(state, [payload]),
        list: inFrontIfAbsent(state.list, payload._id),
      }),
      conversationOpenFailed: (state, { payload }: PayloadAction<Problem>) => ({
        ...state,
        opening: { requesting: false, error: payload },
      }),
      /** Everything in it has been marked read. */
      conversationRead: (state, { payload }: PayloadAction<string>) =>
        patched(state, payload, () => ({ totalNotSeenMessages: 0 })),
      /** Clears the active conversation, and with it (in the message slice) its messages. A view that closes late takes nothing from the one that has opened since. */
      conversationClosed: (state, { payload }: PayloadAction<string>) =>
        state.activeConversation === null || state.activeConversation === payload
          ? { ...state, activeConversation: null, opening: { requesting: false, error: null } }
          : state,
      /** A conversation that was unknown: someone wrote for the first time. */
      conversationArrived: (state, { payload }: PayloadAction<Conversation>) => ({
        ...state,
        mapping: mapped(state, [payload]),
        list: toFront(state.list, payload._id),
      }),
      /** A message came: its conversation moves to the front. `unread`: nobody here has seen or counted it. */
      conversationTouched: (state, { payload: { message, unread } }: PayloadAction<Touch>) => {
        const { text, type, senderId, createdAt, seq, conversationId } = message;
        const changed = patched(state, conversationId, (known) => ({
          lastMessage: { text, type, senderId, createdAt, seq },
          lastSeq: Math.max(known.lastSeq, seq),
          totalNotSeenMessages: known.totalNotSeenMessages + (unread ? 1 : 0),
          updatedAt: createdAt,
        }));
        return { ...changed, list: toFront(changed.list, conversationId) };
      },
      /** The record again, in its place. */
      conversationRefreshed: (state, { payload }: PayloadAction<Conversation>) => ({
        ...state,
        mapping: mapped(state, [payload]),
      }),
      /** The record again, since what the two may see of each other has changed. */
      conversationRechecked: (state, { payload }: PayloadAction<Conversation>) => ({
        ...state,
        mapping: mapped(state, [payload]),
      }),
      /** It isn't there any more: one of the two blocked the other. */
      conversationGone: (state, { payload: id }: PayloadAction<string>) => {
        const { [id]: _gone, ...mapping } = state.mapping;
        const present = state.list.data.includes(id);
        const list = {
          ...state.list,
          data: state.list.data.filter((each) => each !== id),
          total: state.list.total - (present ? 1 : 0),
        };
        const isOpen = state.activeConversation === id;
        return {
          ...state,
          mapping,
          list,
          ...(isOpen ? { activeConversation: null, opening: { requesting: false, error: gone } } : {}),
        };
      },
      conversationReadByOther: (
        state,
        {
          payload: { conversationId, seq },
        }: PayloadAction<{ readonly conversationId: string; readonly seq: number }>,
      ) =>
        patched(state, conversationId, (known) => ({
          recipientReadSeq: Math.max(known.recipientReadSeq, seq),
        })),
      typingNoticed: (
        state,
        {
          payload: { conversationId, until },
        }: PayloadAction<{ readonly conversationId: string; readonly until: number }>,
      ) => ({
        ...state,
        typing: { ...state.typing, [conversationId]: until },
      }),
      typingEnded: (state, { payload }: PayloadAction<string>) => {
        const { [payload]: _ended, ...typing } = state.typing;
        return { ...state, typing };
      },
      massMessagingToggled: (state, { payload }: PayloadAction<boolean>) => ({
        ...state,
        showMassMessagingComponent: payload,
      }),
    },
    extraReducers: (builder) =>
      builder
        .addCase(live['presence/changed'], (state, { payload }) => withPresence(state, payload))
        .addCase(loggedOut, () => initialState),
    selectors: {
      selectConversationState: (state) => state,
      selectConversationList: (state) => state.list,
      selectConversation: (state, id: string) => state.mapping[id],
      selectActiveConversation: (state) =>
        state.activeConversation === null ? undefined : state.mapping[state.activeConversation],
      selectIsTyping: (state, id: string) => id in state.typing,
      selectShowMassMessaging: (state) => state.showMassMessagingComponent,
    },
  }),
);

/** A conversation by its id, or by the account on its other side. */
export type ConversationRef =
  | { readonly id: string }
  | { readonly source: 'user' | 'performer'; readonly sourceId: string };
interface Touch {
  readonly message: Pick<Message, 'conversationId' | 'text' | 'type' | 'senderId' | 'createdAt' | 'seq'>;
  readonly unread: boolean;
}

/** The open conversation is in front of the person now: what is in it counts as read. */
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
} = conversation.actions;
export const {
  selectConversationState,
  selectConversationList,
  selectConversation,
  selectActiveConversation,
  selectIsTyping,
  selectShowMassMessaging,
} = conversation.selectors;
