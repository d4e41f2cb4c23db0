import { desc, eq, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { currencies, leastCharge } from '#config/currencies.ts';
import { formatMoney } from '#lib/format.ts';
import { firstPrice } from '#lib/plans/first-price.ts';
import { performers } from '#backend/db/schema/creators.ts';
import { payments } from '#backend/db/schema/ledger.ts';
import { tokenPackages } from '#backend/db/schema/operator.ts';
import { fetchRows } from '#backend/db/db.ts';
import type { OperatorCtx } from '#backend/domain/across/operator/audit.ts';
import { setSetting } from '#backend/domain/across/operator/settings.ts';
import { stripeBackend } from '../../../setup/stripe-backend.ts';

const app = await stripeBackend();
const { raw, ok, db, ctx, addCard, stand } = app;

/** The operator before the site's first payment. */
const operator = {
  ...ctx,
  actor: 'operator:test',
  db: { execute: () => Promise.resolve({ rows: [{ any: false }] }), insert: db.insert.bind(db) },
} as unknown as OperatorCtx;
const choose = (text: string) => setSetting(operator, { key: 'currency', text });
/** Where cards pay more than the usual minimum, prices begin higher. */
async function chooseWithPrices(currency: string): Promise<void> {
  await choose('USD');
  for (const key of ['minimumWalletPrice', 'minimumSubscriptionPrice'])
    await setSetting(operator, { key, text: String(Math.max(295, leastCharge(currency))) });
  await choose(currency);
}

/** From Stripe's documentation of currencies. */
const withoutDecimals = 'BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF UGX VND VUV XAF XOF XPF ISK'.split(' ');
const withThreeDecimals = ['BHD', 'JOD', 'KWD', 'OMR', 'TND'];

describe('the currency of a site', () => {
  test('is one in which everything is right; every other code is refused with a sentence', async () => {
    const codes = new Set([
      ...Intl.supportedValuesOf('currency'),
      ...withoutDecimals,
      ...withThreeDecimals,
      'XYZ',
      'usd',
      'dollars',
      '',
      '5',
      'null',
    ]);
    await choose('EUR');
    const accepted: string[] = [];
    for (const code of codes)
      await choose(code).then(
        () => accepted.push(code),
        (error: Error) =>
          expect(error.message).toMatch(
            /Choose one of AED, AUD, .*USD\.$|^Cards pay .* so minimum\w+Price can’t be below \d+\. Set it first\.$/,
          ),
      );
    for (const currency of currencies) await chooseWithPrices(currency);
    expect(accepted.sort()).toEqual(currencies.filter((currency) => leastCharge(currency) <= 295));
    expect(currencies.filter((code) => [...withoutDecimals, ...withThreeDecimals].includes(code))).toEqual(
      [],
    );
  });

  test.each(currencies)('%s: page, ledger, receipt and Stripe name the same amount', async (currency) => {
    await chooseWithPrices(currency);
    const fan = await app.makeFan();
    const cardId = await addCard(fan);
    const settings = await ok('GET /settings/public');
    const bought = await ok('POST /payment/wallet/top-up', {
      token: fan.token,
      body: { cardId, amount: 2_345 },
    });
    const [payment] = await db
      .select()
      .from(payments)
      .where(eq(payments.accountId, fan.id))
      .orderBy(desc(payments.createdAt));
    const [posted] = await fetchRows<{ money: string }>(
      db.execute(
        sql`SELECT sum(amount) AS money FROM ledger_postings WHERE transaction_id = ${bought._id} AND unit = 'money' AND amount > 0`,
      ),
    );
    const receipt = await ok('GET /payment/receipts/:id', { token: fan.token, params: { id: bought._id } });
    const charged = [...stand.state.charges.values()].at(-1);
    const unit = new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions();
    expect({
      page: [settings.currency, formatMoney(bought.amount, settings.currency).replaceAll(/[^\d.]/g, '')],
      ledger: [payment?.currency, Number(posted?.money)],
      receipt: [receipt.currency, receipt.total],
      stripe: [charged?.currency.toUpperCase(), charged?.amount],
      decimals: unit.maximumFractionDigits,
    }).toEqual({
      page: [currency, '23.45'],
      ledger: [currency, 2_345],
      receipt: [currency, 2_345],
      stripe: [currency, 2_345],
      decimals: 2,
    });
  });

  test('no price may be less than cards pay', async () => {
    await chooseWithPrices('CZK');
    for (const key of ['minimumWalletPrice', 'minimumSubscriptionPrice'])
      await expect(setSetting(operator, { key, text: '1499' })).rejects.toThrow(
        `Cards pay ${formatMoney(1_500, 'CZK')} or more, so ${key} can’t be below 1500.`,
      );
    await chooseWithPrices('USD');
  });

  test('nothing may be for sale that no card could pay', async () => {
    await chooseWithPrices('USD');
    // As if the ledger were empty, and everything else as it is.
    const execute = (asked: Parameters<typeof db.execute>[0]) =>
      JSON.stringify(asked).includes('ledger_postings')
        ? Promise.resolve({ rows: [{ any: false }] })
        : db.execute(asked);
    const selling = {
      ...operator,
      db: { execute, insert: db.insert.bind(db) },
    } as unknown as OperatorCtx;
    const cheap = await app.makeCreator();
    const priced = (monthlyPrice: number) =>
      db
        .update(performers)
        .set({ monthlyPrice, yearlyPrice: 20_000 })
        .where(eq(performers.accountId, cheap.id));
    await db.update(tokenPackages).set({ price: 2_000 });
    for (const key of ['minimumWalletPrice', 'minimumSubscriptionPrice'])
      await setSetting(operator, { key, text: '1500' });
    await priced(999);
    const inCzk = () => setSetting(selling, { key: 'currency', text: 'CZK' });
    await expect(inCzk()).rejects.toThrow('a token package or a subscription costs less');
    await priced(1_500);
    expect((await inCzk()).value).toBe('CZK');
    await chooseWithPrices('USD');
  });

  test('an offer never takes a first month below what cards pay', () => {
    expect(currencies.map((currency) => firstPrice(1_600, 99, leastCharge(currency)))).toEqual(
      currencies.map((currency) => Math.max(16, leastCharge(currency))),
    );
  });

  test.each(['JPY', 'KWD', 'MGA'])('a site set to %s before takes no card payment', async (currency) => {
    await app.settings.set('currency', currency);
    const fan = await app.makeFan();
    const cardId = await addCard(fan);
    const before = stand.state.charges.size;
    const answer = await raw('POST /payment/wallet/top-up', {
      token: fan.token,
      body: { cardId, amount: 1_234 },
    });
    expect(answer.problem?.message).toBe(
      `Card payments in ${currency} aren’t available on this site. Nothing was charged.`,
    );
    expect(stand.state.charges.size).toBe(before);
  });
});
