import { and, eq, sql } from 'drizzle-orm';
import type { CallInput } from '#contract/core/registry.ts';
import { follows } from '#backend/db/schema/community.ts';
import { messages } from '#backend/db/schema/messages.ts';
import type { TestBackend } from './backend.ts';
import { postsIn } from './posts.ts';
import type { Person } from './test-app.ts';

export type BroadcastBody = CallInput<'POST /messages/broadcast-message'>['body'];
export const toFollowers = { include: [{ kind: 'followers' as const }] };

/** Helpers for tests of mass messages on a test backend. */
export function broadcastsIn(app: TestBackend) {
  const { call, ok, db, ports, backend, makeFan, makeCreator } = app;
  const { makeFile, follow } = postsIn(app);

  const trySend = (creator: Person, body: Partial<BroadcastBody> = {}) =>
    call('POST /messages/broadcast-message', {
      token: creator.token,
      body: { text: 'Hello, everybody', audience: toFollowers, ...body },
    });
  async function send(creator: Person, body: Partial<BroadcastBody> = {}) {
    const { status, data, text } = await trySend(creator, body);
    if (status !== 201) throw new Error(`a broadcast answered ${status}: ${text}`);
    return data;
  }
  /** Sends a mass message and delivers it to everyone. */
  async function sent(creator: Person, body: Partial<BroadcastBody> = {}) {
    const { _id } = await send(creator, body);
    await backend.runJobs();
    return results(creator, _id);
  }
  const results = (creator: Person, id: string) =>
    ok('GET /broadcasts/:id', { token: creator.token, params: { id } });
  const recipients = (creator: Person, id: string, rows: 'recipients' | 'delivered' | 'seen' | 'bought') =>
    ok('GET /broadcasts/:id/recipients', { token: creator.token, params: { id }, query: { rows } });
  const unsend = (creator: Person, id: string) =>
    call('POST /broadcasts/:id/unsend', { token: creator.token, params: { id } });

  /** The messages that a creator sent to a fan. */
  async function received(fan: Person, creator: Person) {
    const { data } = await ok('GET /conversations', { token: fan.token });
    const conversation = data.find((one) => one.recipient?._id === creator.id);
    if (!conversation) return [];
    const page = await ok('GET /messages/conversations/:id', {
      token: fan.token,
      params: { id: conversation._id },
    });
    return page.data.filter((message) => !message.isDeleted && message.senderId === creator.id);
  }

  /** A creator and fans who follow them. */
  async function town(fans: number) {
    // Their sessions outlast the weeks that pass in a test.
    const staying = async (person: Person): Promise<Person> => ({
      ...person,
      token: (await app.openSession(person.id, 24 * 60)).token,
    });
    const creator = await staying(await makeCreator());
    const people: Person[] = [];
    for (let each = 0; each < fans; each += 1) {
      const fan = await staying(await makeFan());
      await follow(fan.id, creator.id);
      people.push(fan);
    }
    return { creator, fans: people };
  }

  /** Any number of followers, without sessions or passwords. */
  async function crowd(creator: Person, size: number): Promise<void> {
    const moment = ports.clock.now().toISOString();
    const ids = Array.from({ length: size }, () => ports.ids());
    const list = sql`unnest(${`{${ids.join(',')}}`}::text::uuid[])`;
    await db.execute(sql`
      INSERT INTO accounts (id, name, created_at, updated_at) SELECT id, 'One of many', ${moment}::timestamptz, ${moment}::timestamptz FROM ${list} AS id`);
    await db.execute(
      sql`INSERT INTO follows (follower_id, performer_id, created_at) SELECT id, ${creator.id}::uuid, ${moment}::timestamptz FROM ${list} AS id`,
    );
  }

  /** The number of followers by how many messages each got from the creator. */
  async function copies(creator: Person): Promise<Record<number, number>> {
    const each = await db
      .select({ count: sql<number>`count(${messages.id})::int` })
      .from(follows)
      .leftJoin(
        messages,
        and(
          eq(messages.senderId, creator.id),
          sql`${messages.conversationId} IN (SELECT conversation_id FROM conversation_members m WHERE m.account_id = ${follows.followerId})`,
        ),
      )
      .where(eq(follows.performerId, creator.id))
      .groupBy(follows.followerId);
    return Object.fromEntries(
      [...Map.groupBy(each, ({ count }) => count)].map(([count, fans]) => [count, fans.length]),
    );
  }

  return {
    trySend,
    send,
    sent,
    results,
    recipients,
    unsend,
    received,
    town,
    crowd,
    copies,
    makeFile,
    follow,
  };
}
