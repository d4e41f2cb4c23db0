import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { transaction } from '#backend/kernel/context.ts';
import { payoutRequests } from '#backend/db/schema/payouts.ts';
import { balanceOf, post, reverse } from '#backend/domain/base/ledger/ledger.ts';
import { checkLedger } from '#backend/domain/money/audit/ledger-check.ts';
import {
  approvePayout,
  failPayout,
  payPayout,
  processPayout,
  rejectPayout,
  returnPayout,
} from '#backend/domain/across/operator/payouts.ts';
import type { PayoutState } from '#contract/trade/payouts.ts';
import { testBackend } from '../../../setup/backend.ts';
import { payoutsIn } from '../../../setup/payouts.ts';

/*
 * Runs a much simpler model of a creator's balance next to the real one, through sales, refunds, payouts and
 * changes of the clock. After every step both agree on what is available, on hold, set aside and paid; every
 * cent earned and not refunded is in exactly one of these; and nothing is set aside that wasn't available.
 */
const app = await testBackend();
const { db, ports, ctx, call, makeCreator, openSession } = app;
const { operator, makeBank, quote } = payoutsIn(app);
const day = 86_400_000;
const hold = 7 * day;
const lock = 3 * day;
const minimum = 5_000;

type Step =
  | { kind: 'sell'; cents: number }
  | { kind: 'refund'; at: number }
  | { kind: 'ask' | 'edit'; share: number }
  | { kind: 'cancel' | 'approve' | 'process' | 'pay' | 'reject' | 'fail' | 'return' | 'rechoose' }
  | { kind: 'wait'; days: number };

const kinds = [
  'cancel',
  'approve',
  'approve',
  'process',
  'process',
  'pay',
  'pay',
  'reject',
  'fail',
  'return',
  'rechoose',
] as const;
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('sell' as const), cents: fc.integer({ min: 1, max: 20_000 }) }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('refund' as const), at: fc.nat(9) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constantFrom('ask' as const, 'ask' as const, 'edit' as const),
      share: fc.constantFrom(0.2, 0.5, 1, 1, 1.01),
    }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constantFrom(...kinds) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('wait' as const),
      days: fc.constantFrom(0.5, 1, 3, 7, 8, -0.5),
    }),
  },
);
/** Random steps, sometimes starting with a typical sequence or a part of it. */
const begun: readonly Step[] = [
  { kind: 'sell', cents: 9_000 },
  { kind: 'wait', days: 8 },
  { kind: 'ask', share: 1 },
];
const usual: readonly (readonly Step[])[] = [
  [...begun, { kind: 'approve' }, { kind: 'process' }, { kind: 'pay' }],
  [...begun, { kind: 'approve' }, { kind: 'process' }, { kind: 'pay' }, { kind: 'return' }],
  [...begun, { kind: 'refund', at: 0 }, { kind: 'refund', at: 1 }, { kind: 'approve' }, { kind: 'process' }],
  [
    ...begun,
    { kind: 'approve' },
    { kind: 'refund', at: 0 },
    { kind: 'refund', at: 2 },
    { kind: 'process' },
    { kind: 'pay' },
  ],
  [...begun, { kind: 'sell', cents: 7_000 }, { kind: 'edit', share: 1.01 }, { kind: 'edit', share: 1 }],
  [
    { kind: 'rechoose' },
    ...begun.slice(0, 1),
    { kind: 'ask', share: 1 },
    { kind: 'approve' },
    { kind: 'process' },
  ],
];
const way = fc
  .tuple(fc.constantFrom(...usual), fc.integer({ min: 2, max: 8 }))
  .map(([steps, end]) => steps.slice(0, end));
const story: fc.Arbitrary<Step[]> = fc
  .array(fc.oneof({ weight: 3, arbitrary: step.map((one) => [one]) }, { weight: 1, arbitrary: way }), {
    minLength: 6,
    maxLength: 25,
  })
  .map((parts) => parts.flat());

/** The initial states and resulting state of each step. */
const moves: Record<
  Exclude<Step['kind'], 'sell' | 'refund' | 'ask' | 'edit' | 'return' | 'rechoose' | 'wait'>,
  { from: PayoutState[]; to: PayoutState; covered: boolean }
> = {
  cancel: { from: ['pending'], to: 'cancelled', covered: false },
  approve: { from: ['pending'], to: 'approved', covered: true },
  process: { from: ['approved'], to: 'processing', covered: true },
  pay: { from: ['processing'], to: 'paid', covered: false },
  reject: { from: ['pending', 'approved'], to: 'rejected', covered: false },
  fail: { from: ['processing'], to: 'failed', covered: false },
};

async function walk(steps: readonly Step[]): Promise<{ paid: number; refunds: number }> {
  const creator = await makeCreator();
  const me = { ...creator, token: (await openSession(creator.id, 24 * 3_650)).token };
  await makeBank(me);
  const now = () => ports.clock.now().getTime();
  const model = {
    sales: [] as { cents: number; at: number; id: string; refunded: boolean }[],
    open: null as null | { id: string; amount: number; state: PayoutState; locked: number },
    paid: 0,
    lastPaid: null as null | { id: string; amount: number; returned: boolean },
    lockedUntil: 0,
    holder: 0,
  };
  const standing = () => model.sales.filter(({ refunded }) => !refunded);
  const earned = () => standing().reduce((sum, { cents }) => sum + cents, 0);
  const onHold = () =>
    standing()
      .filter(({ at }) => at > now() - hold)
      .reduce((sum, { cents }) => sum + cents, 0);
  const balance = () => earned() - model.paid - (model.open?.amount ?? 0);
  const available = () => balance() - onHold();

  const acts: { [K in Step['kind']]: (one: Extract<Step, { kind: K }>) => Promise<void> } = {
    async sell({ cents }) {
      const postings = [
        { site: 'promotion', amount: -cents },
        { kind: 'earnings', ownerId: me.id, amount: cents },
      ] as const;
      const { transactionId } = await transaction(ctx, (tx) =>
        post(tx, {
          kind: 'charge',
          subject: 'tip',
          actorId: null,
          performerId: me.id,
          description: 'A sale',
          postings,
        }),
      );
      model.sales.push({ cents, at: now(), id: transactionId, refunded: false });
    },
    async refund({ at }) {
      const sale = model.sales[at % Math.max(1, model.sales.length)];
      if (!sale || sale.refunded) return;
      await transaction(ctx, (tx) => reverse(tx, sale.id, 'Refund'));
      sale.refunded = true;
    },
    async ask({ share }) {
      const amount = Math.floor(available() * share) + (share > 1 ? 1 : 0);
      const isAllowed = !model.open && amount >= minimum && amount <= available();
      if (amount < 1) return;
      const { status, data } = await call('POST /payout-requests', { token: me.token, body: { amount } });
      expect(['ask', amount, status < 300]).toEqual(['ask', amount, isAllowed]);
      if (isAllowed) model.open = { id: data._id, amount, state: 'pending', locked: model.lockedUntil };
    },
    async edit({ share }) {
      if (!model.open) return;
      const amount = Math.max(1, Math.floor((available() + model.open.amount) * share) + (share > 1 ? 1 : 0));
      const isAllowed =
        model.open.state === 'pending' &&
        amount >= minimum &&
        (amount <= model.open.amount || amount <= available() + model.open.amount);
      const { status } = await call('PUT /payout-requests/:id', {
        token: me.token,
        params: { id: model.open.id },
        body: { amount },
      });
      expect(['edit', amount, status < 300]).toEqual([
        'edit',
        amount,
        isAllowed || (amount === model.open.amount && model.open.state === 'pending'),
      ]);
      if (isAllowed) model.open.amount = amount;
    },
    cancel: () =>
      move(
        'cancel',
        async (id) =>
          (await call('POST /payout-requests/:id/cancel', { token: me.token, params: { id } })).status < 300,
      ),
    approve: () => move('approve', (id) => succeeds(approvePayout(operator, id))),
    process: () => move('process', (id) => succeeds(processPayout(operator, id))),
    pay: () => move('pay', (id) => succeeds(payPayout(operator, id, 'R1'))),
    reject: () => move('reject', (id) => succeeds(rejectPayout(operator, id, 'No'))),
    fail: () => move('fail', (id) => succeeds(failPayout(operator, id, 'No'))),
    async return() {
      const { lastPaid } = model;
      if (!lastPaid) return;
      const back = returnPayout(operator, lastPaid.id, { reason: 'No', reference: 'R2' });
      expect(await succeeds(back)).toBe(!lastPaid.returned);
      if (!lastPaid.returned) model.paid -= lastPaid.amount;
      lastPaid.returned = true;
    },
    async rechoose() {
      model.holder += 1;
      await call('PUT /performers/:id/banking-settings', {
        token: me.token,
        params: { id: me.id },
        body: {
          holder: `Holder ${model.holder}`,
          bank: 'Alpenbank',
          country: 'DE',
          currency: 'EUR',
          iban: 'DE89370400440532013000',
          password: me.password,
        },
      });
      model.lockedUntil = now() + lock;
    },
    async wait({ days }) {
      ports.clock.move(days * day);
    },
  };
  const succeeds = (work: Promise<unknown>) =>
    work.then(
      () => true,
      () => false,
    );
  async function move(name: keyof typeof moves, act: (id: string) => Promise<boolean>): Promise<void> {
    const { open } = model;
    if (!open) return;
    const { from, to, covered } = moves[name];
    const isAllowed =
      from.includes(open.state) &&
      (!covered || available() >= 0) &&
      (name !== 'process' || open.locked <= now());
    expect([name, open.state, available(), await act(open.id)]).toEqual([
      name,
      open.state,
      available(),
      isAllowed,
    ]);
    if (!isAllowed) return;
    open.state = to;
    if (to === 'paid') {
      model.paid += open.amount;
      model.lastPaid = { id: open.id, amount: open.amount, returned: false };
    }
    if (!['approved', 'processing'].includes(to)) model.open = null;
  }
  async function agree(): Promise<void> {
    const seen = await quote(me);
    expect([seen.available, seen.onHold, seen.setAside, seen.openRequestId]).toEqual([
      available(),
      onHold(),
      model.open?.amount ?? 0,
      model.open?.id ?? null,
    ]);
    expect(await balanceOf(ctx, 'earnings', me.id)).toBe(balance());
    // Every cent is in exactly one place.
    expect(
      (await balanceOf(ctx, 'earnings', me.id)) + (await balanceOf(ctx, 'payout', me.id)) + model.paid,
    ).toBe(earned());
    expect(model.paid + (model.open?.amount ?? 0)).toBeLessThanOrEqual(
      model.sales.reduce((sum, { cents }) => sum + cents, 0),
    );
  }

  for (const one of steps) {
    await (acts[one.kind] as (given: Step) => Promise<void>)(one);
    await agree();
  }
  const rows = await db.select().from(payoutRequests).where(eq(payoutRequests.performerId, me.id));
  expect(rows.filter(({ state }) => state === 'paid').reduce((sum, { amount }) => sum + amount, 0)).toBe(
    model.paid,
  );
  return { paid: model.paid, refunds: model.sales.filter(({ refunded }) => refunded).length };
}

test(
  'whatever is sold, refunded, requested and decided, nobody is paid more than they earned, and every cent is accounted for',
  async () => {
    const seen = { paid: 0, refunds: 0 };
    await fc.assert(
      fc.asyncProperty(story, async (steps) => {
        const { paid, refunds } = await walk(steps);
        seen.paid += paid;
        seen.refunds += refunds;
      }),
      { numRuns: process.env.DEEP ? 1_000 : 20 },
    );
    expect(await checkLedger(ctx)).toEqual([]);
    expect(seen.paid).toBeGreaterThan(0);
    expect(seen.refunds).toBeGreaterThan(0);
  },
  process.env.DEEP ? 1_800_000 : 120_000,
);
