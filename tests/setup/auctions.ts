import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { auctionImages, auctions, bids } from '#backend/db/schema/auctions.ts';
import { ledgerAccounts } from '#backend/db/schema/ledger.ts';
import type { Db } from '#backend/db/db.ts';
import { balanceOf } from '#backend/domain/base/ledger/ledger.ts';
import { checkLedger } from '#backend/domain/money/audit/ledger-check.ts';
import type { TestBackend } from './backend.ts';
import { postsIn } from './posts.ts';
import type { Person, TestApp } from './test-app.ts';

type Values = typeof auctions.$inferInsert;
type Around = Pick<TestApp, 'db' | 'fund'> & { readonly ports: TestApp['ports'] };

export const heldOf = async (db: Db, accountId: string): Promise<number> =>
  (
    await db
      .select({ balance: ledgerAccounts.balance, kind: ledgerAccounts.kind })
      .from(ledgerAccounts)
      .where(eq(ledgerAccounts.ownerId, accountId))
  ).find(({ kind }) => kind === 'wallet_held')?.balance ?? 0;

/** Auctions inserted directly into the database, in states that would take long to reach. */
export function auctionsIn(app: Around) {
  const { db, ports } = app;
  const { makeFile } = postsIn(app);
  const moment = () => ports.clock.now();
  const after = (ms: number) => new Date(moment().getTime() + ms);

  /** A live auction with a picture that starts at 10 tokens and ends in an hour. */
  async function makeAuction(owner: Pick<Person, 'id'>, values: Partial<Values> = {}): Promise<string> {
    const id = ports.ids();
    const endAt = values.endAt ?? after(3_600_000);
    await db.insert(auctions).values({
      performerId: owner.id,
      title: 'A signed print',
      description: 'Number 3 of 20',
      startPrice: 10,
      startAt: moment(),
      state: 'live',
      createdAt: moment(),
      updatedAt: moment(),
      ...values,
      id,
      endAt,
      effectiveEndAt: values.effectiveEndAt ?? endAt,
    });
    await db
      .insert(auctionImages)
      .values({ auctionId: id, fileId: await makeFile(owner.id, { type: 'auction-image' }), position: 0 });
    return id;
  }
  const rowOf = async (id: string) => (await db.select().from(auctions).where(eq(auctions.id, id)))[0]!;
  const bidsOf = (id: string) => db.select().from(bids).where(eq(bids.auctionId, id)).orderBy(bids.seq);
  const makePicture = (owner: Pick<Person, 'id'>) => makeFile(owner.id, { type: 'auction-image' });
  return { makeAuction, makePicture, rowOf, bidsOf, after };
}

/** People with tokens who bid. */
export function biddingIn({ db, call, ok, makeFan, fund, ctx }: TestBackend) {
  async function richFan(tokens = 1_000): Promise<Person> {
    const fan = await makeFan();
    await fund(fan.id, tokens);
    return fan;
  }
  /** Bids with an `Idempotency-Key`. */
  const keyed = (key: string) => (who: Person, auctionId: string, amount: number) =>
    call('POST /aution-item', { token: who.token, key, body: { auctionId, amount } });
  const bid = (who: Person, auctionId: string, amount: number) =>
    call('POST /aution-item', { token: who.token, body: { auctionId, amount } });
  const view = (id: string, who?: Person) =>
    ok('GET /autions/:id/view', { params: { id }, token: who?.token });
  const wallet = (who: Person) => balanceOf(ctx, 'wallet', who.id);
  const held = (who: Person) => heldOf(db, who.id);
  const sound = async () => expect(await checkLedger(ctx)).toEqual([]);
  return { richFan, keyed, bid, view, wallet, held, sound };
}
