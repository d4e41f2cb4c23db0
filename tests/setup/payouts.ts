import { eq } from 'drizzle-orm';
import { transaction } from '#backend/kernel/context.ts';
import { payoutMethods } from '#backend/db/schema/payouts.ts';
import { emailOutbox } from '#backend/db/schema/site.ts';
import { post } from '#backend/domain/base/ledger/ledger.ts';
import type { OperatorCtx } from '#backend/domain/across/operator/audit.ts';
import type { TestBackend } from './backend.ts';
import type { Person } from './test-app.ts';

/** Example numbers published by banks. */
export const ibans = {
  DE: 'DE89370400440532013000',
  GB: 'GB29NWBK60161331926819',
  FR: 'FR1420041010050500013M02606',
  NO: 'NO9386011117947',
} as const;
export const aBank: Record<'holder' | 'bank' | 'country' | 'currency' | 'iban', string> = {
  holder: 'Cleo Clay',
  bank: 'Alpenbank',
  country: 'DE',
  currency: 'EUR',
  iban: ibans.DE,
};

/** Creators' earnings, payout methods and requests. */
export function payoutsIn(app: TestBackend) {
  const { ctx, db, ports, ok } = app;
  const operator: OperatorCtx = { ...ctx, actor: 'olga', actorId: null };
  const day = 86_400_000;

  /** Cents that a creator earned with one sale a number of days ago. Returns its transaction id. */
  async function earn(performerId: string, cents: number, daysAgo = 30): Promise<string> {
    const moment = new Date(ports.clock.now().getTime() - daysAgo * day);
    const then = { ...ctx, ports: { ...ports, clock: { now: () => moment } } };
    const postings = [
      { site: 'promotion', amount: -cents },
      { kind: 'earnings', ownerId: performerId, amount: cents },
    ] as const;
    return (
      await transaction(then, (tx) =>
        post(tx, {
          kind: 'charge',
          subject: 'tip',
          actorId: null,
          performerId,
          description: 'A sale for a test',
          postings,
        }),
      )
    ).transactionId;
  }

  /** A default bank account whose lock has ended. */
  async function makeBank(creator: Person, bank: Partial<typeof aBank> = {}): Promise<string> {
    const { _id } = await ok('PUT /performers/:id/banking-settings', {
      token: creator.token,
      params: { id: creator.id },
      body: { ...aBank, ...bank, password: creator.password },
    });
    await db
      .update(payoutMethods)
      .set({ lockedUntil: ports.clock.now(), undoHash: null })
      .where(eq(payoutMethods.id, _id));
    return _id;
  }

  /** A default gateway account whose lock has ended. */
  async function makeConnect(creator: Person): Promise<string> {
    await ok('POST /stripe/accounts', { token: creator.token });
    const { _id } = await ok('PUT /performers/:id/payment-gateway-settings', {
      token: creator.token,
      params: { id: creator.id },
      body: {},
    });
    await ok('POST /payout-methods/:id', {
      token: creator.token,
      params: { id: _id },
      body: { password: creator.password },
    });
    await db
      .update(payoutMethods)
      .set({ lockedUntil: ports.clock.now(), undoHash: null })
      .where(eq(payoutMethods.id, _id));
    return _id;
  }

  const ask = (creator: Person, amount: number) =>
    ok('POST /payout-requests', { token: creator.token, body: { amount } });
  const view = (creator: Person, id: string) =>
    ok('GET /payout-requests/:id/view', { token: creator.token, params: { id } });
  const quote = (creator: Person, amount?: number) =>
    ok('POST /payout-requests/calculate', {
      token: creator.token,
      body: amount === undefined ? {} : { amount },
    });
  const mailsTo = async (person: Person) =>
    (
      await db
        .select()
        .from(emailOutbox)
        .where(eq(emailOutbox.to, person.email))
        .orderBy(emailOutbox.createdAt, emailOutbox.id)
    ).map(({ subject, text }) => ({ subject, text }));
  /** The token of the newest email that can undo a change. */
  const undoToken = async (person: Person): Promise<string> =>
    (await mailsTo(person))
      .flatMap(({ text }) => /undo-payout-method\?token=(\S+)/.exec(text)?.[1] ?? [])
      .at(-1) ?? '';

  return { operator, earn, makeBank, makeConnect, ask, view, quote, mailsTo, undoToken };
}
