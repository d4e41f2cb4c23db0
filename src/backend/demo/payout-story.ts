import type { Ctx } from '../kernel/context.ts';
import { type BankDetails, normalizeAccount } from '../domain/trade/payouts/bank-details.ts';
import { earningBalance } from '../domain/money/earnings/balance.ts';
import { saveBillingDetails } from '../domain/money/earnings/billing-details.ts';
import { fingerprintOfAccount, payoutMethodSeal } from '../domain/trade/payouts/methods.ts';
import {
  type PayoutRow,
  type PayoutState,
  reserveForPayout,
  settlePayout,
  writeEvent,
} from '../domain/trade/payouts/state-machine.ts';
import { seal } from '../kernel/sealing.ts';
import { payoutMethods, payoutRequests } from '../db/schema/payouts.ts';
import { creatorNamed } from './cast.ts';
import { type Happening, as, before, days } from './past.ts';
import { demoId } from './random.ts';

const methodId = demoId('payout method demo-creator');

/** Uses an example IBAN published by banks. */
const exampleBank = (holder: string): BankDetails => ({
  holder,
  bank: 'Nordlicht Bank',
  country: 'DE',
  currency: 'EUR',
  iban: 'DE89370400440532013000',
});

/** What the demo creator's statements say about her. */
const billing = {
  name: 'Mara Lindqvist Foto',
  line1: 'Sillgatan 12',
  line2: '',
  city: 'Smögen',
  state: '',
  zip: '456 51',
  country: 'SE',
  taxNumber: 'SE000000000001',
};

async function saveMethod(ctx: Ctx): Promise<void> {
  const creator = creatorNamed('demo-creator');
  const time = ctx.ports.clock.now();
  const details = exampleBank(creator.name);
  const normal = normalizeAccount(details);
  const sealed = await seal(
    payoutMethodSeal(ctx, { id: methodId, accountId: creator.id }),
    JSON.stringify(details),
  );
  const shown = {
    holder: details.holder,
    bank: details.bank,
    country: details.country,
    last4: normal.slice(-4),
  };
  await ctx.db.insert(payoutMethods).values({
    id: methodId,
    accountId: creator.id,
    type: 'bank',
    sealed,
    shown,
    fingerprint: fingerprintOfAccount(ctx, normal),
    isChosen: true,
    lockedUntil: new Date(time.getTime() + days(3)),
    createdAt: time,
    updatedAt: time,
  });
  await saveBillingDetails(as(ctx, creator), billing);
}

/** Requests a share of the available balance, rounded down to whole tens. */
async function ask(ctx: Ctx, share: number): Promise<PayoutRow | null> {
  const performerId = creatorNamed('demo-creator').id;
  const { available } = await earningBalance(ctx, performerId);
  const { currency, minimumPayoutAmount } = await ctx.settings.all();
  const amount = Math.max(minimumPayoutAmount, Math.floor((available * share) / 1_000) * 1_000);
  if (amount > available) return null;
  const time = ctx.ports.clock.now();
  const id = ctx.ports.ids();
  const transactionId = await reserveForPayout(ctx, { id, performerId }, amount);
  const [payout] = await ctx.db
    .insert(payoutRequests)
    .values({
      id,
      performerId,
      methodId,
      amount,
      currency,
      state: 'pending',
      transactionId,
      createdAt: time,
      updatedAt: time,
    })
    .returning();
  if (payout) await writeEvent(ctx, payout, { news: 'pending', by: 'creator' });
  return payout ?? null;
}

/** The demo creator's payouts: one paid and one pending. No emails are sent for them. */
export function payoutStory(today: Date): Happening[] {
  let first: PayoutRow | null = null;
  const step = (ago: number, to: PayoutState, reference?: string): Happening => ({
    at: before(today, days(ago)),
    async perform(ctx) {
      if (!first) return;
      first = await settlePayout(ctx, first, { to, ...(reference ? { set: { reference } } : {}) });
      await writeEvent(ctx, first, { news: to, by: 'operator', note: reference && `Reference ${reference}` });
    },
  });
  return [
    { at: before(today, days(45)), perform: saveMethod },
    { at: before(today, days(12.3)), perform: async (ctx) => void (first = await ask(ctx, 1)) },
    step(11.6, 'approved'),
    step(11.5, 'processing'),
    step(9.4, 'paid', 'NLB-2211-0047'),
    { at: before(today, days(0.4)), perform: async (ctx) => void (await ask(ctx, 0.7)) },
  ];
}
