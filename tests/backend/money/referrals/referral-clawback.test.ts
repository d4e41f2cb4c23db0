import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { cards } from '#backend/db/schema/payments.ts';
import { payoutMethods } from '#backend/db/schema/payouts.ts';
import { checkLedger } from '#backend/domain/money/audit/ledger-check.ts';
import { referringIn } from '../../../setup/referring.ts';
import { type Person, makeTestApp } from '../../../setup/test-app.ts';

const app = await makeTestApp();
const { db, ctx, ports, fund, settings, makeFan, makeCreator } = app;
const { refer, tip, undo, credit, referralOf, wallet, earned } = referringIn(app);

let creator: Person;
let other: Person;
let fan: Person;
beforeEach(async () => {
  ports.clock.set('2026-03-02T09:00:00Z');
  [creator, other, fan] = [
    await makeCreator({ name: 'Cleo' }),
    await makeCreator({ name: 'Otto' }),
    await makeFan({ name: 'Fay Long' }),
  ];
  await fund(fan.id, 100_000);
  ports.transport.clear();
});
afterEach(() => settings.set('tokenRate', 20));

async function storeCard(person: Person, fingerprint: string, removedAt: Date | null = null): Promise<void> {
  await db.insert(cards).values({
    id: ports.ids(),
    accountId: person.id,
    gateway: 'sandbox',
    gatewayId: ports.ids(),
    brand: 'Visa',
    last4: '4242',
    expMonth: 1,
    expYear: 2040,
    fingerprint,
    removedAt,
    createdAt: ports.clock.now(),
  });
}
async function saveMethod(person: Person, fingerprint: string): Promise<void> {
  const moment = ports.clock.now();
  await db.insert(payoutMethods).values({
    id: ports.ids(),
    accountId: person.id,
    type: 'bank',
    shown: { holder: '', bank: '', country: 'DE', last4: '1234' },
    fingerprint,
    lockedUntil: moment,
    createdAt: moment,
    updatedAt: moment,
  });
}

describe('a fan who invited somebody', () => {
  let inviter: Person;
  let id: string;
  beforeEach(async () => {
    inviter = await makeFan({ name: 'Nora' });
    id = await refer(inviter, fan);
  });

  test('gets whole tokens, and the remainder waits', async () => {
    await tip(fan, other, 280);
    await credit();
    expect([await wallet(inviter), await referralOf(id)]).toEqual([
      2,
      expect.objectContaining({ paid: 10, tokens: 2, commission: 280 }),
    ]);
    await tip(fan, other, 20);
    await credit();
    expect([await wallet(inviter), (await referralOf(id)).paid]).toEqual([3, 15]);
    expect(ports.transport.of('balance/updated').at(-1)?.payload).toEqual({ added: 1, balance: 3 });
    expect(await checkLedger(ctx)).toEqual([]);
  });

  test('loses no more than the wallet holds; the rest is offset against later credits, not against purchased tokens', async () => {
    const sale = await tip(fan, other, 10_000);
    await credit();
    expect(await wallet(inviter)).toBe(100);
    await tip(inviter, other, 70);
    await undo(sale);
    await credit();
    expect([await wallet(inviter), await referralOf(id)]).toEqual([
      0,
      expect.objectContaining({ paid: 350, tokens: 70, commission: 0 }),
    ]);
    await fund(inviter.id, 500);
    await credit();
    expect(await wallet(inviter)).toBe(500);
    // 40 tokens earned from another friend reduce the debt of 70.
    const friend = await makeFan();
    await fund(friend.id, 10_000);
    await refer(inviter, friend);
    await tip(friend, other, 4_000);
    await credit();
    expect([await wallet(inviter), (await referralOf(id)).tokens]).toEqual([500, 30]);
    await tip(friend, other, 6_000);
    await credit();
    expect([await wallet(inviter), (await referralOf(id)).paid]).toEqual([530, 0]);
    expect(await checkLedger(ctx)).toEqual([]);
  });

  test.each([
    ['fewer', 7, 65],
    ['more', 40, 0],
  ])("if a token's value has changed meanwhile, %s are taken back, to the cent", async (_, rate, left) => {
    const sale = await tip(fan, other, 10_000);
    await credit();
    await settings.set('tokenRate', rate);
    await undo(sale);
    await credit();
    expect([await wallet(inviter), await referralOf(id)]).toEqual([
      left,
      expect.objectContaining({ paid: 0, tokens: left }),
    ]);
    expect(await checkLedger(ctx)).toEqual([]);
  });
});

describe('self-referral', () => {
  test('one card on both accounts, even a removed one: the referral is void and its payments are taken back', async () => {
    const id = await refer(creator, fan);
    const strangers = await refer(creator, other);
    await storeCard(creator, 'visa-1', ports.clock.now());
    await tip(fan, other, 1_000);
    await credit();
    expect(await earned(creator)).toBe(100);
    await storeCard(fan, 'visa-1');
    ports.clock.move('1m');
    await credit();
    expect([await earned(creator), await referralOf(id), await referralOf(strangers)]).toEqual([
      50,
      expect.objectContaining({ paid: 0, voidReason: 'same_card' }),
      expect.objectContaining({ paid: 50, voidedAt: null }),
    ]);
    await tip(fan, other, 1_000);
    await credit();
    expect((await referralOf(id)).paid).toBe(0);
    expect(ports.transport.of('notification/created').at(-1)).toMatchObject({
      payload: { kind: 'referral', text: 'Fay no longer counts as a referral.' },
    });
    expect(await checkLedger(ctx)).toEqual([]);
  });

  test('one bank account', async () => {
    const id = await refer(creator, other);
    await tip(fan, other, 1_000);
    await saveMethod(creator, 'iban-1');
    await saveMethod(other, 'iban-1');
    await credit();
    expect([await earned(creator), (await referralOf(id)).voidReason]).toEqual([0, 'same_payout']);
  });

  test("two cards without a fingerprint aren't considered the same", async () => {
    const id = await refer(creator, fan);
    await db.insert(cards).values(
      [creator, fan].map((person) => ({
        id: ports.ids(),
        accountId: person.id,
        gateway: 'x',
        gatewayId: ports.ids(),
        brand: 'Visa',
        last4: '4242',
        expMonth: 1,
        expYear: 2040,
        createdAt: ports.clock.now(),
      })),
    );
    await credit();
    expect((await referralOf(id)).voidedAt).toBeNull();
  });

  test('a fan who has spent it owes it, and the next credit repays it', async () => {
    const inviter = await makeFan();
    const id = await refer(inviter, fan);
    await tip(fan, other, 2_000);
    await credit();
    await tip(inviter, other, 20);
    await storeCard(inviter, 'visa-2');
    await storeCard(fan, 'visa-2');
    ports.clock.move('1m');
    await credit();
    expect([await wallet(inviter), (await referralOf(id)).paid]).toEqual([0, 100]);
    await refer(inviter, other);
    await tip(fan, other, 2_100);
    await credit();
    expect([await wallet(inviter), (await referralOf(id)).paid]).toEqual([1, 0]);
  });
});
