import { eq, sql } from 'drizzle-orm';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fetchRows } from '#backend/db/db.ts';
import { orders, products } from '#backend/db/schema/shop.ts';
import { balanceOf } from '#backend/domain/base/ledger/ledger.ts';
import { checkLedger } from '#backend/domain/money/audit/ledger-check.ts';
import type { OrderMove, OrderState } from '#contract/trade/orders.ts';
import { testBackend } from '../../../setup/backend.ts';
import { berlin, shopIn } from '../../../setup/shop.ts';

/*
 * Runs a much simpler model of orders next to the real one, through whatever people and the clock may do.
 * After every step both agree on every order, on the stock and on all balances; at the end the ledger adds
 * up.
 */
const app = await testBackend();
const { db, ports, ctx, call, makeFan, makeCreator, fund, openSession, backend } = app;
const { makeProduct } = shopIn(app);
const day = 86_400_000;
const days = { accept: 3, ship: 7 + 2, deliver: 14, close: 7 };

interface Model {
  state: OrderState;
  due: number | null;
  quantity: number;
  id: string;
}
type Step =
  | { kind: 'buy'; quantity: number }
  | { kind: 'move'; who: 'buyer' | 'seller'; action: PlainAction; at: number }
  | { kind: 'wait'; days: number };

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constant('buy' as const), quantity: fc.integer({ min: 1, max: 4 }) }),
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('move' as const),
      who: fc.constantFrom('buyer' as const, 'seller' as const),
      action: fc.constantFrom(
        'accept' as const,
        'ship' as const,
        'deny' as const,
        'cancel' as const,
        'confirm' as const,
      ),
      at: fc.nat(9),
    }),
  },
  fc.record({ kind: fc.constant('wait' as const), days: fc.constantFrom(0.5, 1, 3, 7, 9, 15) }),
);

type PlainAction = Extract<OrderMove['action'], 'accept' | 'ship' | 'deny' | 'cancel' | 'confirm'>;
const table: Record<
  PlainAction,
  { who: 'buyer' | 'seller'; from: OrderState[]; to: OrderState; wait: number | null }
> = {
  accept: { who: 'seller', from: ['paid'], to: 'accepted', wait: days.ship },
  ship: { who: 'seller', from: ['accepted'], to: 'shipped', wait: days.deliver },
  deny: { who: 'seller', from: ['paid', 'accepted'], to: 'refunded', wait: null },
  cancel: { who: 'buyer', from: ['paid'], to: 'refunded', wait: null },
  confirm: { who: 'buyer', from: ['shipped'], to: 'delivered', wait: days.close },
};
const byItself: Partial<Record<OrderState, { to: OrderState; wait: number | null }>> = {
  paid: { to: 'refunded', wait: null },
  accepted: { to: 'refunded', wait: null },
  shipped: { to: 'delivered', wait: days.close },
  delivered: { to: 'closed', wait: null },
};
const bodyOf = (action: PlainAction): OrderMove =>
  action === 'ship'
    ? { action, carrier: 'DHL', tracking: '1' }
    : action === 'deny' || action === 'cancel'
      ? { action, reason: 'x' }
      : { action };

async function walk(steps: readonly Step[]): Promise<void> {
  const [fan, creator] = [await makeFan(), await makeCreator()];
  const tokens = {
    buyer: (await openSession(fan.id, 24 * 3650)).token,
    seller: (await openSession(creator.id, 24 * 3650)).token,
  };
  await fund(fan.id, 900);
  const productId = await makeProduct(creator.id, {
    price: 100,
    shippingPrice: 20,
    stock: 5,
    processingDays: 2,
  });
  const model = { stock: 5, wallet: 900, orders: [] as Model[] };
  const now = () => ports.clock.now().getTime();
  const take = (order: Model, to: OrderState, wait: number | null) => {
    if (to === 'refunded') {
      model.stock += order.quantity;
      model.wallet += order.quantity * 100 + 20;
    }
    order.state = to;
    order.due = wait === null ? null : now() + wait * day;
  };

  async function buy(quantity: number): Promise<void> {
    const cost = quantity * 100 + 20;
    const expected = quantity > model.stock ? 409 : cost > model.wallet ? 402 : 201;
    const { status, data } = await call('POST /wallet/charges/product/:id', {
      token: tokens.buyer,
      params: { id: productId },
      body: { quantity, address: berlin },
    });
    expect(status).toBe(expected);
    if (status !== 201) return;
    model.stock -= quantity;
    model.wallet -= cost;
    model.orders.push({ id: data.order._id, quantity, state: 'paid', due: now() + days.accept * day });
  }
  async function move({ who, action, at }: Extract<Step, { kind: 'move' }>): Promise<void> {
    const order = model.orders[at % Math.max(1, model.orders.length)];
    if (!order) return;
    const rule = table[action];
    const isAllowed = rule.who === who && rule.from.includes(order.state);
    const { status } = await call('PUT /orders/:id/update', {
      token: tokens[who],
      params: { id: order.id },
      body: bodyOf(action),
    });
    expect([action, who, order.state, status]).toEqual([action, who, order.state, isAllowed ? 200 : 409]);
    if (isAllowed) take(order, rule.to, rule.wait);
  }
  async function wait(some: number): Promise<void> {
    ports.clock.move(some * day);
    await backend.runJobs();
    await backend.runJobs();
    for (const order of model.orders) {
      const next = order.due !== null && order.due <= now() ? byItself[order.state] : undefined;
      if (next) take(order, next.to, next.wait);
    }
  }
  async function agree(): Promise<void> {
    const rows = await db
      .select()
      .from(orders)
      .where(eq(orders.productId, productId))
      .orderBy(orders.createdAt, orders.id);
    expect(
      new Map(rows.map(({ id, state, deadlineAt }) => [id, [state, deadlineAt?.getTime() ?? null]])),
    ).toEqual(new Map(model.orders.map(({ id, state, due }) => [id, [state, due]])));
    const [product] = await db.select().from(products).where(eq(products.id, productId));
    expect([product?.stock, await balanceOf(ctx, 'wallet', fan.id)]).toEqual([model.stock, model.wallet]);
    // A token is worth five cents, of which the site keeps 20%.
    expect(await balanceOf(ctx, 'earnings', creator.id)).toBe((900 - model.wallet) * 4);
  }

  for (const one of steps) {
    if (one.kind === 'buy') await buy(one.quantity);
    else if (one.kind === 'move') await move(one);
    else await wait(one.days);
    await agree();
  }
}

test(
  "whatever people and the clock do, orders, stock and money follow the product's rules",
  async () => {
    await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 14 }), walk), {
      numRuns: process.env.DEEP ? 1_000 : 30,
    });
    expect(await checkLedger(ctx)).toEqual([]);
    const [refunds] = await fetchRows<{ n: number }>(
      db.execute(sql`SELECT count(*)::int AS n FROM ledger_transactions WHERE kind = 'refund'`),
    );
    expect(refunds?.n).toBeGreaterThan(0);
  },
  process.env.DEEP ? 900_000 : 60_000,
);
