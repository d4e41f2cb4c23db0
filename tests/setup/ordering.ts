import { eq } from 'drizzle-orm';
import { products } from '#backend/db/schema/shop.ts';
import { balanceOf } from '#backend/domain/base/ledger/ledger.ts';
import type { OrderMove } from '#contract/trade/orders.ts';
import { testBackend } from './backend.ts';
import { berlin, shopIn } from './shop.ts';
import type { Person } from './test-app.ts';

const day = 86_400_000;

/**
 * A backend with a fan (1,000 tokens), a creator and a product (100 tokens, 20 for shipping, seven in stock,
 * two days of processing), all recreated by each `begin`.
 */
export async function orderApp() {
  const app = await testBackend();
  const { db, ports, ctx, call, ok, makeFan, makeCreator, fund, openSession, backend } = app;
  const shop = shopIn(app);
  const now: { fan?: Person; creator?: Person; productId?: string } = {};

  /** Logged in for a year, because orders take weeks. */
  const staying = async (person: Person): Promise<Person> => ({
    ...person,
    token: (await openSession(person.id, 24 * 365)).token,
  });

  async function begin() {
    const [fan, creator] = [
      await staying(await makeFan({ name: 'Ada' })),
      await staying(await makeCreator({ name: 'Mara' })),
    ];
    await fund(fan.id, 1_000);
    const productId = await shop.makeProduct(creator.id, { processingDays: 2 });
    Object.assign(now, { fan, creator, productId });
    return { fan, creator, productId };
  }
  const order = async (quantity = 1): Promise<string> =>
    (
      await ok('POST /wallet/charges/product/:id', {
        token: now.fan!.token,
        params: { id: now.productId! },
        body: { quantity, address: berlin },
      })
    ).order._id;
  const move = (who: Person, id: string, body: OrderMove) =>
    call('PUT /orders/:id/update', { token: who.token, params: { id }, body });
  const see = (who: Person, id: string) => ok('GET /orders/:id', { token: who.token, params: { id } });
  const stockOf = async () =>
    (
      await db
        .select({ stock: products.stock, sold: products.sold })
        .from(products)
        .where(eq(products.id, now.productId!))
    )[0];
  const wallet = () => balanceOf(ctx, 'wallet', now.fan!.id);
  /** Moves the clock and runs the jobs that are due. */
  async function after(days: number): Promise<void> {
    ports.clock.move(days * day);
    await backend.runJobs();
    await backend.runJobs();
  }
  const ship = { action: 'ship', carrier: 'DHL', tracking: 'JD0143' } as const;
  return { ...app, ...shop, begin, order, move, see, stockOf, wallet, after, ship, day };
}
