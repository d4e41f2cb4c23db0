import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { privateStreams, streamMeters } from '#backend/db/schema/streams/private-streams.ts';
import { streamSettings } from '#backend/db/schema/streams/streams.ts';
import { checkLedger } from '#backend/domain/money/audit/ledger-check.ts';
import { balanceOf } from '#backend/domain/base/ledger/ledger.ts';
import { joinPrivate } from '#backend/domain/talk/streams/private/joining.ts';
import { getKeeper } from '#backend/domain/talk/streams/private/keeping.ts';
import type { LoopbackLive } from '#backend/ports/loopback-live.ts';
import type { TestBackend } from './backend.ts';
import type { Person } from './test-app.ts';

type Terms = Partial<typeof streamSettings.$inferInsert>;
type Answer = 'accept' | 'decline' | 'later' | 'cancel' | 'end' | 'leave';

/** Helpers for tests of private streams. */
export function privateStreamsIn(app: TestBackend) {
  const { call, ok, makeFan, makeCreator, fund, ctx, ports, db } = app;
  const live = ports.live as LoopbackLive;

  /** Private streams for 60 tokens a minute, a token a second, or other terms. */
  async function terms(creator: Person, change: Terms = {}): Promise<void> {
    const row = { privateEnabled: true, perMinute: 60, updatedAt: ports.clock.now(), ...change };
    await db
      .insert(streamSettings)
      .values({ performerId: creator.id, ...row })
      .onConflictDoUpdate({ target: streamSettings.performerId, set: row });
  }
  async function openCreator(change: Terms = {}): Promise<Person> {
    const creator = await makeCreator();
    await terms(creator, change);
    return creator;
  }
  async function richFan(tokens = 1_000): Promise<Person> {
    const fan = await makeFan();
    if (tokens > 0) await fund(fan.id, tokens);
    return fan;
  }
  const tryAsk = (
    fan: Person,
    creator: Person,
    { key = ports.ids(), ...more }: Record<string, unknown> & { key?: string } = {},
  ) =>
    call('POST /streaming/private', {
      token: fan.token,
      key,
      body: { performerId: creator.id, expectedPerMinute: 60, ...more },
    });
  async function ask(fan: Person, creator: Person, more: Record<string, unknown> = {}): Promise<string> {
    const { status, data } = await tryAsk(fan, creator, more);
    expect(status).toBe(201);
    return data._id;
  }
  const answer = (who: Person, id: string, what: Answer) =>
    call(`POST /streaming/private/:id/${what}`, { token: who.token, params: { id } });
  const view = (who: Person, id: string) =>
    ok('GET /streaming/private/:id', { token: who.token, params: { id } });
  const statement = (who: Person, id: string) =>
    ok('GET /streaming/private/:id/statement', { token: who.token, params: { id } });

  const join = (who: Person, id: string) => joinPrivate(app.ctxOf(who.viewer), id);
  const look = () => getKeeper(live).lookAtAll();
  /** Both pages say that they receive each other, every second, for so long. */
  async function flow(
    { creator, fan, id }: { creator: Person; fan: Person; id: string },
    seconds: number,
    spectators: readonly Person[] = [],
  ): Promise<void> {
    const tell = () => {
      live.report({ streamId: id, userId: creator.id, isSending: true, receives: [fan.id] });
      live.report({ streamId: id, userId: fan.id, isSending: true, receives: [creator.id] });
      for (const each of spectators)
        live.report({ streamId: id, userId: each.id, isSending: false, receives: [creator.id, fan.id] });
    };
    tell();
    await look();
    for (let second = 0; second < seconds; second += 1) {
      ports.clock.move(1_000);
      tell();
      await look();
    }
  }
  /** Time passes, and nobody's page says anything. */
  async function silence(seconds: number): Promise<void> {
    for (let second = 0; second < seconds; second += 1) {
      ports.clock.move(1_000);
      live.check();
      await look();
    }
  }
  /** Only one side's page goes on, and gets nothing. */
  async function oneSided({ creator, id }: { creator: Person; id: string }, seconds: number) {
    for (let second = 0; second < seconds; second += 1) {
      ports.clock.move(1_000);
      live.report({ streamId: id, userId: creator.id, isSending: true, receives: [] });
      live.check();
      await look();
    }
  }
  /** An accepted stream that both have joined. */
  async function pair({
    tokens = 1_000,
    change = {},
    more = {},
  }: { tokens?: number; change?: Terms; more?: Record<string, unknown> } = {}) {
    const [creator, fan] = [await openCreator(change), await richFan(tokens)];
    const id = await ask(fan, creator, { expectedPerMinute: change.perMinute ?? 60, ...more });
    expect((await answer(creator, id, 'accept')).status).toBe(200);
    await join(creator, id);
    await join(fan, id);
    return { creator, fan, id };
  }
  const wallet = (who: Person) => balanceOf(ctx, 'wallet', who.id);
  const held = (who: Person) => balanceOf(ctx, 'wallet_held', who.id);
  const earned = (who: Person) => balanceOf(ctx, 'earnings', who.id);
  const sound = async () => expect(await checkLedger(ctx)).toEqual([]);
  const rowOf = async (id: string) =>
    (await db.select().from(privateStreams).where(eq(privateStreams.id, id)))[0];
  const metersOf = (id: string) => db.select().from(streamMeters).where(eq(streamMeters.streamId, id));
  return {
    terms,
    openCreator,
    richFan,
    tryAsk,
    ask,
    answer,
    view,
    statement,
    join,
    look,
    flow,
    silence,
    oneSided,
    pair,
    wallet,
    held,
    earned,
    sound,
    rowOf,
    metersOf,
  };
}
