import { conversationMembers, conversations, messages } from '#backend/db/schema/messages.ts';
import { buildPairKey } from '#backend/domain/talk/messages/rules.ts';
import type { TestApp } from './test-app.ts';

interface Member {
  readonly id: string;
}

/**
 * Writes a conversation of two people as its rows, for tests that need one around what they are about: through the
 * API it takes ten times as long. `said` is who wrote each message, from the first.
 */
export async function makeConversation(
  { db, ports }: Pick<TestApp, 'db' | 'ports'>,
  [one, other]: readonly [Member, Member],
  said: readonly Member[] = [],
): Promise<{ id: string; messageIds: string[] }> {
  const [id, moment] = [ports.ids(), ports.clock.now()];
  const otherThan = (member: Member) => (member.id === one.id ? other : one);
  const messageIds = said.map(() => ports.ids());
  await db.insert(conversations).values({
    id,
    type: 'private',
    pairKey: buildPairKey(one.id, other.id),
    lastSeq: said.length,
    lastMessageId: messageIds.at(-1) ?? null,
    lastMessageAt: said.length > 0 ? moment : null,
    createdAt: moment,
    updatedAt: moment,
  });
  await db.insert(conversationMembers).values(
    [one, other].map((member) => ({
      conversationId: id,
      accountId: member.id,
      otherId: otherThan(member).id,
      unread: said.filter((by) => by.id !== member.id).length,
      wroteAt: said.some((by) => by.id === member.id) ? moment : null,
      lastMessageAt: moment,
    })),
  );
  if (said.length > 0)
    await db.insert(messages).values(
      said.map((by, at) => ({
        id: messageIds[at]!,
        conversationId: id,
        senderId: by.id,
        recipientId: otherThan(by).id,
        seq: at + 1,
        text: 'Hello',
        createdAt: moment,
      })),
    );
  return { id, messageIds };
}
