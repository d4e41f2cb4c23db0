import { and, desc, eq } from 'drizzle-orm';
import { secondFactors } from '#backend/db/schema/factors.ts';
import { documents } from '#backend/db/schema/files.ts';
import { ledgerTransactions } from '#backend/db/schema/ledger.ts';
import type { OperatorCtx } from '#backend/domain/across/operator/audit.ts';
import { addSiteWords } from '#backend/domain/across/operator/held-words.ts';
import { proposeAdjustment } from '#backend/domain/across/operator/adjustments.ts';
import { approvePayout, payPayout, processPayout } from '#backend/domain/across/operator/payouts.ts';
import { suspendPerson } from '#backend/domain/across/moderation/people.ts';
import { payoutsIn } from '../setup/payouts.ts';
import { anEscalatedOrder, aShippedOrder } from './rows-orders.ts';
import { heldComment } from './rows-engagement.ts';
import { type Given, type Row, operators } from './row.ts';
import type { Scene } from './scene.ts';

const shell = ({ app }: Scene): OperatorCtx => ({ ...app.ctx, actor: 'root', actorId: null });
const reason = 'Looked at it together.';
const because = { body: { reason } };

/** A creator who waits, and has sent a document. */
async function aPendingCreator({ app }: Scene) {
  const { id } = await app.makeCreator({}, { verified: 'pending' });
  await app.db.insert(documents).values({
    id: app.ports.ids(),
    ownerId: id,
    side: 'idFront',
    mime: 'image/png',
    bytes: 1,
    createdAt: app.ports.clock.now(),
  });
  return { params: { id } };
}

/** A payout of a creator unrelated to the others, in a state. */
async function aPayoutIn(scene: Scene, state: 'pending' | 'approved' | 'processing' | 'paid') {
  const { earn, makeBank, ask } = payoutsIn(scene.app);
  const creator = await scene.app.makeCreator();
  await makeBank(creator);
  await earn(creator.id, 20_000);
  const params = { id: (await ask(creator, 5_000))._id };
  if (state !== 'pending') await approvePayout(shell(scene), params.id);
  if (state === 'processing' || state === 'paid') await processPayout(shell(scene), params.id);
  if (state === 'paid') await payPayout(shell(scene), params.id, 'B-1');
  return { params };
}
const aPayout = (scene: Scene) => aPayoutIn(scene, 'pending');

/** An adjustment of the fan's wallet that the command line proposed. */
async function anAdjustment(scene: Scene) {
  const { id } = await proposeAdjustment(shell(scene), {
    person: scene.fan.id,
    purse: 'wallet',
    amount: 5,
    reason,
    reference: '',
  });
  return { params: { id } };
}

/** A payment of the fan's. */
async function aPayment(scene: Scene) {
  const { app, fan } = scene;
  await app.ok('POST /wallet/charges/feed/:id', {
    token: (await app.openSession(fan.id)).token,
    params: { id: await scene.post({ audience: 'public', price: 1 }) },
    body: { expectedPrice: 1 },
  });
  const [paid] = await app.db
    .select({ id: ledgerTransactions.id })
    .from(ledgerTransactions)
    .where(and(eq(ledgerTransactions.actorId, fan.id), eq(ledgerTransactions.kind, 'charge')))
    .orderBy(desc(ledgerTransactions.id))
    .limit(1);
  return { params: { id: paid!.id } };
}

const aFan = async ({ app }: Scene) => ({ params: { id: (await app.makeFan()).id } });
const later = ({ app }: Scene) => new Date(app.ports.clock.now().getTime() + 86_400_000).toISOString();
const row = (given: (scene: Scene) => Promise<Given>, status = 200): Row => ({
  cells: operators(status),
  id: 'params.id',
  given,
});

export const operatorRows = {
  'GET /operator/me': [{ cells: operators(200) }],
  'GET /operator/creators': [{ cells: operators(200) }],
  'GET /operator/creators/:id': [row(aPendingCreator)],
  'POST /operator/creators/:id/documents': [
    row(async (scene) => ({ ...(await aPendingCreator(scene)), body: {} })),
  ],
  'POST /operator/creators/:id/releases': [
    row(async (scene) => ({ ...(await aPendingCreator(scene)), body: {} })),
  ],
  'POST /operator/creators/:id/approve': [
    row(async (scene) => ({ ...(await aPendingCreator(scene)), body: {} })),
  ],
  'POST /operator/creators/:id/reject': [
    row(async (scene) => ({ ...(await aPendingCreator(scene)), ...because })),
  ],
  'GET /operator/words': [{ cells: operators(200) }],
  'POST /operator/words': [
    { cells: operators(200), given: ({ fresh }) => ({ body: { words: [`spam${fresh()}`], reason } }) },
  ],
  'POST /operator/words/remove': [
    {
      cells: operators(200),
      given: async (scene) => {
        const words = [`spam${scene.fresh()}`];
        await addSiteWords(shell(scene), words);
        return { body: { words, reason } };
      },
    },
  ],
  'GET /operator/comments': [{ cells: operators(200) }],
  'POST /operator/comments/:id/approve': [
    row(async (scene) => ({ ...(await heldComment(scene, 'site')), ...because })),
    {
      case: 'which the creator reviews',
      cells: operators(404),
      given: async (scene) => ({ ...(await heldComment(scene, 'creator')), ...because }),
    },
  ],
  'POST /operator/comments/:id/delete': [
    row(async (scene) => ({ ...(await heldComment(scene, 'site')), ...because })),
  ],
  'GET /operator/orders': [{ cells: operators(200) }],
  'GET /operator/orders/:id': [row(anEscalatedOrder), { ...row(aShippedOrder), case: 'without a problem' }],
  'POST /operator/orders/:id/decide': [
    row(async (scene) => ({ ...(await anEscalatedOrder(scene)), body: { decision: 'refund', reason } })),
    {
      ...row(
        async (scene) => ({ ...(await aShippedOrder(scene)), body: { decision: 'close', reason } }),
        404,
      ),
      case: 'without a problem',
    },
  ],
  'GET /operator/payouts': [{ cells: operators(200) }],
  'GET /operator/payouts/:id': [row(aPayout)],
  'POST /operator/payouts/:id/details': [row(async (scene) => ({ ...(await aPayout(scene)), body: {} }))],
  'POST /operator/payouts/:id/approve': [
    row(async (scene) => ({ ...(await aPayoutIn(scene, 'pending')), ...because })),
    {
      ...row(async (scene) => ({ ...(await aPayoutIn(scene, 'approved')), ...because }), 409),
      case: 'approved already',
    },
  ],
  'POST /operator/payouts/:id/process': [
    row(async (scene) => ({ ...(await aPayoutIn(scene, 'approved')), body: {} })),
  ],
  'POST /operator/payouts/:id/pay': [
    row(async (scene) => ({ ...(await aPayoutIn(scene, 'processing')), body: { reference: 'B-1' } })),
  ],
  'POST /operator/payouts/:id/reject': [
    row(async (scene) => ({ ...(await aPayoutIn(scene, 'pending')), ...because })),
  ],
  'POST /operator/payouts/:id/fail': [
    row(async (scene) => ({ ...(await aPayoutIn(scene, 'processing')), ...because })),
  ],
  'POST /operator/payouts/:id/return': [
    row(async (scene) => ({
      ...(await aPayoutIn(scene, 'paid')),
      body: { ...because.body, reference: 'R-1' },
    })),
    {
      ...row(
        async (scene) => ({
          ...(await aPayoutIn(scene, 'processing')),
          body: { ...because.body, reference: 'R-1' },
        }),
        409,
      ),
      case: 'not paid yet',
    },
  ],
  'POST /operator/payouts/:id/withdraw': [
    {
      ...row(async (scene) => ({ ...(await aPayoutIn(scene, 'pending')), ...because }), 409),
      case: 'nothing proposed',
    },
  ],
  'GET /operator/adjustments': [{ cells: operators(200) }],
  'GET /operator/adjustments/:id': [row(anAdjustment)],
  'POST /operator/adjustments': [
    {
      cells: operators(201),
      given: ({ fan }) => ({
        body: { accountId: fan.id, purse: 'wallet', direction: 'give', amount: 5, reason },
      }),
    },
  ],
  'POST /operator/adjustments/:id/approve': [
    row(async (scene) => ({ ...(await anAdjustment(scene)), ...because })),
  ],
  'POST /operator/adjustments/:id/decline': [
    row(async (scene) => ({ ...(await anAdjustment(scene)), ...because })),
  ],
  'GET /operator/payments/:id': [row(aPayment)],
  'POST /operator/payments/:id/refund': [row(async (scene) => ({ ...(await aPayment(scene)), ...because }))],
  'GET /operator/disputes': [{ cells: operators(200) }],
  'GET /operator/search': [{ cells: operators(200), given: () => ({ query: { q: 'fan' } }) }],
  'GET /operator/people/:id': [row(aFan)],
  'GET /operator/people/:id/timeline': [row(aFan)],
  'POST /operator/people/:id/notes': [
    row(async (scene) => ({ ...(await aFan(scene)), body: { note: 'Called about a parcel' } })),
  ],
  'POST /operator/people/:id/statement': [
    row(async ({ app }) => ({
      params: { id: (await app.makeCreator()).id },
      body: { month: app.ports.clock.now().toISOString().slice(0, 7) },
    })),
  ],
  'POST /operator/people/:id/suspend': [
    row(async (scene) => ({ ...(await aFan(scene)), body: { reason, until: later(scene) } })),
    {
      cells: operators(409),
      case: 'oneself',
      given: (scene) => ({ params: { id: scene.operator.id }, body: { reason, until: later(scene) } }),
    },
  ],
  'POST /operator/people/:id/ban': [row(async (scene) => ({ ...(await aFan(scene)), ...because }))],
  'POST /operator/people/:id/withdraw-ban': [
    { ...row(async (scene) => ({ ...(await aFan(scene)), ...because }), 409), case: 'nothing proposed' },
  ],
  'POST /operator/people/:id/restore': [
    row(async (scene) => {
      const { params } = await aFan(scene);
      await suspendPerson(shell(scene), params.id, { reason, until: null });
      return { params, ...because };
    }),
  ],
  'POST /operator/people/:id/remove-second-factor': [
    row(async (scene) => {
      const { params } = await aFan(scene);
      const createdAt = scene.app.ports.clock.now();
      await scene.app.db
        .insert(secondFactors)
        .values({ accountId: params.id, sealed: 'none', enabledAt: createdAt, createdAt });
      return { params, ...because };
    }),
  ],
} satisfies Record<string, readonly Row[]>;
