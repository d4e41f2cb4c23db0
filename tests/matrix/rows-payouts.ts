import { eq } from 'drizzle-orm';
import { rateLimits } from '#backend/db/schema/kernel.ts';
import { payoutMethods } from '#backend/db/schema/payouts.ts';
import { aBank, payoutsIn } from '../setup/payouts.ts';
import { testPassword } from '../setup/test-app.ts';
import { type Row, creators, everybody } from './row.ts';
import type { Identity, Scene } from './scene.ts';

/** Something that belongs to the owner: fans may not make the call, other creators get a 404. */
const owners = (status: number) => `401 403 403 403 ${status} 404 403 403 401 401`;

/** Creates earnings and a payout method. */
async function ready(scene: Scene, who: Identity): Promise<void> {
  const { earn, makeBank } = payoutsIn(scene.app);
  const person = scene.accountOf(who);
  if (!person.viewer.isPerformer) return;
  await makeBank(person);
  await earn(person.id, 20_000);
}
/** A pending payout of the owner; cancels the previous one. */
async function aPayout(scene: Scene) {
  const { ok } = scene.app;
  const { token } = scene.owner;
  const { requestId } = await ok('GET /payout-requests/check/pending-review', { token });
  if (requestId) await ok('POST /payout-requests/:id/cancel', { token, params: { id: requestId } });
  await ready(scene, 'owner');
  return { params: { id: (await payoutsIn(scene.app).ask(scene.owner, 5_000))._id } };
}

/** Opening accounts at the gateway is limited per hour, and the clock of the matrix stands still. */
const limitless = ({ app }: Scene) => app.db.delete(rateLimits);

/** A payout method of the owner that isn't the default. */
async function aMethod(scene: Scene) {
  const { makeBank, makeConnect } = payoutsIn(scene.app);
  const id = await makeBank(scene.owner);
  await limitless(scene);
  await makeConnect(scene.owner);
  return { params: { id } };
}

/** The token of an email to an unrelated creator, because using it ends that creator's sessions. */
async function aToken(scene: Scene): Promise<string> {
  const { db, ports, openSession } = scene.app;
  const { token: session } = await openSession(scene.someCreator.id);
  const id = await payoutsIn(scene.app).makeBank(
    { ...scene.someCreator, token: session },
    { holder: scene.fresh() },
  );
  const token = ports.crypto.randomToken(32);
  await db
    .update(payoutMethods)
    .set({
      undoHash: ports.crypto.sha256(token),
      lockedUntil: new Date(ports.clock.now().getTime() + 60_000),
    })
    .where(eq(payoutMethods.id, id));
  return token;
}

export const payoutRows = {
  'POST /payout-requests/calculate': [{ cells: creators(200), given: () => ({ body: {} }) }],
  'GET /payout-requests/user/search': [{ cells: creators(200) }],
  'GET /payout-requests/check/pending-review': [{ cells: creators(200) }],
  'POST /payout-requests': [
    {
      cells: creators(201),
      pending: 403,
      given: async (scene, who) => ({ body: { amount: (await ready(scene, who), 5_000) } }),
    },
    {
      case: 'of more than there is',
      cells: creators(422),
      pending: 403,
      given: async (scene, who) => ({ body: { amount: (await ready(scene, who), 20_001) } }),
    },
    {
      case: 'with nowhere to go',
      cells: creators(409),
      pending: 403,
      given: () => ({ body: { amount: 5_000 } }),
    },
  ],
  'PUT /payout-requests/:id': [
    {
      cells: owners(200),
      id: 'params.id',
      given: async (scene) => ({ ...(await aPayout(scene)), body: { amount: 6_000 } }),
    },
  ],
  'POST /payout-requests/:id/cancel': [{ cells: owners(200), id: 'params.id', given: aPayout }],
  'GET /payout-requests/:id/view': [{ cells: owners(200), id: 'params.id', given: aPayout }],
  'GET /payout-methods': [{ cells: creators(200) }],
  'POST /payout-methods/:id': [
    {
      cells: owners(200),
      id: 'params.id',
      given: async (scene) => ({ ...(await aMethod(scene)), body: { password: testPassword } }),
    },
    {
      case: 'without the password',
      cells: owners(422),
      id: 'params.id',
      given: async (scene) => ({ ...(await aMethod(scene)), body: { password: 'guessed' } }),
    },
  ],
  'POST /payout-methods/undo': [
    { cells: everybody(200), given: async (scene) => ({ body: { token: await aToken(scene) } }) },
    {
      case: 'with a token of nobody’s',
      cells: everybody(422),
      given: (scene) => ({ body: { token: scene.fresh() } }),
    },
  ],
  'PUT /performers/:id/banking-settings': [
    {
      cells: owners(200),
      id: 'params.id',
      given: (scene) => ({
        params: { id: scene.owner.id },
        body: { ...aBank, holder: scene.fresh(), password: testPassword },
      }),
    },
    {
      case: 'without the password',
      cells: owners(422),
      id: 'params.id',
      given: (scene) => ({ params: { id: scene.owner.id }, body: { ...aBank, password: 'guessed' } }),
    },
  ],
  'PUT /performers/:id/payment-gateway-settings': [
    {
      cells: owners(200),
      id: 'params.id',
      given: async (scene) => (
        await limitless(scene),
        await payoutsIn(scene.app).makeConnect(scene.owner),
        { params: { id: scene.owner.id }, body: {} }
      ),
    },
    {
      case: 'before it was begun',
      cells: owners(409),
      id: 'params.id',
      given: (scene) => ({ params: { id: scene.owner.id }, body: {} }),
    },
  ],
  'POST /stripe/accounts': [{ cells: creators(200) }],
} satisfies Record<string, readonly Row[]>;
