import { eq } from 'drizzle-orm';
import type { UserCtx, Viewer } from '#backend/kernel/context.ts';
import { accounts, sessions } from '#backend/db/schema/accounts.ts';
import { performers } from '#backend/db/schema/creators.ts';
import { galleries } from '#backend/db/schema/galleries.ts';
import { messages } from '#backend/db/schema/messages.ts';
import { feeds } from '#backend/db/schema/posts.ts';
import { products } from '#backend/db/schema/shop.ts';
import { streams } from '#backend/db/schema/streams/streams.ts';
import { videos } from '#backend/db/schema/videos.ts';
import { type CouponWish, checkCoupon } from '#backend/domain/money/coupons/choice.ts';
import { priceToStart } from '#backend/domain/trade/subscriptions/start.ts';
import { priceOfTopUp } from '#backend/domain/money/wallet/top-up.ts';
import { PaidPlan } from '#contract/trade/subscriptions.ts';
import { calculatePlanPrices } from '#lib/plans/bundles.ts';
import { orderTotal } from '#lib/order-total.ts';
import type { TestApp } from './test-app.ts';

type Body = Readonly<Record<string, unknown>>;
type Around = Pick<TestApp, 'db' | 'ctxOf' | 'ports'>;
interface Asked {
  readonly id: string;
  readonly body: Body;
  readonly viewer: Viewer | null;
}
/** Undefined if the item doesn't exist, null if no price is required. */
type Look = (app: Around, asked: Asked) => Promise<number | undefined | null>;

const isId = (id: unknown): id is string =>
  typeof id === 'string' && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id);

/** The viewer of a token; null without one. */
async function viewerOf({ db, ports }: Around, token: string | null | undefined): Promise<Viewer | null> {
  if (!token) return null;
  const [row] = await db
    .select({ session: sessions.id, account: accounts })
    .from(sessions)
    .innerJoin(accounts, eq(accounts.id, sessions.accountId))
    .where(eq(sessions.tokenHash, ports.crypto.sha256(token)));
  if (!row) return null;
  const { id, username, name, isPerformer, hasSpendCaps } = row.account;
  return { id, username: username ?? '', name, isPerformer, hasSpendCaps, sessionId: row.session };
}

/** What is left to pay with the coupon, if it applies. */
async function withCoupon(
  ctx: UserCtx,
  { couponCode }: Body,
  wish: Omit<CouponWish, 'code'>,
): Promise<number> {
  if (typeof couponCode !== 'string') return wish.before;
  const { off } = await checkCoupon(ctx, { ...wish, code: couponCode.trim().toUpperCase() }).catch(() => ({
    off: 0,
  }));
  return wish.before - off;
}

const plain =
  (table: typeof feeds | typeof videos | typeof galleries | typeof messages | typeof streams): Look =>
  async ({ db }, { id }) =>
    (
      await db
        .select({ price: table.price })
        .from(table as typeof feeds)
        .where(eq(table.id, id))
    )[0]?.price;

const product: Look = async ({ db }, { id, body }) => {
  const [row] = await db.select().from(products).where(eq(products.id, id));
  return (
    row &&
    orderTotal({
      unitPrice: row.price,
      quantity: typeof body.quantity === 'number' ? body.quantity : 1,
      shippingPrice: row.shippingPrice,
    }).total
  );
};

const subscription: Look = async ({ db, ctxOf }, { body, viewer }) => {
  if (body.type === 'free') return null;
  const { performerId } = body;
  if (!isId(performerId) || !viewer) return undefined;
  const { data: type = 'monthly' } = PaidPlan.safeParse(body.type);
  const ctx = ctxOf(viewer);
  // Existing subscribers aren't asked for a price, so any will do.
  const before = await priceToStart(ctx, { performerId, type }).catch(async () => {
    const [row] = await db.select().from(performers).where(eq(performers.accountId, performerId));
    if (!row) return undefined;
    return (
      calculatePlanPrices({ ...row, monthly: row.monthlyPrice, yearly: row.yearlyPrice })[type] ?? undefined
    );
  });
  return before === undefined ? undefined : withCoupon(ctx, body, { target: 'subscription', before });
};

const topUp: Look = async ({ ctxOf }, { body, viewer }) => {
  const { packageId, amount } = body as { packageId?: string; amount?: number };
  if (packageId === undefined && body.couponCode === undefined) return null;
  if ((packageId !== undefined && !isId(packageId)) || !viewer) return undefined;
  const ctx = ctxOf(viewer);
  const price = await priceOfTopUp(ctx, { packageId, amount }).catch(() => null);
  return price
    ? withCoupon(ctx, body, { target: packageId ? 'package' : 'top_up', before: price.amount })
    : undefined;
};

const looks: Readonly<Record<string, Look>> = {
  'POST /wallet/charges/feed/:id': plain(feeds),
  'POST /wallet/charges/video/:id': plain(videos),
  'POST /wallet/charges/gallery/:id': plain(galleries),
  'POST /wallet/charges/message/:id': plain(messages),
  'POST /wallet/charges/stream/:id': plain(streams),
  'POST /wallet/charges/product/:id': product,
  'POST /payment/subscribe/performers': subscription,
  'POST /payment/wallet/top-up': topUp,
};

const isBody = (body: unknown): body is Body =>
  typeof body === 'object' && body !== null && !Array.isArray(body);

async function priceNow(
  app: Around,
  look: Look,
  { params, body, token }: { params?: Readonly<Record<string, string>>; body: Body; token?: string | null },
) {
  const id = params?.id ?? '';
  return id && !isId(id) ? undefined : look(app, { id, body, viewer: await viewerOf(app, token) });
}

/**
 * Adds the price that a page would show now to the body of a call that has none, because most tests aren't
 * about prices. Discounts for files bought before must be given by the test. `expectedPrice: undefined` sends
 * no price.
 */
export async function withPriceNow(
  app: Around,
  route: string,
  given: { params?: Readonly<Record<string, string>>; body?: unknown; token?: string | null },
): Promise<unknown> {
  const look = looks[route];
  const body = given.body ?? {};
  if (!look || !isBody(body) || 'expectedPrice' in body) return given.body;
  const price = await priceNow(app, look, { ...given, body });
  return price === null ? given.body : { ...body, expectedPrice: price ?? 0 };
}
