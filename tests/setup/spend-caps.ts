import { eq } from 'drizzle-orm';
import { accounts } from '#backend/db/schema/accounts.ts';
import { checkLedger } from '#backend/domain/money/audit/ledger-check.ts';
import { balanceOf } from '#backend/domain/base/ledger/ledger.ts';
import { afterEach, beforeEach, expect } from 'vitest';
import { testBackend } from './backend.ts';
import { moneyIn } from './money.ts';
import type { Person } from './test-app.ts';

interface Caps {
  data: {
    performer: { _id: string } | null;
    amount: number;
    spent: number;
    left: number;
    next: { amount: number | null; at: string } | null;
  }[];
  spent: number;
  month: { from: string; to: string };
  raiseHours: number;
}

/**
 * A backend and, for each test, `who`: a fan with 5,000 tokens and two creators, on the morning of March 20.
 * Checks the ledger after each test. Call it at the top level of a test file.
 */
export async function cappedApp() {
  const app = await testBackend();
  const { call, raw, ok, db, ctx, ports, fund, openSession, makeFan, makeCreator } = app;
  const now: { fan?: Person; creator?: Person; other?: Person } = {};
  const who = {
    get fan() {
      return now.fan!;
    },
    get creator() {
      return now.creator!;
    },
    get other() {
      return now.other!;
    },
  };
  const token = () => who.fan.token;

  beforeEach(async () => {
    ports.clock.set('2026-03-20T09:00:00.000Z');
    Object.assign(now, {
      fan: await makeFan(),
      creator: await makeCreator({ name: 'Cleo' }),
      other: await makeCreator(),
    });
    await fund(who.fan.id, 5_000);
  });
  afterEach(async () => expect(await checkLedger(ctx)).toEqual([]));
  /** Opens a longer session, because the default one lasts a day and these tests span months. */
  async function stay(): Promise<void> {
    now.fan = { ...who.fan, token: (await openSession(who.fan.id, 24 * 365)).token };
  }
  const put = (body: object, as = token()) => raw<Caps>('PUT /wallet/caps', { token: as, body });
  const caps = () => ok('GET /wallet/caps', { token: token() });
  const tip = (tokens: number, to: Person, key?: string) =>
    call('POST /wallet/charges/tip/:id', {
      token: token(),
      key,
      params: { id: to.id },
      body: { amount: tokens },
    });
  const bid = (auctionId: string, amount: number) =>
    call('POST /aution-item', { token: token(), body: { auctionId, amount } });
  const subscribe = (to: Person, cardId: string, more: object = {}) =>
    raw('POST /payment/subscribe/performers', {
      token: token(),
      body: { performerId: to.id, type: 'monthly', cardId, ...more },
    });
  const wallet = () => balanceOf(ctx, 'wallet', who.fan.id);
  const isFlagged = async () =>
    (await db.select({ flag: accounts.hasSpendCaps }).from(accounts).where(eq(accounts.id, who.fan.id)))[0]!
      .flag;
  return { ...app, ...moneyIn(app), who, stay, put, caps, tip, bid, subscribe, wallet, isFlagged, token };
}
