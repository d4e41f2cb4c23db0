import { follows } from '#backend/db/schema/community.ts';
import { conversationMembers } from '#backend/db/schema/messages.ts';
import type { ReplyOf } from '#contract/core/registry.ts';
import { eq } from 'drizzle-orm';
import type { TestBackend } from './backend.ts';
import type { Person } from './test-app.ts';

/** A text, optionally with more fields. */
type Draft = string | { text: string; clientId?: string; replyTo?: string };
type Message = ReplyOf<'POST /messages/conversations/:id'>;

/** Helpers for tests of messages. */
export function talkOf(app: TestBackend) {
  const { ok, call, db, ports } = app;

  const follow = async (fan: Person, creator: Person) =>
    void (await db
      .insert(follows)
      .values({ followerId: fan.id, performerId: creator.id, createdAt: ports.clock.now() }));

  /** Opens the conversation of two people, as `from` sees it. */
  const open = (from: Person, to: Person) =>
    ok('POST /conversations', {
      token: from.token,
      body: { source: to.viewer.isPerformer ? 'performer' : 'user', sourceId: to.id },
    });

  const trySend = (from: Person, conversationId: string, draft: Draft) =>
    call('POST /messages/conversations/:id', {
      token: from.token,
      params: { id: conversationId },
      body: { conversationId, data: typeof draft === 'string' ? { text: draft } : draft },
    });

  async function send(from: Person, conversationId: string, draft: Draft): Promise<Message> {
    const answer = await trySend(from, conversationId, draft);
    if (answer.status !== 201) throw new Error(`sending answered ${answer.status}: ${answer.text}`);
    return answer.data;
  }

  const history = async (reader: Person, conversationId: string, query: Record<string, number> = {}) =>
    ok('GET /messages/conversations/:id', { token: reader.token, params: { id: conversationId }, query });

  const view = (reader: Person, conversationId: string) =>
    ok('GET /conversations/:id', { token: reader.token, params: { id: conversationId } });
  const list = (reader: Person, query: Record<string, string | number> = {}) =>
    ok('GET /conversations', { token: reader.token, query });
  const read = (reader: Person, conversationId: string) =>
    ok('POST /messages/read-all/:id', { token: reader.token, params: { id: conversationId } });
  const unread = async (reader: Person) =>
    (await ok('GET /messages/counting-not-read-messages', { token: reader.token })).total;
  const members = (conversationId: string) =>
    db.select().from(conversationMembers).where(eq(conversationMembers.conversationId, conversationId));

  /** A fan and a creator with an empty conversation. */
  async function pair() {
    const fan = await app.makeFan();
    const creator = await app.makeCreator();
    const { _id: id } = await open(fan, creator);
    return { fan, creator, id };
  }
  return { follow, open, send, trySend, history, view, list, read, unread, members, pair };
}
