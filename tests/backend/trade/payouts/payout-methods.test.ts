import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { accounts, sessions } from '#backend/db/schema/accounts.ts';
import { connectAccounts, payoutMethods } from '#backend/db/schema/payouts.ts';
import { checkLedger } from '#backend/domain/money/audit/ledger-check.ts';
import { noteConnectStatus } from '#backend/domain/trade/payouts/connect-accounts.ts';
import { requirementTexts } from '#backend/domain/trade/payouts/connect-requirements.ts';
import { approvePayout, showPayout } from '#backend/domain/across/operator/payouts.ts';
import { testBackend } from '../../../setup/backend.ts';
import { aBank, ibans, payoutsIn } from '../../../setup/payouts.ts';
import type { Person } from '../../../setup/test-app.ts';

const app = await testBackend();
const { call, raw, ok, ctx, db, ports, settings } = app;
const { operator, earn, makeBank, makeConnect, ask, view, quote, mailsTo, undoToken } = payoutsIn(app);

let creator: Person;
beforeEach(async () => {
  ports.clock.set('2026-05-04T10:00:00Z');
  creator = await app.makeCreator({ name: 'Cleo' });
  creator = { ...creator, token: (await app.openSession(creator.id, 24 * 400)).token };
});
const save = (body: object, person = creator) =>
  raw<{ _id: string; lockedUntil: string | null }>('PUT /performers/:id/banking-settings', {
    token: person.token,
    params: { id: person.id },
    body: { password: person.password, ...body },
  });
const methods = async () => (await ok('GET /payout-methods', { token: creator.token })).data;
const undo = (token: string, by: string | null = null) =>
  call('POST /payout-methods/undo', { token: by, body: { token } });
const hours = (count: number) => ports.clock.move(count * 3_600_000);

describe('a bank account', () => {
  test('is stored encrypted; only holder, bank, country and four characters are shown', async () => {
    const { status, text } = await save({ ...aBank, iban: 'de89 3704 0044 0532 0130 00' });
    expect(status).toBe(200);
    const [row] = await db.select().from(payoutMethods).where(eq(payoutMethods.accountId, creator.id));
    for (const kept of [text, JSON.stringify(row), JSON.stringify(await methods())])
      expect(kept).not.toMatch(/370400|0532013/);
    expect((await methods())[0]).toMatchObject({
      type: 'bank',
      holder: 'Cleo Clay',
      bank: 'Alpenbank',
      country: 'DE',
      last4: '3000',
      isChosen: true,
      isReady: true,
      requirements: [],
      lockedUntil: '2026-05-07T10:00:00.000Z',
    });
  });

  test('is recognized at another creator by its fingerprint, however it was typed', async () => {
    await save(aBank);
    const other = await app.makeCreator();
    await save({ ...aBank, holder: 'Somebody', iban: 'DE89-3704-0044-0532-0130-00' }, other);
    await save({ ...aBank, country: 'GB', iban: ibans.GB }, await app.makeCreator());
    const prints = (await db.select().from(payoutMethods).orderBy(payoutMethods.id))
      .slice(-3)
      .map(({ fingerprint }) => fingerprint);
    expect([new Set(prints).size, prints[0] === prints[1]]).toEqual([2, true]);
  });

  test('is taken in places whose banks issue the IBANs of another country', async () => {
    expect((await save({ ...aBank, country: 'GP', iban: ibans.FR })).status).toBe(200);
    expect((await methods())[0]).toMatchObject({ country: 'GP', last4: ibans.FR.slice(-4) });
  });

  test.each([
    ['a mistyped IBAN', { iban: 'DE89370400440532013001' }, 'iban'],
    ['none', { iban: undefined }, 'iban'],
    ['one of another country', { iban: ibans.GB }, 'iban'],
    ['an IBAN in the United States', { country: 'US' }, 'iban'],
    [
      'a mistyped routing number',
      { country: 'US', iban: undefined, account: '123456789', routing: '021000022' },
      'routing',
    ],
    [
      'an account with letters in the United States',
      { country: 'US', iban: undefined, account: '12AB', routing: '021000021' },
      'account',
    ],
    ['both', { account: '1234' }, 'account'],
    ['no holder', { holder: ' ' }, 'holder'],
    ['no country there is', { country: 'QQ' }, 'country'],
    ['a currency in words', { currency: 'euro' }, 'currency'],
    ['a wrong password', { password: 'guessed' }, 'password'],
    ['no bank’s code', { country: 'AU', iban: undefined, account: '123456789' }, 'routing'],
  ])('with %s is rejected on its field', async (_, change, field) => {
    const { status, problem } = await save({ ...aBank, ...change });
    expect([status, problem.errors?.map((error) => error.field)]).toEqual([422, [field]]);
    expect(await methods()).toEqual([]);
  });

  test('by account and routing number in countries without IBANs', async () => {
    expect(
      (
        await save({
          holder: 'Cleo',
          bank: 'First',
          country: 'US',
          currency: 'USD',
          account: '0001 2345 67',
          routing: '021000021',
        })
      ).status,
    ).toBe(200);
    expect(
      (
        await save({
          holder: 'Cleo',
          bank: 'Harbour',
          country: 'AU',
          currency: 'AUD',
          account: '12345678',
          routing: '062-000',
        })
      ).status,
    ).toBe(200);
    expect((await methods()).map(({ bank, last4 }) => [bank, last4])).toEqual([['Harbour', '5678']]);
  });

  test('with an unknown key, or of somebody else, is rejected', async () => {
    expect((await save({ ...aBank, sealed: 'x' })).status).toBe(422);
    const other = await app.makeCreator();
    expect(
      (
        await raw('PUT /performers/:id/banking-settings', {
          token: creator.token,
          params: { id: other.id },
          body: { ...aBank, password: creator.password },
        })
      ).status,
    ).toBe(404);
  });

  test('saved again unchanged has no effect: no lock, no email', async () => {
    const id = await makeBank(creator);
    const mails = (await mailsTo(creator)).length;
    expect((await save(aBank)).data).toMatchObject({ _id: id, lockedUntil: null });
    expect(await mailsTo(creator)).toHaveLength(mails);
    expect((await save({ ...aBank, holder: 'Cleo C. Clay' })).data.lockedUntil).not.toBeNull();
  });

  test('requires an email address for the message that can revert it', async () => {
    await db.update(accounts).set({ email: null }).where(eq(accounts.id, creator.id));
    expect(await save(aBank)).toMatchObject({
      status: 409,
      problem: { message: 'Add an email address first. We email you a link to undo this change.' },
    });
    expect(await methods()).toEqual([]);
  });

  test('password guesses are limited', async () => {
    const statuses = [];
    for (let count = 0; count < 6; count += 1)
      statuses.push((await save({ ...aBank, password: `guess ${count}` })).status);
    expect(statuses).toEqual([422, 422, 422, 422, 422, 429]);
    expect((await save(aBank)).status).toBe(429);
  });

  test('fifty changes at once leave one selected and one stored', async () => {
    await Promise.all(Array.from({ length: 50 }, (_, at) => save({ ...aBank, holder: `Holder ${at}` })));
    const kept = await methods();
    expect(kept).toHaveLength(1);
    expect(kept[0]?.isChosen).toBe(true);
  });

  test('is decrypted for the operator only, which is logged', async () => {
    await makeBank(creator);
    await earn(creator.id, 9_000);
    const { _id } = await ask(creator, 9_000);
    expect((await showPayout(operator, _id)).details).toEqual({
      holder: 'Cleo Clay',
      bank: 'Alpenbank',
      country: 'DE',
      currency: 'EUR',
      iban: ibans.DE,
    });
  });
});

describe('after a change', () => {
  test('nothing is paid there for the hours that the operator set; requests are allowed', async () => {
    await settings.set('payoutLockHours', 24);
    await save(aBank);
    await settings.set('payoutLockHours', 72);
    await earn(creator.id, 9_000);
    expect(await quote(creator)).toMatchObject({
      canRequest: true,
      blocks: [{ code: 'method_locked', stops: 'payment', who: 'time', until: '2026-05-05T10:00:00.000Z' }],
    });
    const { _id, next } = await ask(creator, 9_000);
    expect(next).toMatchObject({ who: 'time', until: '2026-05-05T10:00:00.000Z' });
    hours(24);
    expect((await view(creator, _id)).next).toMatchObject({ who: 'site' });
  });

  test('the email reverts it: the previous selection is back, payouts to it are canceled, everyone else is logged out', async () => {
    const old = await makeBank(creator);
    await earn(creator.id, 9_000);
    const { data: thief } = await save({ ...aBank, holder: 'Thief', country: 'GB', iban: ibans.GB });
    const { _id } = await ask(creator, 9_000);
    await approvePayout(operator, _id);
    const token = await undoToken(creator);
    expect((await mailsTo(creator)).find(({ text }) => text.includes(token))?.text).toContain(
      'Your payouts now go to Alpenbank, account ending in 6819. Nothing will be paid there before 2026-05-07 10:00 UTC.',
    );
    const mine = await app.openSession(creator.id);
    expect((await undo(token, mine.token)).data).toEqual({
      restored: { bank: 'Alpenbank', last4: '3000' },
      cancelled: true,
    });
    expect(
      await db.select({ id: sessions.id }).from(sessions).where(eq(sessions.accountId, creator.id)),
    ).toEqual([{ id: mine.sessionId }]);
    creator = { ...creator, token: mine.token };
    expect((await methods()).map((method) => [method._id, method.isChosen, method.lockedUntil])).toEqual([
      [old, true, null],
    ]);
    expect(await view(creator, _id)).toMatchObject({
      state: 'cancelled',
      reason: 'The payout method was undone.',
    });
    expect(
      (
        await call('POST /payout-methods/:id', {
          token: creator.token,
          params: { id: thief._id },
          body: { password: creator.password },
        })
      ).status,
    ).toBe(404);
    expect((await undo(token)).status).toBe(422);
    expect(await checkLedger(ctx)).toEqual([]);
  });

  test("used by someone who isn't logged in, it ends every session", async () => {
    await makeBank(creator);
    await save({ ...aBank, holder: 'Thief' });
    expect((await undo(await undoToken(creator))).status).toBe(200);
    expect(await db.select().from(sessions).where(eq(sessions.accountId, creator.id))).toEqual([]);
  });

  test('changing it twice gains nothing: both emails lead back to the trusted method', async () => {
    const old = await makeBank(creator);
    await save({ ...aBank, holder: 'Thief one' });
    const first = await undoToken(creator);
    hours(1);
    await save({ ...aBank, holder: 'Thief two' });
    const second = await undoToken(creator);
    expect(second).not.toBe(first);
    for (const token of [first, second]) {
      const again = await undo(token);
      if (token === first) expect(again.data.restored).toEqual({ bank: 'Alpenbank', last4: '3000' });
      else expect(again.status).toBe(422);
    }
    creator = { ...creator, token: (await app.openSession(creator.id)).token };
    expect((await methods()).map(({ _id, holder, isChosen }) => [_id, holder, isChosen])).toEqual([
      [old, 'Cleo Clay', true],
    ]);
  });

  test('the second email alone leads there too, and not to the result of the first change', async () => {
    const old = await makeBank(creator);
    await save({ ...aBank, holder: 'Thief one' });
    hours(1);
    await save({ ...aBank, holder: 'Thief two' });
    await undo(await undoToken(creator));
    creator = { ...creator, token: (await app.openSession(creator.id)).token };
    expect((await methods()).map(({ _id, isChosen }) => [_id, isChosen])).toEqual([[old, true]]);
  });

  test('of the very first method, reverting leaves nothing', async () => {
    await save(aBank);
    expect((await undo(await undoToken(creator))).data.restored).toBeNull();
    creator = { ...creator, token: (await app.openSession(creator.id)).token };
    expect(await methods()).toEqual([]);
  });

  test('the link expires with the lock', async () => {
    await makeBank(creator);
    await save({ ...aBank, holder: 'Cleo again' });
    const token = await undoToken(creator);
    hours(72);
    expect((await undo(token)).status).toBe(422);
    expect((await methods())[0]?.holder).toBe('Cleo again');
  });

  test('fifty uses of the link at once revert it once', async () => {
    await makeBank(creator);
    await save({ ...aBank, holder: 'Thief' });
    const token = await undoToken(creator);
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, at) =>
        call('POST /payout-methods/undo', { body: { token }, ip: `198.51.100.${at}` }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test('selecting the other method locks as well, and its email selects it back; a method that was only selected remains selectable', async () => {
    const connect = await makeConnect(creator);
    hours(100);
    const bank = await makeBank(creator);
    hours(100);
    const choose = (password?: string) =>
      call('POST /payout-methods/:id', { token: creator.token, params: { id: connect }, body: { password } });
    expect((await choose('guessed')).status).toBe(422);
    expect((await choose()).problem.code).toBe('step_up_required');
    const saved = await call('PUT /performers/:id/banking-settings', {
      token: creator.token,
      params: { id: creator.id },
      body: aBank,
    });
    expect(saved.problem.code).toBe('step_up_required');
    const { lockedUntil } = (await choose(creator.password)).data;
    expect(lockedUntil).toBe(new Date(ports.clock.now().getTime() + 72 * 3_600_000).toISOString());
    await undo(await undoToken(creator));
    creator = { ...creator, token: (await app.openSession(creator.id)).token };
    expect((await methods()).map(({ _id, isChosen }) => [_id, isChosen])).toEqual([
      [bank, true],
      [connect, false],
    ]);
  });
});

describe('an account at the gateway', () => {
  test('starts with a link, explains what is missing, and is selected with the password', async () => {
    const { url } = await ok('POST /stripe/accounts', { token: creator.token });
    expect(url).toBe('https://limelight.test/creator/payouts?connect=back');
    const [account] = await db
      .select()
      .from(connectAccounts)
      .where(eq(connectAccounts.accountId, creator.id));
    const [before] = await methods();
    expect(before).toMatchObject({ type: 'connect', bank: 'Test gateway', isChosen: false, isReady: false });
    expect(
      (
        await call('POST /payout-methods/:id', {
          token: creator.token,
          params: { id: before!._id },
          body: { password: creator.password },
        })
      ).status,
    ).toBe(409);
    await noteConnectStatus(ctx, account!.gatewayId, {
      payoutsEnabled: false,
      requirements: [
        'external_account',
        'individual.verification.document',
        'individual.dob.day',
        'individual.dob.month',
      ],
    });
    expect((await methods())[0]?.requirements).toEqual([
      'A bank account',
      'An identity document',
      'Your date of birth',
    ]);
    const refreshed = await ok('PUT /performers/:id/payment-gateway-settings', {
      token: creator.token,
      params: { id: creator.id },
      body: {},
    });
    expect(refreshed).toMatchObject({ isReady: true, requirements: [], isChosen: false });
    expect(
      await ok('POST /payout-methods/:id', {
        token: creator.token,
        params: { id: refreshed._id },
        body: { password: creator.password },
      }),
    ).toMatchObject({ isChosen: true, lockedUntil: '2026-05-07T10:00:00.000Z' });
  });

  test('started fifty times at once is one account', async () => {
    const answers = await Promise.all(
      Array.from({ length: 15 }, () => call('POST /stripe/accounts', { token: creator.token })),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await methods()).toHaveLength(1);
  });

  test('that belongs to nobody we know changes nothing', async () => {
    expect(await noteConnectStatus(ctx, 'acct_unknown', { payoutsEnabled: true, requirements: [] })).toBe(
      false,
    );
  });

  test('every requirement has a text', () =>
    expect(requirementTexts(['settings.something.new', 'another.new', 'tos_acceptance.ip'])).toEqual([
      'More about you',
      'Your agreement to its terms',
    ]));
});
