import type { PaidPlan } from '#contract/trade/subscriptions.ts';
import { and, eq, isNull, notLike } from 'drizzle-orm';
import { performers } from '#backend/db/schema/creators.ts';
import { jobs } from '#backend/db/schema/kernel.ts';
import { ledgerTransactions } from '#backend/db/schema/ledger.ts';
import { emailOutbox } from '#backend/db/schema/site.ts';
import { subscriptions } from '#backend/db/schema/subscriptions.ts';
import { loadAccessFacts } from '#backend/domain/base/access/access.ts';
import { testBackend } from './backend.ts';
import { moneyIn } from './money.ts';
import { postsIn } from './posts.ts';
import type { Person } from './test-app.ts';

type Type = PaidPlan | 'free';
interface People {
  fan: Person;
  creator: Person;
  /** The fan's card, which pays. */ cardId: string;
}

/** A fan, a creator, a card, and a clock that starts on January 31, for tests of subscriptions. */
export async function subscriptionApp() {
  const app = await testBackend();
  const { call, db, ctxOf, ports, backend } = app;
  const money = moneyIn(app);
  let people: People;

  /** Logged in for years, because these tests move the clock. */
  const staying = async (person: Person): Promise<Person> => ({
    ...person,
    token: (await app.openSession(person.id, 24 * 365 * 10)).token,
  });

  async function begin(): Promise<People> {
    ports.clock.set('2026-01-31T10:00:00Z');
    // The clock goes back between tests, so make pending jobs due now and end everything from earlier tests.
    await db.delete(jobs).where(isNull(jobs.dedupeKey));
    await db.update(jobs).set({ runAt: ports.clock.now(), leasedUntil: null });
    await db.update(subscriptions).set({ state: 'expired' });
    const fan = await staying(await app.makeFan({ name: 'Fay' }));
    const creator = await staying(await app.makeCreator({ name: 'Cleo' }, { isFreeSubscription: true }));
    people = { fan, creator, cardId: await money.addCard(fan) };
    ports.transport.clear();
    return people;
  }

  function subscribe(
    type: Type,
    more: {
      key?: string;
      cardId?: string;
      performerId?: string;
      promotionId?: string;
      challengeAnswer?: string;
      token?: string;
    } = {},
  ) {
    const { key, token = people.fan.token, performerId = people.creator.id, ...rest } = more;
    return call('POST /payment/subscribe/performers', {
      token,
      key,
      body: { performerId, type, ...(type === 'free' ? {} : { cardId: people.cardId }), ...rest },
    });
  }
  const cancel = (id: string, token = people.fan.token) =>
    call('POST /payment/:provider/cancel-subscription/:id', {
      token,
      params: { provider: 'sandbox', id },
      body: { reason: 'moving on' },
    });
  const resume = (id: string, more: { token?: string; cardId?: string } = {}) =>
    call('POST /payment/:provider/resume-subscription/:id', {
      token: more.token ?? people.fan.token,
      params: { provider: 'sandbox', id },
      body: { cardId: more.cardId },
    });
  const quote = (id: string, type: PaidPlan, token = people.fan.token) =>
    call('GET /payment/:provider/switch-subscription/:id', {
      token,
      params: { provider: 'sandbox', id },
      query: { type },
    });
  const switchTo = (
    id: string,
    type: PaidPlan,
    more: { amount: number; key?: string; cardId?: string; challengeAnswer?: string; token?: string },
  ) => {
    const { key, token = people.fan.token, ...rest } = more;
    return call('POST /payment/:provider/switch-subscription/:id', {
      token,
      key,
      params: { provider: 'sandbox', id },
      body: { type, cardId: people.cardId, ...rest },
    });
  };
  const changeCard = (id: string, cardId: string, token = people.fan.token) =>
    call('PUT /subscriptions/:id/card', { token, params: { id }, body: { cardId } });
  const accept = (id: string, price: number, token = people.fan.token) =>
    call('POST /subscriptions/:id/accept-price', { token, params: { id }, body: { price } });
  /** The emails to someone, by default the fan, oldest first and without receipts. */
  const mailsTo = async (person: Person = people.fan) =>
    db
      .select()
      .from(emailOutbox)
      .where(and(eq(emailOutbox.to, person.email), notLike(emailOutbox.subject, 'Your receipt%')))
      .orderBy(emailOutbox.createdAt, emailOutbox.id);

  const rowOf = async (id: string) =>
    (await db.select().from(subscriptions).where(eq(subscriptions.id, id)))[0]!;
  /** The creator's subscriber count. */
  const countOf = async () =>
    (await db.select().from(performers).where(eq(performers.accountId, people.creator.id)))[0]!.subscribers;
  const hasAccess = async () =>
    (await loadAccessFacts(ctxOf(people.fan.viewer), { ownerIds: [people.creator.id] })).subscribes.has(
      people.creator.id,
    );
  /** Number of payments by the fan. */
  const paid = () =>
    db.$count(
      ledgerTransactions,
      and(eq(ledgerTransactions.actorId, people.fan.id), eq(ledgerTransactions.kind, 'subscription')),
    );
  /** Moves the clock and runs the jobs that are due. */
  async function until(moment: string) {
    ports.clock.set(moment);
    await backend.runJobs();
  }
  return {
    ...app,
    ...money,
    ...postsIn(app),
    begin,
    subscribe,
    cancel,
    resume,
    quote,
    switchTo,
    changeCard,
    accept,
    mailsTo,
    rowOf,
    countOf,
    hasAccess,
    paid,
    until,
  };
}
