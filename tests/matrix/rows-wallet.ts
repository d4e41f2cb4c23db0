import { eq } from 'drizzle-orm';
import { transaction } from '#backend/kernel/context.ts';
import { streams } from '#backend/db/schema/streams/streams.ts';
import { spend } from '#backend/domain/money/wallet/spend.ts';
import { couponsIn } from '../setup/coupons.ts';
import { type Row, members } from './row.ts';
import type { Identity, Scene } from './scene.ts';

const fansOnly = (status: number) => `401 ${status} 404 404 404 404 404 404 401 401`;

async function stream(scene: Scene, values: Partial<typeof streams.$inferInsert> = {}): Promise<string> {
  const { db, ports } = scene.app;
  const [id, moment] = [ports.ids(), ports.clock.now()];
  // A creator has one live stream at a time.
  await db.update(streams).set({ state: 'ended' }).where(eq(streams.performerId, scene.owner.id));
  await db.insert(streams).values({
    id,
    performerId: scene.owner.id,
    title: 'Kiln opening',
    audience: 'public',
    price: 20,
    state: 'live',
    createdAt: moment,
    updatedAt: moment,
    ...values,
  });
  return id;
}

/** A tip that the fan has just given. */
async function fansTip(scene: Scene): Promise<string> {
  const { _id } = await scene.app.ok('POST /wallet/charges/tip/:id', {
    token: scene.fan.token,
    params: { id: scene.owner.id },
    body: { amount: 10 },
  });
  return _id;
}

/** A payment to the owner from the time before any block. */
async function paidOnce(scene: Scene, who: Identity): Promise<void> {
  const payer = scene.accountOf(who);
  if (payer.id === scene.owner.id) return;
  const spending = {
    kind: 'tip',
    itemId: scene.owner.id,
    performerId: scene.owner.id,
    tokens: 10,
    description: 'Tip',
    did: null,
    href: null,
  } as const;
  await transaction(scene.app.ctxOf(payer.viewer), (tx) => spend(tx, spending));
}

const coupon = (scene: Scene, target: object) =>
  couponsIn(scene.app)
    .makeCoupon()
    .then(({ code }) => ({ params: { code }, body: { target } }));

export const walletRows = {
  'POST /coupons/:code/apply-coupon': [
    { case: 'to a top-up', cells: members(200), given: (scene) => coupon(scene, { amount: 1_000 }) },
    {
      case: 'to a subscription',
      cells: '401 200 200 409 422 200 404 404 401 401',
      given: (scene) => coupon(scene, { performerId: scene.owner.id, type: 'monthly' }),
    },
    {
      case: 'that there is none of',
      cells: members(422),
      given: (scene) => ({ params: { code: scene.fresh() }, body: { target: { amount: 1_000 } } }),
    },
  ],
  'POST /wallet/charges/stream/:id': [
    {
      case: 'live',
      cells: '401 201 201 201 409 201 404 404 401 401',
      id: 'params.id',
      given: async (scene) => ({ params: { id: await stream(scene) } }),
    },
    {
      case: 'announced, included in the subscription',
      cells: '401 201 201 409 409 201 404 404 401 401',
      id: 'params.id',
      given: async (scene) => ({
        params: { id: await stream(scene, { state: 'scheduled', includedInSubscription: true }) },
      }),
    },
    {
      case: 'over',
      cells: '401 404 404 404 409 404 404 404 401 401',
      id: 'params.id',
      given: async (scene) => ({ params: { id: await stream(scene, { state: 'ended' }) } }),
    },
  ],
  'POST /wallet/charges/:id/undo': [
    {
      cells: fansOnly(201),
      id: 'params.id',
      given: async (scene) => ({ params: { id: await fansTip(scene) } }),
    },
  ],
  'GET /wallet/balance': [{ cells: members(200) }],
  'GET /wallet/caps': [{ cells: members(200) }],
  'PUT /wallet/caps': [
    { cells: members(200), given: () => ({ body: { amount: 5_000 } }) },
    {
      case: 'with one creator',
      cells: '401 200 200 200 422 200 404 404 401 401',
      id: 'body.performerId',
      given: (scene) => ({ body: { performerId: scene.owner.id, amount: 5_000 } }),
    },
  ],
  'GET /wallet/statements': [{ cells: members(200) }],
  'GET /wallet/statement/:id': [
    {
      case: 'before anything was paid',
      cells: '401 200 200 200 404 200 404 404 401 401',
      id: 'params.id',
      given: (scene) => ({ params: { id: scene.owner.id } }),
    },
    {
      case: 'once something was bought',
      cells: '401 200 200 200 404 200 200 200 401 401',
      id: 'params.id',
      given: async (scene, who) => {
        await paidOnce(scene, who);
        return { params: { id: scene.owner.id } };
      },
    },
  ],
} satisfies Record<string, readonly Row[]>;
