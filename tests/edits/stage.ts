import { ledgerTransactions } from '#backend/db/schema/ledger.ts';
import { purchaseFiles, purchases } from '#backend/db/schema/wallet.ts';
import type { TestBackend } from '../setup/backend.ts';
import { postsIn } from '../setup/posts.ts';
import type { Person } from '../setup/test-app.ts';
import type { Json, Onlooker, Sight } from './edit.ts';

export const dayMs = 86_400_000;
/** A date that many days from now, by the test's clock. */
export const inDays = ({ ports }: TestBackend, days: number): Date =>
  new Date(ports.clock.now().getTime() + days * dayMs);

/** The record's creator, and others with different relations to them. */
export async function makeStage(app: TestBackend) {
  const { db, ports, makeFan, makeCreator, fund } = app;
  const { follow, subscribe } = postsIn(app);
  const [owner, other, stranger, follower, subscriber, buyer] = [
    await makeCreator(),
    await makeCreator(),
    await makeFan(),
    await makeFan(),
    await makeFan(),
    await makeFan(),
  ];
  await follow(follower.id, owner.id);
  await subscribe(subscriber.id, owner.id);

  async function sell(
    kind: 'feed' | 'video' | 'gallery',
    id: string,
    fileIds: readonly string[],
  ): Promise<void> {
    await fund(buyer.id, 10);
    const [payment] = await db.select({ id: ledgerTransactions.id }).from(ledgerTransactions).limit(1);
    const purchaseId = ports.ids();
    await db.insert(purchases).values({
      id: purchaseId,
      accountId: buyer.id,
      kind,
      itemId: id,
      performerId: owner.id,
      transactionId: payment!.id,
      price: 10,
      createdAt: ports.clock.now(),
    });
    if (fileIds.length > 0)
      await db
        .insert(purchaseFiles)
        .values(fileIds.map((fileId) => ({ purchaseId, accountId: buyer.id, fileId })));
  }
  return { app, owner, other, stranger, follower, subscriber, buyer, sell };
}
export type Stage = Awaited<ReturnType<typeof makeStage>>;

/** The record in a list reply; null if it isn't there. */
export const among = (list: { data: readonly object[] }, id: string): Json | null =>
  (list.data.find((one) => (one as Json)['_id'] === id) as Json | undefined) ?? null;
/** The record in the reply of a call; null for a 404. */
export async function found(
  asking: Promise<{ status: number; data: unknown; text: string }>,
): Promise<Json | null> {
  const { status, data, text } = await asking;
  if (status === 404) return null;
  if (status !== 200) throw new Error(`${status}: ${text}`);
  return data as Json;
}

/** What the settings imply: a price takes precedence over the audience. */
function byTerms(own: Json, relation: 'none' | 'follows' | 'subscribes'): Sight {
  if (own['state'] !== 'published') return 'hidden';
  if (typeof own['price'] === 'number' && own['price'] > 0)
    return own['includedInSubscription'] === true && relation === 'subscribes' ? 'open' : 'locked';
  const rank = { none: 0, follows: 1, subscribes: 2 }[relation];
  return rank >= { public: 0, followers: 1, subscribers: 2 }[own['audience'] as 'public'] ? 'open' : 'locked';
}

type Places = (who: Person | null) => Promise<readonly (Json | null)[]>;
/** Everyone whose access depends on an item's settings, each in every place where items appear. */
export function audienceOf(
  { stranger, follower, subscriber, buyer }: Stage,
  places: Places,
  isSold: boolean,
): Onlooker[] {
  const one = (name: string, who: Person | null, relation: Parameters<typeof byTerms>[1]): Onlooker => ({
    name,
    read: () => places(who),
    sight: (own) => byTerms(own, relation),
  });
  const bought: Onlooker = {
    name: 'buyer',
    read: async () => (await places(buyer)).slice(0, 1),
    sight: () => 'open',
  };
  return [
    one('visitor', null, 'none'),
    one('stranger', stranger, 'none'),
    one('follower', follower, 'follows'),
    one('subscriber', subscriber, 'subscribes'),
    ...(isSold ? [bought] : []),
  ];
}
