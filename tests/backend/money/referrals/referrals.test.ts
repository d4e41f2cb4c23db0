import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { accounts } from '#backend/db/schema/accounts.ts';
import { accountBlocks, countryBlocks } from '#backend/db/schema/blocks.ts';
import { performers } from '#backend/db/schema/creators.ts';
import { cards } from '#backend/db/schema/payments.ts';
import { referrals } from '#backend/db/schema/referrals.ts';
import { testBackend } from '../../../setup/backend.ts';
import { FakeGeo } from '../../../setup/fake-ports.ts';
import { moneyIn } from '../../../setup/money.ts';
import { referringIn } from '../../../setup/referring.ts';
import type { Person } from '../../../setup/test-app.ts';

const geo = new FakeGeo();
const app = await testBackend({ ports: { geo } });
const { call, ok, raw, db, ports, settings, makeFan, makeCreator, openSession } = app;
const { credit } = referringIn(app);
const { addCard } = moneyIn(app);

let inviter: Person;
let creator: Person;
let count = 0;
let address = 0;
/** An address that hasn't been used before. */
const newIp = () => `198.51.${(address += 1) >> 8}.${address & 255}`;
const staying = async (person: Person): Promise<Person> => ({
  ...person,
  token: (await openSession(person.id, 24 * 365 * 3)).token,
});

beforeEach(async () => {
  ports.clock.set('2026-03-02T09:00:00Z');
  inviter = await staying(await makeFan({ name: 'Nora Field' }));
  creator = await staying(await makeCreator({ name: 'Cleo Hart' }));
  ports.clock.move('1d');
  ports.transport.clear();
});

const codeOf = async (person: Person) => (await ok('GET /referrals/user/code', { token: person.token })).code;
const someone = (more: object = {}) => {
  count += 1;
  return {
    name: 'Mia Wren',
    username: `mia-${count}`,
    email: `mia-${count}@example.com`,
    password: 'long enough',
    ...more,
  };
};
const join = (more: object = {}) =>
  raw<{ token: string }>('POST /auth/users/register', { body: someone(more), ip: newIp() });
const claim = (person: { token: string | null }, code: string, ip = newIp()) =>
  call('POST /referrals/user/claim', { token: person.token, body: { code }, ip });
const referralTo = async (username: string) =>
  (
    await db
      .select({
        referrerId: referrals.referrerId,
        startsAt: referrals.startsAt,
        endsAt: referrals.endsAt,
        bps: referrals.bps,
      })
      .from(referrals)
      .innerJoin(accounts, eq(accounts.id, referrals.referredId))
      .where(eq(accounts.username, username))
  )[0];
const people = (person: Person, query: object = {}) =>
  ok('GET /referrals/user/search', { token: person.token, query });

describe('a code', () => {
  test('is created once, can be read aloud, and identifies the inviter', async () => {
    const codes = await Promise.all(Array.from({ length: 50 }, () => codeOf(inviter)));
    expect(new Set(codes).size).toBe(1);
    expect(codes[0]).toMatch(/^fan\d+\d{4}$/);
    const own = await ok('GET /referrals/user/code', { token: inviter.token });
    expect(own).toMatchObject({
      link: `https://limelight.test/?ref=${codes[0]}`,
      unit: 'token',
      terms: { referralBps: 500, commissionBps: 2_000, days: 365, holdDays: 7 },
      invitedBy: null,
    });
    expect(await ok('GET /referrals/codes/:code', { params: { code: codes[0]!.toUpperCase() } })).toEqual({
      code: codes[0],
      name: 'Nora',
      avatar: '/icons/no-avatar.svg',
      isPerformer: false,
    });
    expect((await ok('GET /referrals/codes/:code', { params: { code: await codeOf(creator) } })).name).toBe(
      'Cleo Hart',
    );
    expect((await ok('GET /referrals/user/code', { token: creator.token })).unit).toBe('money');
  });

  test('of an account that is suspended, unapproved, blocked or closed to the country is unknown', async () => {
    const [code, creators] = [await codeOf(inviter), await codeOf(creator)];
    const seen = async (asked: string, more: object = {}) =>
      (await call('GET /referrals/codes/:code', { params: { code: asked }, ...more })).text;
    const nobody = await seen('nobody1234');
    expect(JSON.parse(nobody)).toMatchObject({ status: 404, code: 'not_found' });
    const viewer = await makeFan();
    await db
      .insert(accountBlocks)
      .values({ blockerId: creator.id, blockedId: viewer.id, createdAt: ports.clock.now() });
    await db
      .insert(countryBlocks)
      .values({ blockerId: creator.id, country: 'FR', createdAt: ports.clock.now() });
    geo.countries.set('203.0.113.77', 'FR');
    expect(await seen(creators)).not.toBe(nobody);
    expect(await seen(creators, { token: viewer.token })).toBe(nobody);
    expect(await seen(creators, { ip: '203.0.113.77' })).toBe(nobody);
    expect((await claim(viewer, creators)).status).toBe(422);
    await db.update(performers).set({ verified: 'rejected' }).where(eq(performers.accountId, creator.id));
    await db.update(accounts).set({ suspendedAt: ports.clock.now() }).where(eq(accounts.id, inviter.id));
    expect([await seen(creators), await seen(code)]).toEqual([nobody, nobody]);
    expect((await join({ referralCode: code })).problem.errors).toEqual([
      { field: 'referralCode', message: 'That code doesn’t work. Check the spelling, or leave it out.' },
    ]);
  });

  test("can't be guessed: 20 misses per address in any way, while hits are free", async () => {
    const [code, ip] = [await codeOf(inviter), newIp()];
    const look = (asked: string) => call('GET /referrals/codes/:code', { params: { code: asked }, ip });
    for (let hit = 0; hit < 40; hit += 1) expect((await look(code)).status).toBe(200);
    const fan = await makeFan();
    const tries = await Promise.all(
      Array.from({ length: 30 }, (_, at) =>
        at % 3 === 0
          ? claim(fan, `guess${at}`, ip)
          : at % 3 === 1
            ? look(`guess${at}`)
            : raw('POST /auth/users/register', { body: someone({ referralCode: `guess${at}` }), ip }),
      ),
    );
    expect(tries.filter((answer) => answer.status === 429)).toHaveLength(10);
    expect((await look(code)).status).toBe(429);
    ports.clock.move('16m');
    expect((await look(code)).status).toBe(200);
  });

  test.each([
    ['too short', 'abc'],
    ['of other letters', 'müller12'],
    ['a query', "x' or 1=1"],
    ['much too long', 'a'.repeat(5_000)],
  ])('%s is rejected before anything is looked up', async (_, code) => {
    expect((await raw('GET /referrals/codes/:code', { params: { code } })).status).toBe(404);
    expect((await raw('POST /referrals/user/claim', { token: inviter.token, body: { code } })).status).toBe(
      422,
    );
    expect(
      (await raw('POST /auth/users/register', { body: someone({ referralCode: code }) })).problem.errors?.[0]
        ?.field,
    ).toBe('referralCode');
  });
});

describe('signing up with a code', () => {
  test("as a fan: counts from that moment, on that day's terms, and the inviter is notified", async () => {
    const code = await codeOf(creator);
    const { data } = await join({ username: 'wren', referralCode: ` ${code.toUpperCase()} ` });
    expect(await referralTo('wren')).toEqual({
      referrerId: creator.id,
      startsAt: ports.clock.now(),
      endsAt: new Date('2027-03-03T09:00:00Z'),
      bps: 500,
    });
    expect(ports.transport.of('notification/created', `account:${creator.id}`)[0]?.payload).toEqual({
      kind: 'referral',
      text: 'Mia joined with your invitation.',
      href: '/creator/referrals',
    });
    expect(await ok('GET /referrals/user/code', { token: data.token })).toMatchObject({
      invitedBy: 'Cleo',
      claimUntil: null,
    });
  });

  test('as a creator, with documents', async () => {
    const form = new FormData();
    form.set(
      'idFront',
      new File([new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 1, 2])], 'id.jpg', { type: 'image/jpeg' }),
    );
    const body = someone({ username: 'new.creator', referralCode: await codeOf(inviter) });
    expect((await raw('POST /auth/performers/register', { form, body, ip: newIp() })).status).toBe(201);
    expect(await referralTo('new.creator')).toMatchObject({ referrerId: inviter.id });
  });

  test('with a wrong code creates no account; without one nothing is required', async () => {
    expect((await join({ username: 'wrongcode', referralCode: 'nobody1234' })).status).toBe(422);
    expect(await db.$count(accounts, eq(accounts.username, 'wrongcode'))).toBe(0);
    expect((await join({ username: 'plain' })).status).toBe(201);
    expect(await referralTo('plain')).toBeUndefined();
  });
});

describe('entering a code afterwards', () => {
  const newcomer = async () => (await join()).data;

  test('works for a week to the millisecond, and counts from the day of joining', async () => {
    const code = await codeOf(inviter);
    const [soon, late] = [await newcomer(), await newcomer()];
    const { claimUntil } = await ok('GET /referrals/user/code', { token: soon.token });
    expect(claimUntil).toBe('2026-03-10T09:00:00.000Z');
    await db
      .update(accounts)
      .set({ createdAt: new Date('2026-03-03T09:00:00.001Z') })
      .where(eq(accounts.username, `mia-${count - 1}`));
    ports.clock.set('2026-03-10T09:00:00.000Z');
    const [stays, gone] = [
      (
        await openSession(
          (
            await db
              .select()
              .from(accounts)
              .where(eq(accounts.username, `mia-${count - 1}`))
          )[0]!.id,
        )
      ).token,
      (
        await openSession(
          (
            await db
              .select()
              .from(accounts)
              .where(eq(accounts.username, `mia-${count}`))
          )[0]!.id,
        )
      ).token,
    ];
    expect(late.token).not.toBe(gone);
    expect((await claim({ token: gone }, code)).problem).toMatchObject({
      status: 409,
      message: 'You can enter a code within 7 days of joining. Your account is older.',
    });
    expect((await claim({ token: stays }, code)).data).toMatchObject({ invitedBy: 'Nora', claimUntil: null });
    expect(await referralTo(`mia-${count - 1}`)).toMatchObject({
      startsAt: new Date('2026-03-03T09:00:00.001Z'),
    });
  });

  test('works only once, even 50 times at once', async () => {
    const [code, others] = [await codeOf(inviter), await codeOf(creator)];
    const me = await newcomer();
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, at) => claim(me, at % 2 === 0 ? code : others)),
    );
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
    expect(answers.filter((answer) => answer.status === 409).map((answer) => answer.problem.message)).toEqual(
      Array.from({ length: 49 }, () => 'You’ve already entered who invited you.'),
    );
  });

  test('not for yourself, in a circle, or for somebody who joined later', async () => {
    const code = await codeOf(inviter);
    expect((await claim(inviter, code)).problem).toMatchObject({
      status: 409,
      message: 'This is your own code. Share it with people you invite.',
    });
    const { token } = (await join({ username: `loop-${count}`, referralCode: code })).data;
    const loop = (await ok('GET /referrals/user/code', { token })).code;
    expect((await claim(inviter, loop)).problem).toMatchObject({
      status: 409,
      message: 'You invited this person, so they can’t have invited you.',
    });
    const later = (await join()).data;
    ports.clock.move('1s');
    const last = (await join()).data;
    expect(
      (await claim(later, (await ok('GET /referrals/user/code', { token: last.token })).code)).problem
        .message,
    ).toBe('This person joined after you, so they can’t have invited you.');
  });

  test("not with the inviter's card, whether saved before or after", async () => {
    const code = await codeOf(inviter);
    await addCard(inviter);
    const me = await makeFan();
    await addCard(me);
    expect((await claim(me, code)).problem).toMatchObject({
      status: 409,
      message: expect.stringContaining('same card') as string,
    });
    const sly = await makeFan();
    expect((await claim(sly, code)).status).toBe(200);
    await addCard(sly);
    await credit();
    expect((await people(inviter)).data[0]).toMatchObject({
      state: 'voided',
      reason: 'This account pays with the same card as yours, so it doesn’t count as a referral.',
    });
    expect(
      (await db.select({ print: cards.fingerprint }).from(cards).where(eq(cards.accountId, sly.id)))[0]
        ?.print,
    ).toBeTruthy();
  });
});

test('current terms apply to whoever joins then', async () => {
  const code = await codeOf(inviter);
  await settings.set('referralBps', 1_000);
  await settings.set('referralDays', 30);
  await join({ username: 'latecomer', referralCode: code });
  expect(await referralTo('latecomer')).toMatchObject({
    bps: 1_000,
    endsAt: new Date('2026-04-02T09:00:00Z'),
  });
  await settings.set('referralBps', 500);
  await settings.set('referralDays', 365);
});
