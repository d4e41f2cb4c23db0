import { and, eq, isNull } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { sessions } from '#backend/db/schema/accounts.ts';
import { performers } from '#backend/db/schema/creators.ts';
import { jobs } from '#backend/db/schema/kernel.ts';
import { notifications } from '#backend/db/schema/notifications.ts';
import { videos } from '#backend/db/schema/videos.ts';
import { streamChats } from '#backend/db/schema/streams/stream-chats.ts';
import { streamTips, streams } from '#backend/db/schema/streams/streams.ts';
import { jobKinds } from '#backend/jobs/kinds.ts';
import { checkLedger } from '#backend/domain/money/audit/ledger-check.ts';
import { refund } from '#backend/domain/trade/payment-outcomes/refund.ts';
import { settleDuePublicStreams } from '#backend/domain/talk/streams/public/due.ts';
import { streamOfKey } from '#backend/domain/talk/streams/public/encoder.ts';
import { roomsOfStream } from '#backend/domain/talk/streams/pages.ts';
import { transaction } from '#backend/kernel/context.ts';
import { rooms } from '#backend/kernel/hub.ts';
import { createLoopbackLive } from '#backend/ports/loopback-live.ts';
import type { BodyOf } from '#services/http/call.ts';
import { testBackend } from '../../../setup/backend.ts';
import { goingLiveIn } from '../../../setup/going-live.ts';
import { privateStreamsIn } from '../../../setup/private-streams.ts';
import type { Person } from '../../../setup/test-app.ts';
import { webmRecording } from '../../../setup/voice.ts';

const app = await testBackend();
const { ctx, ctxOf, call, ok, db, ports, makeFan, makeCreator, fund } = app;
const live = goingLiveIn(app);
const { goLive, tryLive, change, view, join, flow, silence, rowOf, buyTicket, tip, wallet } = live;
const { transport, clock } = ports;

const inMinutes = (minutes: number) => new Date(clock.now().getTime() + minutes * 60_000).toISOString();
/** Runs the waiting jobs of one kind. */
async function runJobs(kind: 'stream-announce' | 'stream-tickets'): Promise<void> {
  const waiting = await db
    .delete(jobs)
    .where(and(eq(jobs.kind, kind), isNull(jobs.doneAt)))
    .returning();
  for (const { payload } of waiting)
    await jobKinds[kind](ctx, payload as never, { attempt: 1, signal: new AbortController().signal });
}
const newsOf = async (who: Person) =>
  (await db.select().from(notifications).where(eq(notifications.accountId, who.id))).map(({ text }) => text);
const isMarkedLive = async ({ id }: Person) =>
  (await db.select().from(performers).where(eq(performers.accountId, id)))[0]?.isLive;

describe('terms that the call leaves out', () => {
  const saved: BodyOf<'PUT /streaming/update'> = {
    audience: 'followers',
    price: 70,
    includedInSubscription: true,
    replay: 'draft',
    chatAudience: 'subscribers',
    slowSeconds: 30,
    heldWords: ['spoiler'],
  };

  it('are those of the stream settings', async () => {
    const creator = await makeCreator();
    await ok('PUT /streaming/update', { token: creator.token, body: saved });
    const id = await goLive(creator);
    expect(await rowOf(id)).toMatchObject({ audience: 'followers', price: 70, replay: 'draft' });
    expect(await rowOf(id)).toMatchObject({ includedInSubscription: true, tipGoal: null });
    const [chat] = await db.select().from(streamChats).where(eq(streamChats.streamId, id));
    expect(chat).toMatchObject({ audience: 'subscribers', slowSeconds: 30, heldWords: ['spoiler'] });
  });
  it('are overruled by what the call names, also by nothing at all', async () => {
    const creator = await makeCreator();
    await ok('PUT /streaming/update', { token: creator.token, body: saved });
    const id = await goLive(creator, { audience: 'public', price: 0, slowSeconds: 0, heldWords: [] });
    expect(await rowOf(id)).toMatchObject({ audience: 'public', price: 0, replay: 'draft' });
    const [chat] = await db.select().from(streamChats).where(eq(streamChats.streamId, id));
    expect(chat).toMatchObject({ audience: 'subscribers', slowSeconds: 0, heldWords: [] });
  });
  it('are those of the announcement when an announced stream begins', async () => {
    const creator = await makeCreator();
    const tipGoal = { tokens: 60, text: 'A song' };
    const streamId = await goLive(creator, { ...saved, tipGoal, scheduledAt: inMinutes(30) });
    await goLive(creator, { streamId });
    expect(await rowOf(streamId)).toMatchObject({ state: 'live', audience: 'followers', price: 70 });
    expect(await rowOf(streamId)).toMatchObject({ tipGoal: 60, tipGoalText: 'A song', replay: 'draft' });
    const [chat] = await db.select().from(streamChats).where(eq(streamChats.streamId, streamId));
    expect(chat).toMatchObject({ audience: 'subscribers', slowSeconds: 30, heldWords: ['spoiler'] });
  });
});

describe('going live', () => {
  it('begins once, marks the creator, and tells followers who want to know', async () => {
    const [creator, follower, other] = [await makeCreator(), await makeFan(), await makeFan()];
    for (const fan of [follower, other])
      await ok('POST /follows/:id', { token: fan.token, params: { id: creator.id } });
    await ok('PUT /follows/:id/notifications', {
      token: follower.token,
      params: { id: creator.id },
      body: { posts: true },
    });
    const id = await goLive(creator, { title: 'Throwing a vase', tipGoal: { tokens: 60, text: 'A song' } });
    expect(await view(follower, id)).toMatchObject({
      title: 'Throwing a vase',
      state: 'live',
      tipGoal: { tokens: 60, text: 'A song' },
      access: { allowed: true },
      performer: { isLive: true },
    });
    expect(await isMarkedLive(creator)).toBe(true);
    await runJobs('stream-announce');
    expect(await newsOf(follower)).toEqual([`${creator.viewer.name} is live: “Throwing a vase”`]);
    expect(await newsOf(other)).toEqual([]);
    expect((await tryLive(creator)).status).toBe(409);
  });

  it('twice at once makes one stream', async () => {
    const creator = await makeCreator();
    const tries = await Promise.all([1, 2, 3, 4].map(() => tryLive(creator)));
    expect(tries.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409, 409]);
  });

  it('needs an approved profile, and no private stream', async () => {
    const creator = await makeCreator();
    await db.update(performers).set({ verified: 'pending' }).where(eq(performers.accountId, creator.id));
    expect((await tryLive(creator)).status).toBe(403);
    await db.update(performers).set({ verified: 'approved' }).where(eq(performers.accountId, creator.id));
    const calls = privateStreamsIn(app);
    await calls.terms(creator);
    const fan = await calls.richFan();
    const asked = await calls.ask(fan, creator);
    await calls.answer(creator, asked, 'accept');
    const refused = await tryLive(creator);
    expect(refused).toMatchObject({ status: 409, text: expect.stringContaining('End your private stream') });
  });

  it('with the id of a stream that runs, own or foreign, leaves its media alone', async () => {
    const [creator, other] = [await makeCreator(), await makeCreator()];
    const id = await goLive(creator);
    await flow(creator, id, { seconds: 5 });
    expect((await tryLive(other, { streamId: id })).status).toBe(404);
    expect((await tryLive(creator, { streamId: id })).status).toBe(409);
    await flow(creator, id, { seconds: 5 });
    expect((await ports.live.stats(id))?.hosts).toMatchObject([{ userId: creator.id, isConnected: true }]);
    expect(await view(creator, id)).toMatchObject({ state: 'live', duration: 10 });
  });

  it('is no way to end someone else’s private stream', async () => {
    const calls = privateStreamsIn(app);
    const [creator, stranger] = [await calls.openCreator(), await makeCreator()];
    const fan = await calls.richFan();
    const id = await calls.ask(fan, creator);
    await calls.answer(creator, id, 'accept');
    for (const who of [creator, fan]) await calls.join(who, id);
    expect((await change(stranger, id, { state: 'ended' })).status).toBe(404);
    expect((await tryLive(stranger, { streamId: id })).status).toBe(404);
    expect(await ports.live.stats(id)).not.toBeNull();
  });

  it('continues in another tab on the same terms; the first one hears of it', async () => {
    const creator = await makeCreator();
    const id = await goLive(creator, { title: 'Good evening', price: 40 });
    transport.clear();
    const taken = await tryLive(creator, { title: 'Something else', takeOver: true });
    expect([taken.status, taken.data.stream._id, taken.data.stream.price]).toEqual([201, id, 40]);
    expect(transport.of('stream/taken-over', rooms.account(creator.id))).toMatchObject([
      { payload: { streamId: id, turn: 1 } },
    ]);
    await change(creator, id, { state: 'ended' });
    expect((await tryLive(creator, { takeOver: true })).status).toBe(409);
  });
});

describe('an announced stream', () => {
  it('is announced, reminds, and begins on new terms', async () => {
    const [creator, fan] = [await makeCreator(), await makeFan()];
    const { status, data } = await tryLive(creator, { title: 'Friday', scheduledAt: inMinutes(60) });
    const { _id: id } = data.stream;
    expect([status, data.grant, data.stream.state]).toEqual([201, null, 'scheduled']);
    const input = { token: fan.token, params: { id } };
    await ok('PUT /streaming/:id/reminder', input);
    expect((await view(fan, id)).isReminded).toBe(true);
    expect(await goLive(creator, { streamId: id, title: 'Friday, at last' })).toBe(id);
    await runJobs('stream-announce');
    expect(await newsOf(fan)).toEqual([`${creator.viewer.name} is live: “Friday, at last”`]);
    expect((await call('PUT /streaming/:id/reminder', input)).status).toBe(409);
    await ok('DELETE /streaming/:id/reminder', input);
    expect((await view(fan, id)).isReminded).toBe(false);
  });

  it('that is canceled tells those who wait for it, and those with a ticket by their refund', async () => {
    const [creator, fan, holder, other] = [
      await makeCreator(),
      await makeFan(),
      await makeFan(),
      await makeFan(),
    ];
    await fund(holder.id, 50);
    const { data } = await tryLive(creator, { title: 'Friday', scheduledAt: inMinutes(60), price: 50 });
    const { _id: id } = data.stream;
    await ok('PUT /streaming/:id/reminder', { token: fan.token, params: { id } });
    expect((await buyTicket(holder, id, 50)).status).toBe(201);
    expect((await change(creator, id, { state: 'cancelled' })).status).toBe(200);
    await runJobs('stream-announce');
    await runJobs('stream-tickets');
    expect(await newsOf(fan)).toEqual([`${creator.viewer.name} canceled the live stream “Friday”`]);
    expect(await newsOf(holder)).toEqual(['“Friday” was canceled. Your 50 tokens are back in your wallet.']);
    expect(await newsOf(other)).toEqual([]);
  });

  it('has a time ahead, and not too far; a day after it, it is canceled and its tickets are refunded', async () => {
    const [creator, fan] = [await makeCreator(), await makeFan()];
    await fund(fan.id, 100);
    for (const minutes of [-1, 0, 91 * 24 * 60])
      expect((await tryLive(creator, { scheduledAt: inMinutes(minutes) })).status).toBe(422);
    const { data } = await tryLive(creator, { scheduledAt: inMinutes(60), price: 50 });
    const { _id: id } = data.stream;
    expect((await buyTicket(fan, id, 50)).status).toBe(201);
    clock.move(24 * 3_600_000);
    await settleDuePublicStreams(ctx);
    expect((await rowOf(id))?.state).toBe('scheduled');
    clock.move(3_600_000);
    await settleDuePublicStreams(ctx);
    expect((await rowOf(id))?.state).toBe('cancelled');
    await runJobs('stream-tickets');
    expect(await wallet(fan)).toBe(100);
    expect(await newsOf(fan)).toEqual([
      '“Good evening” was canceled. Your 50 tokens are back in your wallet.',
    ]);
    expect(await checkLedger(ctx)).toEqual([]);
  });
});

describe('media', () => {
  it('is measured by the server; a cut interrupts the stream, and it goes on or ends by itself', async () => {
    const [creator, fan] = [await makeCreator(), await makeFan()];
    const id = await goLive(creator);
    expect((await join(fan, id)).data.watch[0]).toMatchObject({ userId: creator.id });
    await flow(creator, id, { seconds: 30, fans: [fan] });
    expect(await view(fan, id)).toMatchObject({ state: 'live', duration: 30, viewers: 1, peak: 1 });
    await silence(20);
    const away = await view(fan, id);
    expect([away.state, away.duration, away.viewers]).toEqual(['interrupted', 30, 0]);
    expect(Date.parse(away.resumesUntil ?? '') - Date.parse(away.interruptedAt ?? '')).toBe(120_000);
    await flow(creator, id, { seconds: 10 });
    expect(await view(fan, id)).toMatchObject({ state: 'live', duration: 40, interruptedAt: null });
    await silence(119);
    expect((await view(fan, id)).state).toBe('interrupted');
    await silence(10);
    expect(await view(fan, id)).toMatchObject({ state: 'ended', duration: 40, peak: 1 });
    expect(await isMarkedLive(creator)).toBe(false);
    await ok('PUT /streaming/set-duration', {
      token: creator.token,
      body: { streamId: id, duration: 9_999 },
    });
    expect((await view(fan, id)).duration).toBe(40);
  });

  it('that never comes ends the stream', async () => {
    const creator = await makeCreator();
    const id = await goLive(creator);
    await silence(119);
    expect((await rowOf(id))?.state).toBe('live');
    await silence(2);
    expect((await rowOf(id))?.state).toBe('ended');
  });

  it('of a process that was restarted counts until it was last written down, and the stream waits', async () => {
    const creator = await makeCreator();
    const id = await goLive(creator);
    await flow(creator, id, { seconds: 23 });
    const restarted = { ...ctx, ports: { ...ports, live: createLoopbackLive({ clock }) } };
    clock.move(30_000);
    await settleDuePublicStreams(restarted);
    await goingLiveIn({ ...app, ctx: restarted, ports: restarted.ports }).look();
    const row = await rowOf(id);
    expect([row?.state, row?.mediaSeconds]).toEqual(['interrupted', 20]);
    // The process that was killed looks no more.
    await ports.live.close(id);
  });

  it('isn’t interrupted by another process when its own writes again at the last moment', async () => {
    const creator = await makeCreator();
    const id = await goLive(creator);
    await flow(creator, id, { seconds: 23 });
    clock.move(31_000);
    const write = () => db.update(streams).set({ mediaSince: clock.now() }).where(eq(streams.id, id));
    const late = new Proxy(db, {
      get: (target, key) =>
        key === 'transaction'
          ? async (...args: Parameters<typeof db.transaction>) => {
              await write();
              return target.transaction(...args);
            }
          : (Reflect.get(target, key) as unknown),
    });
    const { live: _, ...others } = ports;
    await settleDuePublicStreams({ ...ctx, db: late, ports: { ...others, live: null } });
    expect((await rowOf(id))?.state).toBe('live');
    clock.move(31_000);
    await settleDuePublicStreams({ ...ctx, ports: { ...others, live: null } });
    expect((await rowOf(id))?.state).toBe('interrupted');
    await ports.live.close(id);
  });

  it('stays with the creator: others can’t end it, and an ended one can’t change', async () => {
    const [creator, other] = [await makeCreator(), await makeCreator()];
    const id = await goLive(creator);
    expect((await change(other, id, { state: 'ended' })).status).toBe(404);
    expect((await change(creator, id, { price: 5 })).status).toBe(409);
    expect((await change(creator, id, { state: 'ended' })).data.state).toBe('ended');
    expect((await change(creator, id, { state: 'ended' })).status).toBe(200);
    expect((await change(creator, id, { title: 'Later' })).status).toBe(409);
    expect((await join(other, id)).status).toBe(409);
  });
});

describe('a ticket', () => {
  async function sold(price = 50) {
    const [creator, fan] = [await makeCreator(), await makeFan()];
    await fund(fan.id, 100);
    const id = await goLive(creator, { price });
    expect((await join(fan, id)).status).toBe(403);
    await flow(creator, id, { seconds: 5 });
    expect((await buyTicket(fan, id, price)).status).toBe(201);
    expect((await join(fan, id)).status).toBe(200);
    return { creator, fan, id };
  }
  it('is kept after a real stream', async () => {
    const { creator, fan, id } = await sold();
    await flow(creator, id, { seconds: 130 });
    await change(creator, id, { state: 'ended' });
    await runJobs('stream-tickets');
    expect(await wallet(fan)).toBe(50);
  });
  it('is refunded once when the stream ends within two minutes of the purchase', async () => {
    const { creator, fan, id } = await sold();
    await flow(creator, id, { seconds: 110 });
    await change(creator, id, { state: 'ended' });
    await runJobs('stream-tickets');
    await jobKinds['stream-tickets'](
      ctx,
      { streamId: id, mediaUntil: null },
      {
        attempt: 2,
        signal: new AbortController().signal,
      },
    );
    expect(await wallet(fan)).toBe(100);
    expect(await newsOf(fan)).toEqual([
      '“Good evening” ended early. Your 50 tokens are back in your wallet.',
    ]);
    expect(await checkLedger(ctx)).toEqual([]);
  });
  it('is refunded when there was no media after the purchase, however long the stream waited', async () => {
    const { fan, id } = await sold();
    await silence(140);
    expect((await rowOf(id))?.state).toBe('ended');
    await runJobs('stream-tickets');
    expect(await wallet(fan)).toBe(100);
  });
});

describe('tips', () => {
  it('count towards the goal, are shown in the chat, and leave both when undone', async () => {
    const [creator, fan] = [await makeCreator(), await makeFan()];
    await fund(fan.id, 100);
    const id = await goLive(creator);
    transport.clear();
    const given = await tip(fan, creator, { amount: 60, streamId: id, note: 'Encore' });
    expect(given.status).toBe(201);
    expect(transport.of('stream/tip', rooms.stream(id))).toMatchObject([
      { payload: { from: fan.viewer.name, tokens: 60, tipped: 60 } },
    ]);
    const { conversationId, tipped } = await view(fan, id);
    expect(tipped).toBe(60);
    const chat = async () =>
      (
        await ok('GET /messages/conversations/public/:id', {
          token: fan.token,
          params: { id: conversationId },
        })
      ).data.filter(({ isDeleted }) => !isDeleted);
    expect(await chat()).toMatchObject([{ type: 'tip', text: 'Encore', tokens: 60 }]);
    const input = { token: fan.token, key: ports.ids(), params: { id: given.data._id } };
    expect((await call('POST /wallet/charges/:id/undo', input)).status).toBe(201);
    expect([(await view(fan, id)).tipped, await wallet(fan)]).toEqual([0, 100]);
    expect(await chat()).toEqual([]);
    expect((await db.select().from(streamTips))[0]?.undoneAt).not.toBeNull();
  });

  it('are refused for a stream of someone else, a locked one, and one that is over', async () => {
    const [creator, other, fan] = [await makeCreator(), await makeCreator(), await makeFan()];
    await fund(fan.id, 500);
    const locked = await goLive(creator, { audience: 'subscribers' });
    expect((await tip(fan, other, { amount: 60, streamId: locked })).status).toBe(422);
    expect((await tip(fan, creator, { amount: 60, streamId: locked })).status).toBe(403);
    await change(creator, locked, { state: 'ended' });
    const over = await goLive(creator);
    await change(creator, over, { state: 'ended' });
    expect((await tip(fan, creator, { amount: 60, streamId: over })).status).toBe(409);
    expect(await wallet(fan)).toBe(500);
  });
});

describe('whoever loses access', () => {
  async function watching(body: object = {}) {
    const [creator, fan, other] = [await makeCreator(), await makeFan(), await makeFan()];
    await fund(fan.id, 100);
    const id = await goLive(creator, body);
    await flow(creator, id, { seconds: 5 });
    if ('price' in body) await buyTicket(fan, id, 50);
    for (const each of 'price' in body ? [fan] : [fan, other])
      expect((await join(each, id)).status).toBe(200);
    transport.clear();
    return { creator, fan, other, id };
  }
  const sentOut = (id: string) =>
    transport
      .of('stream/removed')
      .filter(({ payload }) => payload.streamId === id)
      .map(({ room }) => room);
  const losses: Record<string, (each: Awaited<ReturnType<typeof watching>>) => Promise<unknown>> = {
    'is blocked': ({ creator, fan }) =>
      ok('POST /block/users', { token: creator.token, body: { userId: fan.id } }),
    'logs out': ({ fan }) => ok('POST /auth/logout', { token: fan.token }),
    'lost the session elsewhere': ({ fan }) =>
      db.delete(sessions).where(eq(sessions.id, fan.viewer.sessionId)),
  };
  it.each(Object.keys(losses))('who %s is sent out, and nobody else', async (name) => {
    const scene = await watching();
    await losses[name]!(scene);
    await live.lookAtAccess();
    expect(sentOut(scene.id)).toEqual([rooms.account(scene.fan.id)]);
    await expect(
      ports.live.renew({ streamId: scene.id, userId: scene.fan.id, role: 'viewer' }),
    ).rejects.toMatchObject({ status: 404 });
    await expect(
      ports.live.renew({ streamId: scene.id, userId: scene.other.id, role: 'viewer' }),
    ).resolves.toBeDefined();
  });

  it('whose ticket is refunded is sent out', async () => {
    const { fan, id } = await watching({ price: 50 });
    const { data } = await ok('GET /wallet/charges/search', { token: fan.token });
    await transaction(ctx, (tx) => refund(tx, data[0]?._id ?? '', 'asked'));
    await live.lookAtAccess();
    expect(sentOut(id)).toEqual([rooms.account(fan.id)]);
    expect((await join(fan, id)).status).toBe(403);
  });

  it('whose country is closed is sent out', async () => {
    const [creator, fan] = [await makeCreator(), await makeFan()];
    const id = await goLive(creator);
    const joined = ctxOf(fan.viewer, { country: 'DE' });
    const { joinStream } = await import('#backend/domain/talk/streams/public/watching.ts');
    await joinStream(joined, id);
    transport.clear();
    await ok('POST /block/countries', { token: creator.token, body: { countries: ['DE'] } });
    await live.lookAtAccess();
    expect(sentOut(id)).toEqual([rooms.account(fan.id)]);
  });

  it('is nobody when the stream is over: they learn that it ended', async () => {
    const { creator, fan, id } = await watching({ price: 50 });
    await change(creator, id, { state: 'ended' });
    await runJobs('stream-tickets');
    clock.move(6_000);
    await live.report(fan, id, { receives: [creator.id] });
    await live.lookAtAccess();
    expect(sentOut(id)).toEqual([]);
  });

  it('by unfollowing is sent out with the next report of their page', async () => {
    const [creator, fan] = [await makeCreator(), await makeFan()];
    await ok('POST /follows/:id', { token: fan.token, params: { id: creator.id } });
    const id = await goLive(creator, { audience: 'followers' });
    expect((await join(fan, id)).status).toBe(200);
    await ok('DELETE /follows/:id', { token: fan.token, params: { id: creator.id } });
    clock.move(6_000);
    transport.clear();
    await expect(live.report(fan, id, { receives: [creator.id] })).rejects.toMatchObject({ status: 404 });
    expect(sentOut(id)).toEqual([rooms.account(fan.id)]);
  });
});

describe('the page of a stream', () => {
  it('hears of the stream where it is locked, and nothing of the chat', async () => {
    const [creator, fan] = [await makeCreator(), await makeFan()];
    const id = await goLive(creator, { audience: 'subscribers' });
    const ownerId = creator.id;
    expect(await roomsOfStream(ctxOf(fan.viewer), id)).toEqual({ ownerId, rooms: [rooms.streamPage(id)] });
    expect(await roomsOfStream(ctxOf(creator.viewer), id)).toEqual({
      ownerId,
      rooms: [rooms.streamPage(id), rooms.stream(id)],
    });
    await expect(roomsOfStream(ctxOf(fan.viewer), ports.ids())).rejects.toMatchObject({ status: 404 });
  });
});

describe('a recording', () => {
  const clip = webmRecording(2);
  const recorded = () => {
    let isKept = true;
    return {
      ...ports.live,
      recording: async () =>
        isKept
          ? {
              mime: 'video/webm',
              bytes: clip.length,
              seconds: 2,
              open: async () => new Blob([clip]).stream(),
            }
          : null,
      discardRecording: async () => void (isKept = false),
    };
  };
  it.each(['draft', 'publish'] as const)(
    'becomes a video (%s), once, which a ticket includes',
    async (replay) => {
      const [creator, fan, other] = [await makeCreator(), await makeFan(), await makeFan()];
      await fund(fan.id, 100);
      const id = await goLive(creator, { title: 'Evening jazz', price: 50, replay });
      await flow(creator, id, { seconds: 5 });
      await buyTicket(fan, id, 50);
      await flow(creator, id, { seconds: 130 });
      await change(creator, id, { state: 'ended' });
      const [as, run] = [
        { ...ctx, ports: { ...ports, live: recorded() } },
        { attempt: 1, signal: new AbortController().signal },
      ];
      await jobKinds['stream-replay'](as, { streamId: id }, run);
      await jobKinds['stream-replay'](
        { ...as, ports: { ...ports, live: recorded() } },
        { streamId: id },
        run,
      );
      const made = await db.select().from(videos).where(eq(videos.performerId, creator.id));
      expect(made).toMatchObject([
        { title: 'Evening jazz', price: 50, state: replay === 'draft' ? 'draft' : 'processing' },
      ]);
      const videoId = made[0]?.id ?? '';
      expect((await view(creator, id)).replayVideoId).toBe(videoId);
      expect((await view(fan, id)).replayVideoId).toBeNull();
      await db.update(videos).set({ state: 'published' }).where(eq(videos.id, videoId));
      expect((await view(fan, id)).replayVideoId).toBe(videoId);
      const accessOf = async (who: Person) =>
        (await ok('GET /performer-assets/videos/:id', { token: who.token, params: { id: videoId } })).access
          .allowed;
      expect([await accessOf(fan), await accessOf(other)]).toEqual([true, false]);
      const library = await ok('GET /user/library', { token: fan.token, query: { kind: 'stream' } });
      expect(library.data).toMatchObject([{ itemId: id, title: 'Evening jazz', price: 50 }]);
    },
  );
});

describe('an encoder', () => {
  it('has a key of its own, which leads to the creator’s running stream until it is replaced', async () => {
    const path = '/live/whip';
    const withDoor = {
      ...ports.live,
      encoder: { path, setKeys: () => undefined, end: async () => undefined },
    };
    const creator = await makeCreator();
    const as = { ...ctxOf(creator.viewer), ports: { ...ports, live: withDoor } };
    const { viewEncoder, renewEncoder } = await import('#backend/domain/talk/streams/public/encoder.ts');
    const { url, key } = await viewEncoder(as);
    expect(url).toBe(`https://limelight.test${path}`);
    expect(await viewEncoder(as)).toEqual({ url, hasKey: true, key: null });
    expect(await streamOfKey(ctx, key ?? '')).toBeNull();
    const id = await goLive(creator);
    expect(await streamOfKey(ctx, key ?? '')).toEqual({ streamId: id, userId: creator.id });
    const { key: next } = await renewEncoder(as);
    expect(next).not.toBe(key);
    expect(await streamOfKey(ctx, key ?? '')).toBeNull();
    expect(await streamOfKey(ctx, next ?? '')).not.toBeNull();
  });

  it('has a key that is made only after a proof, and ends with the password', async () => {
    const ended: string[] = [];
    const end = async (userId: string) => void ended.push(userId);
    const encoder = { path: '/live/whip', setKeys: () => undefined, end };
    const creator = await makeCreator();
    const as = { ...ctxOf(creator.viewer), ports: { ...ports, live: { ...ports.live, encoder } } };
    const { endEncoderKey, viewEncoder, renewEncoder } =
      await import('#backend/domain/talk/streams/public/encoder.ts');
    clock.move('10m');
    expect(await viewEncoder(as)).toMatchObject({ hasKey: false, key: null });
    await expect(renewEncoder(as)).rejects.toMatchObject({ status: 403, code: 'step_up_required' });
    await ok('POST /auth/step-up', { token: creator.token, body: { password: creator.password } });
    const { key } = await renewEncoder(as);
    await goLive(creator);
    expect(await streamOfKey(ctx, key ?? '')).not.toBeNull();
    expect(ended).toEqual([]);
    await transaction(as, (tx) => endEncoderKey(tx, creator.id));
    expect(ended).toEqual([creator.id]);
    const { key: next } = await renewEncoder(as);
    const body = { source: creator.password, password: 'a brand new password' };
    await ok('PUT /auth/users/me/password', { token: creator.token, body });
    for (const each of [key, next]) expect(await streamOfKey(ctx, each ?? '')).toBeNull();
  });
});
