import type { Conversation, Message } from '#contract/talk/messages/messages.ts';
import type { Api } from '#services/http/api.ts';
import { listConversations, listMessages } from '#services/talk/messages/messages.ts';
import type { Person } from '../test-app.ts';

/** What both a client and the server know of a message, whoever asks. */
export const shared = ({ _id, seq, senderId, text, isDeleted, reactions, replyTo, change }: Message) => ({
  _id,
  seq,
  senderId,
  text: isDeleted ? '' : text,
  isDeleted,
  reactions: reactions.map(({ accountId, emoji }) => `${emoji} ${accountId}`).toSorted(),
  quotes: replyTo && [replyTo._id, replyTo.text, replyTo.isDeleted],
  change,
});
export type SharedMessage = ReturnType<typeof shared>;

export const listed = ({ _id, lastSeq, totalNotSeenMessages, lastMessage }: Conversation) => [
  _id,
  lastSeq,
  totalNotSeenMessages,
  lastMessage?.seq,
  lastMessage?.text,
];

/** What a client that asks the server for everything now would show. */
export async function serverShows(
  api: Api,
  person: Person,
  conversationId: string,
): Promise<SharedMessage[]> {
  const found: Message[] = [];
  for (let more = true; more;) {
    const { data } = await listMessages(api, {
      params: { id: conversationId },
      query: { afterSeq: found.at(-1)?.seq ?? 0, limit: 100 },
    });
    found.push(...data);
    more = data.length === 100;
  }
  return found.filter((each) => !(each.isDeleted && each.senderId === person.id)).map(shared);
}
export const serverShowsList = async (api: Api) =>
  (await listConversations(api, { query: { offset: 0, limit: 100 } })).data.map(listed);

/** Where a page differs from the server, one line each: a diff of hundreds of messages would hide it. */
export function differences(shown: readonly SharedMessage[], expected: readonly SharedMessage[]): string[] {
  const ids = new Map(shown.map((each) => [each._id, each]));
  const wrong = expected.flatMap((each) => {
    const here = ids.get(each._id);
    if (!here) return `${each.seq} is missing: ${JSON.stringify(each)}`;
    const [is, must] = [JSON.stringify(here), JSON.stringify(each)];
    return is === must ? [] : `${each.seq} is ${is}, on the server ${must}`;
  });
  const known = new Set(expected.map((each) => each._id));
  const extra = shown.filter((each) => !known.has(each._id));
  const places = shown.map((each) => each.seq);
  const isOrdered = places.every((seq, at) => at === 0 || seq > places[at - 1]!);
  return [
    ...wrong,
    ...extra.map((each) => `${each.seq} is shown but not on the server: ${JSON.stringify(each)}`),
    ...(isOrdered && ids.size === shown.length ? [] : ['out of order or doubled']),
  ];
}
