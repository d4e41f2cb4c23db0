import { beforeEach } from 'vitest';
import { balanceOf } from '#backend/domain/base/ledger/ledger.ts';
import { stripeBackend } from './stripe-backend.ts';
import type { Person } from './test-app.ts';

/**
 * A backend with a fake Stripe and, for each test, `payer`: a new fan with a card. Call it at the top level
 * of a test file.
 */
export async function stripePayer() {
  const app = await stripeBackend();
  const { ctx, ports, stand } = app;
  const now: { fan?: Person; cardId?: string } = {};
  const payer = {
    get fan() {
      return now.fan!;
    },
    get cardId() {
      return now.cardId!;
    },
  };
  beforeEach(async () => {
    now.fan = await app.makeFan();
    now.cardId = await app.addCard(now.fan);
    stand.faults.length = 0;
    ports.transport.clear();
  });
  const unheard = () => app.unheard(payer.fan, payer.cardId);
  const paid = () => app.paid(payer.fan, payer.cardId);
  const walletOf = (person: Person) => balanceOf(ctx, 'wallet', person.id);
  return { ...app, payer, operator: { ...ctx, actor: 'tester', actorId: null }, walletOf, unheard, paid };
}
