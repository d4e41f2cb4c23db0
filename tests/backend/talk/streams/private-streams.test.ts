import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { fetchRows } from '#backend/db/db.ts';
import { ledgerTransactions } from '#backend/db/schema/ledger.ts';
import { checkLedger } from '#backend/domain/money/audit/ledger-check.ts';
import { endPrivateStreams } from '#backend/domain/talk/streams/private/ejecting.ts';
import { settleDueStreams } from '#backend/domain/talk/streams/private/expiring.ts';
import { renewPrivate } from '#backend/domain/talk/streams/private/joining.ts';
import { transaction } from '#backend/kernel/context.ts';
import { testBackend } from '../../../setup/backend.ts';
import { privateStreamsIn } from '../../../setup/private-streams.ts';

const app = await testBackend();
const { db, ports, call, ok, ctx, fund } = app;
const streams = privateStreamsIn(app);
const { openCreator, richFan, tryAsk, ask, answer, view, statement, pair } = streams;
const { live } = ports;
const { flow, silence, oneSided, wallet, held, earned, sound, rowOf, join, look, metersOf } = streams;
const hour = 3_600_000;

describe('asking', () => {
  test('the creator is told, and both find it; a second one waits for the first', async () => {
    const [creator, fan] = [await openCreator(), await richFan(0)];
    const id = await ask(fan, creator, { note: 'Piano, please' });
    expect(await view(creator, id)).toMatchObject({
      state: 'requested',
      note: 'Piano, please',
      perMinute: 60,
      firstHold: 300,
      meter: null,
      user: { _id: fan.id },
    });
    for (const [who, side] of [
      [fan, 'fan'],
      [creator, 'creator'],
    ] as const) {
      const { data } = await ok('GET /streaming/private/search', { token: who.token, query: { side } });
      expect(data.map((each) => each._id)).toEqual([id]);
    }
    expect((await tryAsk(fan, creator)).problem.message).toContain('already asked');
    const { data: told } = await ok('GET /notifications', { token: creator.token });
    expect(told[0]?.text).toContain('asked for a private stream');
  });

  test('the price must be the one that was shown, and the creator must take private streams', async () => {
    const [creator, fan] = [await openCreator(), await richFan()];
    expect((await tryAsk(fan, creator, { expectedPerMinute: 59 })).problem).toMatchObject({
      code: 'price_changed',
      amount: 60,
    });
    await streams.terms(creator, { privateEnabled: false });
    expect((await tryAsk(fan, creator)).status).toBe(409);
    expect((await tryAsk(creator, creator)).status).toBe(422);
  });

  test('the same key asks once', async () => {
    const [creator, fan] = [await openCreator(), await richFan()];
    const [a, b] = [
      await tryAsk(fan, creator, { key: 'same-key-1' }),
      await tryAsk(fan, creator, { key: 'same-key-1' }),
    ];
    expect(a.data._id).toBe(b.data._id);
  });

  test('an answer ends it, once', async () => {
    const [creator, fan] = [await openCreator(), await richFan()];
    const id = await ask(fan, creator);
    expect((await answer(creator, id, 'later')).data.state).toBe('later');
    expect((await answer(creator, id, 'decline')).data.state).toBe('declined');
    expect((await answer(creator, id, 'accept')).status).toBe(409);
    expect((await answer(fan, id, 'cancel')).status).toBe(409);
    expect((await answer(creator, id, 'end')).status).toBe(409);
  });

  test('an unanswered one expires after a day, a postponed one a day after the answer', async () => {
    const [creator, fan] = [await openCreator(), await richFan()];
    const id = await ask(fan, creator);
    for (const who of [creator, fan])
      Object.assign(who, { token: (await app.openSession(who.id, 100)).token });
    ports.clock.move(20 * hour);
    await answer(creator, id, 'later');
    ports.clock.move(5 * hour);
    await settleDueStreams(ctx);
    expect((await view(fan, id)).state).toBe('later');
    ports.clock.move(20 * hour);
    expect((await answer(creator, id, 'accept')).status).toBe(409);
    await settleDueStreams(ctx);
    expect((await view(fan, id)).state).toBe('expired');
  });
});

describe('accepting', () => {
  test('sets five minutes apart; nobody joins: all of it returns', async () => {
    const [creator, fan] = [await openCreator(), await richFan(310)];
    const id = await ask(fan, creator);
    const { data } = await answer(creator, id, 'accept');
    expect(data).toMatchObject({ state: 'accepted', meter: { held: 300, seconds: 0, secondsLeft: 300 } });
    expect([await wallet(fan), await held(fan)]).toEqual([10, 300]);
    expect(await ok('GET /wallet/balance', { token: fan.token })).toEqual({
      balance: 10,
      held: 300,
      bids: [],
      requests: [],
      privateStreams: [{ streamId: id, name: creator.viewer.name, tokens: 300 }],
    });
    await sound();
    ports.clock.move(11 * 60_000);
    await settleDueStreams(ctx);
    expect((await view(fan, id)).state).toBe('expired');
    expect([await wallet(fan), await held(fan)]).toEqual([310, 0]);
    expect(await ok('GET /wallet/balance', { token: fan.token })).toMatchObject({ privateStreams: [] });
    await sound();
  });

  test('a fan who can’t pay is asked to top up, and the request stays', async () => {
    const [creator, fan] = [await openCreator(), await richFan(280)];
    const id = await ask(fan, creator);
    // What is in the fan's wallet is nothing that the creator may learn.
    expect((await answer(creator, id, 'accept')).problem).toEqual({
      status: 402,
      code: 'insufficient_balance',
      message: 'They can’t afford it right now. We’ve asked them to top up, and the request stays here.',
    });
    expect((await view(creator, id)).state).toBe('requested');
    const { data: told } = await ok('GET /notifications', { token: fan.token });
    expect(told[0]?.text).toContain('20 tokens');
    await fund(fan.id, 20);
    expect((await answer(creator, id, 'accept')).status).toBe(200);
    await sound();
  });

  test('a spending limit counts what is on hold, and is the end of what can be set apart', async () => {
    const [creator, fan] = [await openCreator(), await richFan(1_000)];
    await ok('PUT /wallet/caps', { token: fan.token, body: { amount: 1_600 } });
    const id = await ask(fan, creator);
    await answer(creator, id, 'accept');
    for (const who of [creator, fan]) await join(who, id);
    expect((await ok('GET /wallet/caps', { token: fan.token })).spent).toBe(1_500);
    await flow({ creator, fan, id }, 330);
    // 16.00 buy 320 tokens: 320 seconds, and then no debt beyond the limit.
    expect(await view(fan, id)).toMatchObject({
      state: 'ended',
      endReason: 'tokens',
      meter: { tokens: 320 },
    });
    await sound();
  });

  test('one stream at a time; twice at once changes nothing', async () => {
    const creator = await openCreator();
    const [a, b] = [await richFan(), await richFan()];
    const [first, second] = [await ask(a, creator), await ask(b, creator)];
    const both = await Promise.all([answer(creator, first, 'accept'), answer(creator, first, 'accept')]);
    expect(both.map((each) => each.status)).toEqual([200, 200]);
    expect(await metersOf(first)).toHaveLength(1);
    expect((await answer(creator, second, 'accept')).problem.message).toContain('other stream');
    expect([await held(a), await held(b)]).toEqual([300, 0]);
    await sound();
  });

  test('two different ones at once: one', async () => {
    const creator = await openCreator();
    const fans = [await richFan(), await richFan()];
    const ids = await Promise.all(fans.map((fan) => ask(fan, creator)));
    const answers = await Promise.all(ids.map((id) => answer(creator, id, 'accept')));
    expect(answers.map((each) => each.status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    await sound();
  });

  test('accepting against canceling, declining and ending: one of them wins, and no token is lost', async () => {
    for (const [who, what] of [
      ['fan', 'cancel'],
      ['creator', 'decline'],
    ] as const) {
      const [creator, fan] = [await openCreator(), await richFan()];
      const id = await ask(fan, creator);
      await Promise.all([answer(creator, id, 'accept'), answer(who === 'fan' ? fan : creator, id, what)]);
      const { state } = await view(fan, id);
      expect(await held(fan)).toBe(state === 'accepted' ? 300 : 0);
      expect((await wallet(fan)) + (await held(fan))).toBe(1_000);
    }
    await sound();
  });
});

describe('the meter', () => {
  test('runs while both sides have media, and both see the same; the rest returns', async () => {
    const { creator, fan, id } = await pair();
    await flow({ creator, fan, id }, 90);
    const [his, hers] = [await view(creator, id), await view(fan, id)];
    expect(his.meter).toEqual(hers.meter);
    expect(hers).toMatchObject({ state: 'live', meter: { seconds: 90, tokens: 90, isRunning: true } });
    // Nothing is paid yet, so nothing is earned.
    expect(his.earned).toBe(0);
    expect(hers.earned).toBeNull();
    await answer(fan, id, 'end');
    expect([await wallet(fan), await held(fan)]).toEqual([910, 0]);
    // 90 tokens are 4.50, a fifth of which is the site's.
    expect(await earned(creator)).toBe(360);
    const paper = await statement(fan, id);
    expect(paper).toMatchObject({ seconds: 90, tokens: 90, perMinute: 60, returned: 210 });
    expect(paper.stretches.map((each) => each.kind)).toEqual(['media']);
    expect(paper.earned).toBeNull();
    expect(await statement(creator, id)).toEqual({ ...paper, earned: 360 });
    expect((await view(creator, id)).earned).toBe(360);
    expect((await view(fan, id)).earned).toBeNull();
    await sound();
  });

  test('never charges more than the seconds justify', async () => {
    const { creator, fan, id } = await pair({ change: { perMinute: 7 } });
    await flow({ creator, fan, id }, 59);
    await answer(creator, id, 'end');
    // 59 seconds at 7 a minute are 6.88.
    expect(await statement(fan, id)).toMatchObject({ seconds: 59, tokens: 6, returned: 29 });
    await sound();
  });

  test('a drop of either side pauses it where media was last seen', async () => {
    const { creator, fan, id } = await pair();
    await flow({ creator, fan, id }, 30);
    await oneSided({ creator, id }, 20);
    expect(await view(fan, id)).toMatchObject({ state: 'paused', meter: { seconds: 30, isRunning: false } });
    await flow({ creator, fan, id }, 10);
    expect(await view(fan, id)).toMatchObject({ state: 'live', meter: { seconds: 40 } });
    await answer(creator, id, 'end');
    const { stretches, seconds } = await statement(fan, id);
    expect(stretches.map((each) => each.kind)).toEqual(['media', 'pause', 'media']);
    expect(seconds).toBe(40);
    await sound();
  });

  test('an interrupted one ends after the grace', async () => {
    const { creator, fan, id } = await pair();
    await flow({ creator, fan, id }, 10);
    await silence(100);
    expect((await view(fan, id)).state).toBe('paused');
    await silence(30);
    expect(await view(fan, id)).toMatchObject({ state: 'ended', endReason: 'interrupted' });
    expect([await wallet(fan), await held(fan)]).toEqual([990, 0]);
    await sound();
  });

  test('extends its hold while tokens last, warns in the last minute, and ends without debt', async () => {
    const { creator, fan, id } = await pair({ tokens: 400 });
    await flow({ creator, fan, id }, 200);
    // Extended when 2 minutes were left: nearly all that was used is charged, and the rest of the wallet is held.
    expect([await wallet(fan), await held(fan)]).toEqual([0, 219]);
    await flow({ creator, fan, id }, 145);
    expect((await view(fan, id)).meter).toMatchObject({ seconds: 345, secondsLeft: 55 });
    await flow({ creator, fan, id }, 60);
    expect(await view(fan, id)).toMatchObject({ state: 'ended', endReason: 'tokens' });
    expect([await wallet(fan), await held(fan)]).toEqual([0, 0]);
    expect(await statement(fan, id)).toMatchObject({ seconds: 400, tokens: 400, returned: 0 });
    await sound();
  });

  test('a top-up in the last minute goes on', async () => {
    const { creator, fan, id } = await pair({ tokens: 300 });
    await flow({ creator, fan, id }, 260);
    expect((await view(fan, id)).meter?.secondsLeft).toBe(40);
    await fund(fan.id, 500);
    await flow({ creator, fan, id }, 60);
    expect(await view(fan, id)).toMatchObject({ state: 'live', meter: { seconds: 320 } });
    await answer(fan, id, 'end');
    expect(await wallet(fan)).toBe(480);
    await sound();
  });

  test('ending twice at once ends once', async () => {
    const { creator, fan, id } = await pair();
    await flow({ creator, fan, id }, 20);
    const both = await Promise.all([answer(creator, id, 'end'), answer(fan, id, 'end')]);
    expect(both.map((each) => each.status)).toEqual([200, 200]);
    expect(await wallet(fan)).toBe(980);
    await sound();
  });

  test('its events go to both sides', async () => {
    const { creator, fan, id } = await pair();
    const heard: string[] = [];
    const { transport } = ports;
    const emit = transport.emit.bind(transport);
    transport.emit = (room: string, event: never, payload: never) => {
      if (event === 'private-stream/meter') heard.push(room);
      emit(room, event, payload);
    };
    await flow({ creator, fan, id }, 30);
    transport.emit = emit;
    const to = (who: string) => heard.filter((room) => room === `account:${who}`).length;
    expect(to(creator.id)).toBe(to(fan.id));
    expect(to(fan.id)).toBeGreaterThanOrEqual(5);
    expect(to(fan.id)).toBeLessThanOrEqual(9);
  });
});

describe('a process that dies', () => {
  test('the meter ends where media was last confirmed, and what was held returns', async () => {
    const { creator, fan, id } = await pair();
    await flow({ creator, fan, id }, 33);
    // The transport of the process is gone, and nobody looks.
    await ports.live?.close(id);
    ports.clock.move(25_000);
    await settleDueStreams(ctx);
    const paused = await view(fan, id);
    expect(paused.state).toBe('paused');
    expect(paused.meter?.seconds).toBeLessThanOrEqual(33);
    expect(paused.meter?.seconds).toBeGreaterThanOrEqual(28);
    await join(creator, id);
    await join(fan, id);
    await flow({ creator, fan, id }, 10);
    expect((await view(fan, id)).meter?.seconds).toBe((paused.meter?.seconds ?? 0) + 10);
    await ports.live?.close(id);
    ports.clock.move(25_000);
    await settleDueStreams(ctx);
    ports.clock.move(200_000);
    await settleDueStreams(ctx);
    expect(await view(fan, id)).toMatchObject({ state: 'ended', endReason: 'interrupted' });
    expect(await held(fan)).toBe(0);
    await sound();
  });
});

describe('what is paid for', () => {
  test('is what the fan gets of the creator, whether or not the fan sends anything', async () => {
    const { creator, fan, id } = await pair();
    for (let second = 0; second < 31; second += 1) {
      if (second > 0) ports.clock.move(1_000);
      live.report({ streamId: id, userId: creator.id, isSending: true, receives: [] });
      live.report({ streamId: id, userId: fan.id, isSending: false, receives: [creator.id] });
      await look();
    }
    expect((await view(fan, id)).meter).toMatchObject({ seconds: 30, tokens: 30 });
    await answer(creator, id, 'end');
    expect(await wallet(fan)).toBe(970);
    await sound();
  });

  test('isn’t what the creator gets of the fan', async () => {
    const { creator, fan, id } = await pair();
    for (let second = 0; second < 31; second += 1) {
      if (second > 0) ports.clock.move(1_000);
      live.report({ streamId: id, userId: creator.id, isSending: false, receives: [fan.id] });
      live.report({ streamId: id, userId: fan.id, isSending: true, receives: [] });
      await look();
    }
    await answer(creator, id, 'end');
    expect([await wallet(fan), await held(fan)]).toEqual([1_000, 0]);
    await sound();
  });
});

describe('spectators', () => {
  const open = { spectatorsEnabled: true, spectatorPerMinute: 30 };
  const watch = (who: { token: string }, id: string, expected = 30) =>
    call('POST /streaming/private/:id/spectate', {
      token: who.token,
      key: ports.ids(),
      params: { id },
      body: { expectedPerMinute: expected },
    });

  test('pay on their own meter, only while they see something, if both sides agreed', async () => {
    const both = await pair({ change: open, more: { allowsSpectators: true } });
    const { creator, fan, id } = both;
    const guest = await richFan(200);
    expect((await watch(guest, id)).status).toBe(404);
    await flow(both, 5);
    expect((await watch(guest, id, 29)).problem.code).toBe('price_changed');
    expect((await watch(guest, id)).status).toBe(200);
    expect(await join(guest, id)).toMatchObject({ publish: null, watch: [{}, {}] });
    await flow(both, 60, [guest]);
    expect((await view(guest, id)).meter).toMatchObject({ seconds: 60, tokens: 30 });
    await flow(both, 15);
    expect((await view(guest, id)).meter?.seconds).toBe(60);
    await flow(both, 10, [guest]);
    const left = await call('POST /streaming/private/:id/leave', { token: guest.token, params: { id } });
    expect(left.data.meter).toMatchObject({ seconds: 70, tokens: 35 });
    expect([await wallet(guest), await held(guest)]).toEqual([165, 0]);
    await answer(creator, id, 'end');
    expect(await statement(creator, id)).toMatchObject({ tokens: 90, spectatorTokens: 35 });
    expect(await statement(fan, id)).toMatchObject({ tokens: 90, spectatorTokens: 0 });
    expect(await statement(guest, id)).toMatchObject({ seconds: 70, tokens: 35 });
    // 125 tokens are 6.25, less a fifth.
    expect((await view(creator, id)).earned).toBe(500);
    expect((await statement(creator, id)).earned).toBe(500);
    expect([(await statement(fan, id)).earned, (await statement(guest, id)).earned]).toEqual([null, null]);
    await sound();
  });

  test('are let out when nothing reaches them, whatever their page says or doesn’t', async () => {
    const both = await pair({ change: open, more: { allowsSpectators: true } });
    const { fan, id } = both;
    await flow(both, 5);
    const [silent, liar] = [await richFan(200), await richFan(200)];
    for (const guest of [silent, liar]) {
      expect((await watch(guest, id)).status).toBe(200);
      await join(guest, id);
    }
    for (let second = 0; second < 22; second += 1) {
      // It says that it gets the fan, for which nobody pays.
      live.report({ streamId: id, userId: liar.id, isSending: false, receives: [fan.id] });
      await flow(both, 1);
    }
    for (const guest of [silent, liar]) {
      expect([await wallet(guest), await held(guest)]).toEqual([200, 0]);
      await expect(
        renewPrivate(app.ctxOf(guest.viewer), { streamId: id, watches: fan.id }),
      ).rejects.toThrow();
    }
    expect((await view(fan, id)).spectators).toBe(0);
    await sound();
  });

  test('nobody watches without the fan’s consent, nor without tokens', async () => {
    const alone = await pair({ change: open });
    await flow(alone, 2);
    expect((await watch(await richFan(), alone.id)).status).toBe(404);
    const both = await pair({ change: open, more: { allowsSpectators: true } });
    await flow(both, 2);
    expect((await watch(await richFan(149), both.id)).problem).toMatchObject({ status: 402, missing: 1 });
    expect((await view(both.fan, both.id)).spectators).toBe(0);
    await sound();
  });
});

describe('access', () => {
  test('whoever loses it is out at once: streams and requests end, and holds return', async () => {
    const { creator, fan, id } = await pair();
    await flow({ creator, fan, id }, 20);
    const waiting = await ask(fan, await openCreator());
    await transaction(ctx, (tx) => endPrivateStreams(tx, { accountId: fan.id }));
    expect(await view(creator, id)).toMatchObject({ state: 'ended', endReason: 'access' });
    expect((await rowOf(waiting))?.state).toBe('cancelled');
    expect(await held(fan)).toBe(0);
    expect(await ports.live?.stats(id)).toBeNull();
    await expect(renewPrivate(app.ctxOf(fan.viewer), { streamId: id })).rejects.toThrow();
    await sound();
  });

  test('a block ends what the two have with each other, and nothing else', async () => {
    const { creator, fan, id } = await pair();
    await flow({ creator, fan, id }, 10);
    const other = await ask(fan, await openCreator());
    await ok('POST /block/users', { token: creator.token, body: { userId: fan.id } });
    expect(await rowOf(id)).toMatchObject({ state: 'ended', endReason: 'access' });
    expect((await rowOf(other))?.state).toBe('requested');
    expect([await wallet(fan), await held(fan)]).toEqual([990, 0]);
    await sound();
  });

  test('nobody else joins', async () => {
    const { id } = await pair();
    await expect(join(await richFan(), id)).rejects.toThrow();
  });
});

describe('the books', () => {
  test('minutes are in the wallet’s history and in the earnings by source', async () => {
    const { creator, fan, id } = await pair();
    await flow({ creator, fan, id }, 60);
    await answer(creator, id, 'end');
    const { data } = await ok('GET /wallet/charges/search', { token: fan.token, query: { kind: 'stream' } });
    expect(data).toMatchObject([{ kind: 'stream', tokens: -60, performer: { _id: creator.id } }]);
    const { data: sales } = await ok('GET /performer/earning/search', {
      token: creator.token,
      query: { source: 'stream' },
    });
    expect(sales).toHaveLength(1);
  });

  test('the ledger’s check finds a meter that charged too much, and a hold that nobody holds', async () => {
    const { creator, fan, id } = await pair();
    const findings = async () => JSON.stringify(await checkLedger(ctx));
    await flow({ creator, fan, id }, 60);
    await answer(creator, id, 'end');
    await db.execute(sql`UPDATE stream_meters SET seconds = 59 WHERE stream_id = ${id}`);
    expect(await findings()).toContain('59 seconds');
    await db.execute(sql`UPDATE stream_meters SET seconds = 60, held_tokens = 5 WHERE stream_id = ${id}`);
    expect(await findings()).toContain('on hold');
    await db.execute(sql`UPDATE stream_meters SET held_tokens = 0 WHERE stream_id = ${id}`);
    await sound();
    const rows = await fetchRows<{ kind: string }>(
      db.execute(sql`SELECT DISTINCT kind FROM ${ledgerTransactions} WHERE subject = 'stream' ORDER BY kind`),
    );
    expect(rows.map((row) => row.kind)).toEqual(['charge', 'hold', 'release']);
    await look();
  });
});
