import type { Message } from '#contract/talk/messages/messages.ts';
import { conversationOpenRequested } from '#state/messages/conversation.ts';
import { selectThread } from '#state/messages/message.ts';
import type { Replies } from './fake-api.ts';
import { settle, startLoggedIn } from './fake-deps.ts';
import { aUser } from '../../setup/factories/accounts.ts';
import { aConversation, aMessage } from '../../setup/factories/messages.ts';

/** A server with messages 1 … n in conversation c1. */
export function messageServer(messages: Message[]): Replies {
  return {
    'GET /messages/conversations/:id': ({ query = {} }) => {
      const { afterSeq, beforeSeq, aroundSeq, changedAfter, limit = 25 } = query;
      const lastChange = Math.max(0, ...messages.map((each) => each.change));
      if (changedAfter !== undefined) {
        const later = messages.filter((each) => each.change > changedAfter);
        const data = later.toSorted((a, b) => a.change - b.change).slice(0, limit);
        return { data, total: messages.length, lastChange };
      }
      const newest = messages.toReversed();
      const data =
        afterSeq !== undefined
          ? messages.filter((each) => each.seq > afterSeq)
          : beforeSeq !== undefined
            ? newest.filter((each) => each.seq < beforeSeq)
            : aroundSeq !== undefined
              ? newest.filter((each) => each.seq <= aroundSeq + Math.floor(limit / 2))
              : newest;
      return { data: data.slice(0, limit), total: messages.length, lastChange };
    },
    'GET /conversations/:id': ({ params }) => aConversation(params.id),
    'POST /messages/read-all/:id': () => ({ success: true }),
    'GET /messages/counting-not-read-messages': () => ({ total: 0 }),
    'GET /users/me': () => aUser(),
  };
}
export const many = (count: number) => Array.from({ length: count }, (_, at) => aMessage(at + 1));

/** Logged in, with conversation c1 open. */
export async function openThread(messages: Message[] = many(3), more: Replies = {}) {
  const running = await startLoggedIn(aUser(), { answers: { ...messageServer(messages), ...more } });
  running.dispatch(conversationOpenRequested({ id: 'c1' }));
  await settle();
  running.deps.api.calls.length = 0;
  const thread = () => selectThread(running.state(), 'c1');
  return {
    ...running,
    thread,
    texts: () => thread().items.map((each) => each.text),
    seqs: () => thread().items.map((each) => each.seq),
  };
}
