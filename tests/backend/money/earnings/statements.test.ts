import { eq, sql } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { fetchRows } from '#backend/db/db.ts';
import { billingDetails } from '#backend/db/schema/earnings.ts';
import { addUpDays } from '#backend/domain/money/earnings/days.ts';
import { renewSecret } from '#backend/domain/across/operator/secret.ts';
import { testBackend } from '../../../setup/backend.ts';
import type { Person } from '../../../setup/test-app.ts';

const app = await testBackend();
const { raw, ok, ctx, ports, fund } = app;

let fan: Person;
let creator: Person;
beforeEach(async () => {
  ports.clock.set('2026-01-10T09:00:00Z');
  fan = await app.makeFan({ name: 'Fay' });
  creator = await app.makeCreator({ name: 'Cleo' });
  fan = { ...fan, token: (await app.openSession(fan.id, 10_000)).token };
  creator = { ...creator, token: (await app.openSession(creator.id, 10_000)).token };
  await fund(fan.id, 10_000);
});
const tip = (amount: number) =>
  ok('POST /wallet/charges/tip/:id', { token: fan.token, params: { id: creator.id }, body: { amount } });
const month = (name: string) =>
  ok('GET /performer/earning/statement', { token: creator.token, query: { month: name } });
const year = (name: string) =>
  ok('GET /performer/earning/year', { token: creator.token, query: { year: name } });
const details = {
  name: 'Cleo Clay LLC',
  line1: 'Kiln Street 1',
  line2: 'Suite 4',
  city: 'Portland',
  state: 'OR',
  zip: '97201',
  country: 'US',
  taxNumber: '98-7654321',
};
const save = (body: Partial<typeof details> = {}) =>
  ok('PUT /performer/billing-details', { token: creator.token, body: { ...details, ...body } });

/** Tips of 20.00 in January, 10.00 in March, whose days are added up, and 5.00 today. */
async function sell(): Promise<void> {
  await tip(400);
  ports.clock.set('2026-03-05T09:00:00Z');
  await tip(200);
  ports.clock.set('2026-04-02T09:00:00Z');
  await addUpDays(ctx);
  await tip(100);
}

test('a year is its months, which join without a gap, and their total', async () => {
  await sell();
  const { months, total } = await year('2026');
  expect(months.map(({ month: name, isOpen, opening, closing }) => [name, isOpen, opening, closing])).toEqual(
    [
      ['2026-01', false, 0, 1_600],
      ['2026-02', false, 1_600, 1_600],
      ['2026-03', false, 1_600, 2_400],
      ['2026-04', true, 2_400, 2_800],
    ],
  );
  expect([total.opening, total.sales, total.closing]).toEqual([
    0,
    { gross: 3_500, commission: 700, net: 2_800, count: 3 },
    2_800,
  ]);
  for (const { month: name, number, isOpen, ...balances } of months)
    expect(await month(name)).toMatchObject({ number, isOpen, ...balances });
  // Of a year that is over, the balance of its end and not of now.
  ports.clock.set('2027-01-01T09:00:00Z');
  await tip(100);
  expect((await year('2026')).total.closing).toBe(2_800);
  expect((await year('2026')).months).toHaveLength(12);
  expect((await year('2025')).total).toMatchObject({ opening: 0, closing: 0 });
});

test('a statement keeps its number, and no other has it', async () => {
  await sell();
  const other = await app.makeCreator();
  const { number } = await month('2026-01');
  expect((await month('2026-01')).number).toBe(number);
  expect(number).toMatch(/^S-2026-01-[0-9A-Z]{5}-[0-9A-Z]{5}$/);
  const of = async (token: string, name: string) =>
    (await ok('GET /performer/earning/statement', { token, query: { month: name } })).number;
  expect(new Set([number, (await month('2026-02')).number, await of(other.token, '2026-01')]).size).toBe(3);
});

test('a year that hasn’t begun, or no year, has no summary', async () => {
  for (const name of ['2027', '1969', '20260', 'all'])
    expect(
      (await raw('GET /performer/earning/year', { token: creator.token, query: { year: name } })).status,
    ).toBe(422);
});

test('both parties are named: the site by its settings, the creator by what they entered', async () => {
  expect(await month('2026-01')).toMatchObject({
    site: { name: 'Limelight', address: [], taxNumber: '' },
    performer: { name: 'Cleo', address: [], taxNumber: '' },
  });
  await ctx.settings.set('legalName', 'Limelight Media Ltd.');
  await ctx.settings.set('legalAddress', 'Harbor Street 1\n\nPortland, OR 97201\nUnited States');
  await ctx.settings.set('taxNumber', '12-3456789');
  await save();
  const parties = {
    site: {
      name: 'Limelight Media Ltd.',
      address: ['Harbor Street 1', 'Portland, OR 97201', 'United States'],
      taxNumber: '12-3456789',
    },
    performer: {
      name: 'Cleo Clay LLC',
      address: ['Kiln Street 1', 'Suite 4', '97201 Portland, OR', 'United States'],
      taxNumber: '98-7654321',
    },
  };
  expect(await month('2026-01')).toMatchObject(parties);
  expect(await year('2026')).toMatchObject(parties);
  await save({ line2: '', state: '', zip: '', taxNumber: '' });
  expect((await month('2026-01')).performer).toEqual({
    name: 'Cleo Clay LLC',
    address: ['Kiln Street 1', 'Portland', 'United States'],
    taxNumber: '',
  });
});

test('a tax number is stored encrypted, and again after a change of the secret', async () => {
  await save();
  const stored = async () => {
    const rows = await fetchRows<{ row: string }>(
      ctx.db.execute(
        sql`SELECT row_to_json(b)::text AS row FROM billing_details b WHERE account_id = ${creator.id}`,
      ),
    );
    return rows[0]?.row ?? '';
  };
  const before = await stored();
  expect(before).toContain('Kiln Street 1');
  expect(before).not.toContain('7654321');
  const changed = (previousSecrets: readonly string[], secret = 'another-secret-of-enough-characters') => ({
    ...ctx,
    config: { ...ctx.config, secret, previousSecrets },
    actor: 'tests',
    actorId: null,
  });
  expect((await renewSecret(changed([ctx.config.secret]))).taxNumbers).toMatchObject({ renewed: 1 });
  expect(await stored()).not.toBe(before);
  expect((await renewSecret(changed([]))).taxNumbers).toMatchObject({ renewed: 0, unreadable: [] });
  const lost = (await renewSecret(changed([], 'a-secret-that-never-sealed-anything'))).taxNumbers;
  expect(lost.unreadable).toContain(creator.id);
  await renewSecret(changed(['another-secret-of-enough-characters'], ctx.config.secret));
  expect((await ok('GET /performer/billing-details', { token: creator.token })).details).toEqual(details);
  await ctx.db.delete(billingDetails).where(eq(billingDetails.accountId, creator.id));
});
