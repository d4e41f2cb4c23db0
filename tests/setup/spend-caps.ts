import { eq } from 'drizzle-orm';
import { accounts } from '#backend/db/schema';
import { checkLedger } from '#backend/domain/ledger-check';
import { balanceOf } from '#backend/domain/ledger';
import { expect } from 'vitest';
import { testBackend } from './backend.ts';
import { moneyIn } from './money.ts';
import type { Person } from './world.ts';

interface Caps { data: { performer: { _id: string } | null; amount: number; spent: number; left: number; next: { amount: number | null; at: string } | null }[]; spent: number; month: { from: string; to: string }; raiseHours: number }

/** A backend with a fan of 5,000 tokens and two creators, new with each `begin`, on the morning of 20 March. */
export async function cappedWorld() {
  const world = await testBackend();
  const { call, raw, ok, db, ctx, ports, fund, openSession, makeFan, makeCreator } = world;
  const now: { fan?: Person } = {};
  const token = () => now.fan!.token;

  async function begin() {
    ports.clock.set('2026-03-20T09:00:00.000Z');
    const fan = await makeFan();
    now.fan = fan;
    await fund(fan.id, 5_000);
    return { fan, creator: await makeCreator({ name: 'Cleo' }), other: await makeCreator() };
  }
  /** Sessions last a day, and months pass here. */
  async function stay(): Promise<void> {
    now.fan = { ...now.fan!, token: (await openSession(now.fan!.id, 24 * 365)).token };
  }
  const put = (body: object, as = token()) => raw<Caps>('PUT /wallet/caps', { token: as, body });
  const caps = () => ok('GET /wallet/caps', { token: token() });
  const tip = (tokens: number, to: Person, key?: string) => call('POST /wallet/charges/tip/:id', { token: token(), key, params: { id: to.id }, body: { amount: tokens } });
  const bid = (auctionId: string, amount: number) => call('POST /aution-item', { token: token(), body: { auctionId, amount } });
  const subscribe = (to: Person, cardId: string, more: object = {}) => raw('POST /payment/subscribe/performers', { token: token(), body: { performerId: to.id, type: 'monthly', cardId, ...more } });
  const wallet = () => balanceOf(ctx, 'wallet', now.fan!.id);
  const isFlagged = async () => (await db.select({ flag: accounts.hasSpendCaps }).from(accounts).where(eq(accounts.id, now.fan!.id)))[0]!.flag;
  const sound = async () => expect(await checkLedger(ctx)).toEqual([]);
  return { ...world, ...moneyIn(world), begin, stay, put, caps, tip, bid, subscribe, wallet, isFlagged, sound, token };
}
