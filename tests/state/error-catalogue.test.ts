import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { makeApi } from '#services/http/api.ts';
import { loginRequested, selectAuth } from '#state/session/auth.ts';
import {
  conversationOpenRequested,
  conversationsRequested,
  selectConversationList,
  selectConversationState,
} from '#state/messages/conversation.ts';
import { messagesRequested, selectThread } from '#state/messages/message.ts';
import { selectStreamThread, streamMessagesRequested } from '#state/streams/stream-message.ts';
import {
  passwordUpdateRequested,
  profileUpdateRequested,
  selectPasswordUpdate,
  selectProfileUpdate,
} from '#state/session/user.ts';
import { settle, startStore } from './setup/fake-deps.ts';
import { aUser } from '../setup/factories/accounts.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const general = 'Error occurred, please try again later';

/** Runs store and sagas with the real client; every call gets this body. */
async function startWith(body: string, status = 500) {
  const fetch = async () => new Response(body, { status });
  return startStore({
    preloaded: { user: aUser() },
    before: (deps) =>
      void Object.assign(deps, { api: makeApi({ base: '/api/v1', readToken: () => null, fetch }) }),
  });
}
type Running = Awaited<ReturnType<typeof startWith>>;

interface Row {
  readonly name: string;
  readonly sentence: string;
  readonly ask: (running: Running) => unknown;
  /** The message in the store, which the page shows. */
  readonly stored: (running: Running) => string | undefined;
}

const rows: readonly Row[] = [
  {
    name: 'a login',
    sentence: 'Incorrect credentials!',
    ask: ({ dispatch }) => dispatch(loginRequested({ credentials: 'mia', password: 'secret-words' })),
    stored: ({ state }) => selectAuth(state()).login.error?.message,
  },
  {
    name: 'the list of conversations',
    sentence: general,
    ask: ({ dispatch }) => dispatch(conversationsRequested()),
    stored: ({ state }) => selectConversationList(state()).error?.message,
  },
  {
    name: 'opening a conversation',
    sentence: general,
    ask: ({ dispatch }) => dispatch(conversationOpenRequested({ id: 'c1' })),
    stored: ({ state }) => selectConversationState(state()).opening.error?.message,
  },
  {
    name: 'messages',
    sentence: general,
    ask: ({ dispatch }) => dispatch(messagesRequested({ conversationId: 'c1' })),
    stored: ({ state }) => selectThread(state(), 'c1').error?.message,
  },
  {
    name: 'messages of a stream',
    sentence: general,
    ask: ({ dispatch }) => dispatch(streamMessagesRequested({ conversationId: 's1' })),
    stored: ({ state }) => selectStreamThread(state(), 's1').error?.message,
  },
  {
    name: 'a profile update',
    sentence: general,
    ask: ({ dispatch }) => dispatch(profileUpdateRequested({ name: 'Mia' })),
    stored: ({ state }) => selectProfileUpdate(state()).error?.message,
  },
  {
    name: 'a password update',
    sentence: general,
    ask: ({ dispatch }) => dispatch(passwordUpdateRequested({ password: 'new words', source: 'old words' })),
    stored: ({ state }) => selectPasswordUpdate(state()).error?.message,
  },
];

/** Error toasts. The login form shows its own error instead. */
const told = ({ deps }: Running) => deps.said.filter(([tone]) => tone === 'error').map(([, text]) => text);

describe('a reply without a message', () => {
  const bodies = ['', '<html>Bad gateway</html>', '{}', '{"message":""}'];
  it.each(rows.flatMap((row) => bodies.map((body) => ({ ...row, body }))))(
    '$name rejected with "$body"',
    async ({ name, body, sentence, ask, stored }) => {
      const running = await startWith(body);
      ask(running);
      await settle(5_000);
      expect(stored(running)).toBe(sentence);
      expect(told(running)).toEqual(name === 'a login' ? [] : [sentence]);
    },
  );
});

describe('a server message', () => {
  it.each(rows.filter(({ name }) => /login|update/.test(name)))(
    'is shown for $name',
    async ({ ask, stored }) => {
      const running = await startWith(
        '{"status":422,"code":"invalid_input","message":"That name is taken."}',
        422,
      );
      ask(running);
      await settle(5_000);
      expect(stored(running)).toBe('That name is taken.');
    },
  );
});
