import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { streams } from '#backend/db/schema/streams/streams.ts';
import { getAdmissions } from '#backend/domain/talk/streams/admissions.ts';
import { getAudience } from '#backend/domain/talk/streams/public/audience.ts';
import { reportMedia } from '#backend/domain/talk/streams/public/watching.ts';
import { balanceOf } from '#backend/domain/base/ledger/ledger.ts';
import type { BodyOf } from '#services/http/call.ts';
import type { LoopbackLive } from '#backend/ports/loopback-live.ts';
import type { TestBackend } from './backend.ts';
import type { Person } from './test-app.ts';

/** Creators who go live by calls, and fans who watch. */
export function goingLiveIn(app: TestBackend) {
  const { call, ok, ports, ctx, ctxOf, db } = app;
  const live = ports.live as LoopbackLive;

  const tryLive = (who: Person, body: object = {}) =>
    call('POST /streaming/live', { token: who.token, body: { title: 'Good evening', ...body } });
  async function goLive(who: Person, body: object = {}): Promise<string> {
    const { status, data } = await tryLive(who, body);
    expect(status).toBe(201);
    return data.stream._id;
  }
  const change = (who: Person, id: string, body: object) =>
    call('PUT /streaming/live/:id', { token: who.token, params: { id }, body });
  const view = (who: Person, id: string) => ok('GET /streaming/:id', { token: who.token, params: { id } });
  const join = (who: Person, id: string) =>
    call('GET /streaming/join/:id', { token: who.token, params: { id } });
  const report = (who: Person, streamId: string, { isSending = false, receives = [] as string[] } = {}) =>
    reportMedia(ctxOf(who.viewer), { streamId, isSending, receives });
  const look = () => getAudience(live).lookAtAll();
  const lookAtAccess = () => getAdmissions(live).look();

  /** The creator's page sends for so many seconds, and the pages of those who joined play. */
  async function flow(
    creator: Person,
    id: string,
    { seconds, fans = [] }: { seconds: number; fans?: Person[] },
  ) {
    const tell = async () => {
      await report(creator, id, { isSending: true });
      for (const fan of fans) await report(fan, id, { receives: [creator.id] });
      live.check();
      await look();
    };
    await tell();
    for (let second = 0; second < seconds; second += 1) {
      ports.clock.move(1_000);
      await tell();
    }
  }
  /** Nothing is heard of any page for so many seconds. */
  async function silence(seconds: number): Promise<void> {
    for (let second = 0; second < seconds; second += 1) {
      ports.clock.move(1_000);
      live.check();
      await look();
    }
  }
  const rowOf = async (id: string) => (await db.select().from(streams).where(eq(streams.id, id)))[0];
  const buyTicket = (fan: Person, id: string, price: number) =>
    call('POST /wallet/charges/stream/:id', {
      token: fan.token,
      key: ports.ids(),
      params: { id },
      body: { expectedPrice: price },
    });
  const tip = (fan: Person, creator: Person, body: BodyOf<'POST /wallet/charges/tip/:id'>) =>
    call('POST /wallet/charges/tip/:id', {
      token: fan.token,
      key: ports.ids(),
      params: { id: creator.id },
      body,
    });
  const wallet = (who: Person) => balanceOf(ctx, 'wallet', who.id);
  return {
    live,
    tryLive,
    goLive,
    change,
    view,
    join,
    report,
    look,
    lookAtAccess,
    flow,
    silence,
    rowOf,
    buyTicket,
    tip,
    wallet,
  };
}
