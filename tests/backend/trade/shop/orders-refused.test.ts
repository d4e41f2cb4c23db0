import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { orderEvents, orders, products } from '#backend/db/schema/shop.ts';
import { checkLedger } from '#backend/domain/money/audit/ledger-check.ts';
import type { OrderMove } from '#contract/trade/orders.ts';
import { orderApp } from '../../../setup/ordering.ts';
import { berlin } from '../../../setup/shop.ts';
import type { Person } from '../../../setup/test-app.ts';

const app = await orderApp();
const { db, ports, ctx, call, raw, fund, backend, order, move, see, stockOf, wallet, after, ship, day } = app;

let fan: Person;
let creator: Person;
let productId: string;
beforeEach(async () => {
  ({ fan, creator, productId } = await app.begin());
});

describe('invalid actions are rejected with the reason and have no effect', () => {
  const all: OrderMove[] = [
    { action: 'accept' },
    ship,
    { action: 'deny', reason: 'x' },
    { action: 'cancel', reason: '' },
    { action: 'confirm' },
  ];
  /** How to reach each state, and the moves allowed there. */
  const states: [string, ((id: string) => Promise<unknown>)[], string[]][] = [
    ['paid', [], ['seller accept', 'seller deny', 'buyer cancel']],
    ['accepted', [(id) => move(creator, id, { action: 'accept' })], ['seller ship', 'seller deny']],
    [
      'shipped',
      [(id) => move(creator, id, { action: 'accept' }), (id) => move(creator, id, ship)],
      ['buyer confirm'],
    ],
    [
      'delivered',
      [
        (id) => move(creator, id, { action: 'accept' }),
        (id) => move(creator, id, ship),
        (id) => move(fan, id, { action: 'confirm' }),
      ],
      [],
    ],
    [
      'closed',
      [
        (id) => move(creator, id, { action: 'accept' }),
        (id) => move(creator, id, ship),
        (id) => move(fan, id, { action: 'confirm' }),
        () => after(7),
      ],
      [],
    ],
    ['refunded', [(id) => move(fan, id, { action: 'cancel', reason: '' })], []],
  ];
  test.each(states)('in the state %s', async (state, way, allowed) => {
    for (const [side, who] of [
      ['seller', creator],
      ['buyer', fan],
    ] as const) {
      for (const body of all) {
        const id = await order();
        for (const step of way) await step(id);
        const [before, events, tokens] = [
          await db.select().from(orders).where(eq(orders.id, id)),
          await db.select().from(orderEvents).where(eq(orderEvents.orderId, id)),
          await wallet(),
        ];
        expect(before[0]?.state).toBe(state);
        const { status, problem } = await move(who, id, body);
        const isAllowed = allowed.includes(`${side} ${body.action}`);
        expect([side, body.action, status]).toEqual([side, body.action, isAllowed ? 200 : 409]);
        if (isAllowed) continue;
        expect(problem.message).toMatch(/^[A-Z].*\.$/);
        expect(await db.select().from(orders).where(eq(orders.id, id))).toEqual(before);
        expect(await db.select().from(orderEvents).where(eq(orderEvents.orderId, id))).toEqual(events);
        expect(await wallet()).toBe(tokens);
        await db.update(products).set({ stock: 7 }).where(eq(products.id, productId));
        await fund(fan.id, 1_000);
      }
    }
    expect(await checkLedger(ctx)).toEqual([]);
  });

  test('past the deadline, even before the job has run', async () => {
    const id = await order();
    ports.clock.move(3 * day);
    const { status, problem } = await move(creator, id, { action: 'accept' });
    expect([status, problem.message]).toEqual([409, 'This order has expired and is being refunded.']);
    await after(0);
    expect((await see(fan, id)).state).toBe('refunded');
  });

  test.each([
    { action: 'ship', carrier: 'DHL' },
    { action: 'ship', carrier: '', tracking: '1' },
    { action: 'deny' },
    { action: 'refund' },
    { action: 'accept', state: 'closed' },
    {},
  ])("%j isn't a valid action", async (body) => {
    const id = await order();
    expect((await raw('PUT /orders/:id/update', { token: creator.token, params: { id }, body })).status).toBe(
      422,
    );
  });
});

describe('at the same moment', () => {
  test('accepting, canceling, denying and the deadline: exactly one of them happens', async () => {
    for (let round = 0; round < 12; round += 1) {
      const id = await order();
      ports.clock.move(3 * day - 1);
      const asked = [
        move(creator, id, { action: 'accept' }),
        move(fan, id, { action: 'cancel', reason: '' }),
        move(creator, id, { action: 'deny', reason: 'x' }),
        move(fan, id, { action: 'cancel', reason: '' }),
      ];
      ports.clock.move(1);
      const [jobs, ...answers] = await Promise.all([
        Promise.all(Array.from({ length: 3 }, () => backend.runJobs())),
        ...asked,
      ]);
      expect(jobs).toHaveLength(3);
      await backend.runJobs();
      await backend.runJobs();
      const { state, timeline } = await see(fan, id);
      const succeeded = answers.filter(({ status }) => status === 200);
      expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true);
      expect(timeline.filter(({ event }) => event === 'refunded')).toHaveLength(state === 'refunded' ? 1 : 0);
      // An accepted order may still be denied, in which case both moves succeeded.
      expect(timeline.length).toBe(
        1 +
          succeeded.length +
          (state === 'refunded' ? 1 : 0) +
          (timeline.some(({ event }) => event === 'expired') ? 1 : 0),
      );
      if (state !== 'refunded') await move(creator, id, { action: 'deny', reason: 'x' });
      expect([await wallet(), await stockOf()]).toEqual([1_000, { stock: 7, sold: 0 }]);
    }
    expect(await checkLedger(ctx)).toEqual([]);
  });

  test('with many job runners a deadline has its effect once', async () => {
    const ids = [await order(), await order(), await order()];
    ports.clock.move(3 * day);
    await Promise.all(Array.from({ length: 8 }, () => backend.runJobs()));
    await Promise.all(Array.from({ length: 8 }, () => backend.runJobs()));
    for (const id of ids)
      expect((await see(fan, id)).timeline.map(({ event }) => event)).toEqual([
        'paid',
        'expired',
        'refunded',
      ]);
    expect(await wallet()).toBe(1_000);
  });

  test('buying and refunding the same product never deadlock', async () => {
    const ids = await Promise.all(Array.from({ length: 6 }, () => order()));
    await fund(fan.id, 10_000);
    await Promise.all(
      [
        ...ids.map((id) => move(fan, id, { action: 'cancel', reason: '' })),
        ...Array.from({ length: 20 }, () =>
          call('POST /wallet/charges/product/:id', {
            token: fan.token,
            params: { id: productId },
            body: { address: berlin },
          }),
        ),
      ].map(async (asked) => expect([200, 201, 409]).toContain((await asked).status)),
    );
    expect(await checkLedger(ctx)).toEqual([]);
    const open = (await db.select().from(orders).where(eq(orders.productId, productId))).filter(
      ({ state }) => state !== 'refunded',
    );
    expect(await stockOf()).toEqual({ stock: 7 - open.length, sold: open.length });
  });
});
