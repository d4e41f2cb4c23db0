import { privateStreams } from '#backend/db/schema/streams/private-streams.ts';
import { streamMessages, streamModerators } from '#backend/db/schema/streams/stream-chats.ts';
import { streams } from '#backend/db/schema/streams/streams.ts';
import { createStreamChat } from '#backend/domain/talk/streams/chat/creating.ts';
import { eq, sql } from 'drizzle-orm';
import type { TestBackend } from './backend.ts';
import type { Person } from './test-app.ts';

type Rules = Parameters<typeof createStreamChat>[1]['rules'];

/** Streams with chats, written directly, and what people say there by calls. */
export function chattingIn({ db, ports, ctx, ok, raw }: TestBackend) {
  const now = () => ports.clock.now();

  async function makeStream(
    performerId: string,
    values: Partial<typeof streams.$inferInsert> = {},
    rules?: Partial<NonNullable<Rules>>,
  ): Promise<{ id: string; conversationId: string }> {
    const id = ports.ids();
    // One creator has one live stream at a time.
    await db
      .update(streams)
      .set({ state: 'ended' })
      .where(sql`${streams.performerId} = ${performerId} AND state IN ('live', 'interrupted')`);
    const conversationId = await createStreamChat(ctx, {
      performerId,
      streamId: id,
      type: 'public_stream',
      rules: { chatAudience: 'everyone', slowSeconds: 0, heldWords: [], ...rules },
    });
    await db.insert(streams).values({
      id,
      performerId,
      conversationId,
      title: 'An evening by the fire',
      audience: 'public',
      state: 'live',
      startedAt: now(),
      createdAt: now(),
      updatedAt: now(),
      ...values,
    });
    return { id, conversationId };
  }

  async function makePrivate(
    performerId: string,
    accountId: string,
    state: (typeof privateStreams.$inferInsert)['state'] = 'live',
  ): Promise<{ id: string; conversationId: string }> {
    const id = ports.ids();
    await db
      .update(privateStreams)
      .set({ state: 'ended' })
      .where(eq(privateStreams.performerId, performerId));
    const conversationId = await createStreamChat(ctx, {
      performerId,
      streamId: id,
      type: 'private_stream',
    });
    await db.insert(privateStreams).values({
      id,
      performerId,
      accountId,
      conversationId,
      state,
      perMinute: 20,
      spectatorPerMinute: 10,
      createdAt: now(),
      updatedAt: now(),
    });
    return { id, conversationId };
  }

  const bodyOf = (conversationId: string, data: object) => ({
    params: { id: conversationId },
    body: { conversationId, data },
  });
  return {
    makeStream,
    makePrivate,
    bodyOf,
    /** Writes in a public chat. */
    say: (by: Person, conversationId: string, text: string) =>
      ok('POST /messages/stream/public/conversations/:id', {
        token: by.token,
        ...bodyOf(conversationId, { text }),
      }),
    /** Tries to write, and returns the whole answer. */
    trySaying: (by: Person, conversationId: string, data: object = { text: 'Hello' }) =>
      raw('POST /messages/stream/public/conversations/:id', {
        token: by.token,
        ...bodyOf(conversationId, data),
      }),
    read: (by: Person | null, conversationId: string, query: object = {}) =>
      ok('GET /messages/conversations/public/:id', {
        ...(by ? { token: by.token } : {}),
        params: { id: conversationId },
        query,
      }),
    chat: (by: Person | null, streamId: string) =>
      ok('GET /conversations/stream/public/:id', {
        ...(by ? { token: by.token } : {}),
        params: { id: streamId },
      }),
    nameModerator: (performerId: string, accountId: string) =>
      db.insert(streamModerators).values({ performerId, accountId, createdAt: now() }).onConflictDoNothing(),
    rows: (conversationId: string) =>
      db
        .select()
        .from(streamMessages)
        .where(eq(streamMessages.conversationId, conversationId))
        .orderBy(streamMessages.seq),
  };
}
