import { tokenPackages } from '#backend/db/schema/operator.ts';
import { streams } from '#backend/db/schema/streams/streams.ts';
import type { TestBackend } from './backend.ts';
import { postsIn } from './posts.ts';
import { talkOf } from './talk.ts';
import type { Person } from './test-app.ts';

/** What someone saw, and how it changed before they paid. */
export interface Look {
  readonly id?: string;
  /** The rest of the call's body. */
  readonly body?: object;
  /** Name of the price field: `expectedPrice`, or `amount` if the payer sets it. */
  readonly field?: 'expectedPrice' | 'amount';
  readonly shown: number;
  /** The price after the change; null if it can't be bought until `mend`. */
  readonly now: number | null;
  readonly unit: 'money' | 'token';
  readonly change: () => Promise<unknown>;
  /** Makes it possible to pay, if the new price alone doesn't. */
  readonly mend?: () => Promise<unknown>;
  /** The body of the second attempt, if it differs. */
  readonly again?: object;
  readonly status?: number;
  readonly code?: string;
}
export type Row = Readonly<Record<string, () => Promise<Look>>>;

/** Items that no other helper creates: each costs 100 tokens, the package 5.00. */
export function thingsIn(app: TestBackend) {
  const { db, ok, ports } = app;
  const { makeFile } = postsIn(app);
  const talk = talkOf(app);

  async function paidMessage(fan: Person, creator: Person): Promise<string> {
    const { _id: conversationId } = await talk.open(fan, creator);
    await talk.send(fan, conversationId, 'Hello');
    const data = { text: 'For you', files: [await makeFile(creator.id)], price: 100 };
    return (
      await ok('POST /messages/conversations/:id', {
        token: creator.token,
        params: { id: conversationId },
        body: { conversationId, data },
      })
    )._id;
  }
  async function makeStream(performerId: string): Promise<string> {
    const [id, moment] = [ports.ids(), ports.clock.now()];
    await db.insert(streams).values({
      id,
      performerId,
      title: 'Kiln opening',
      audience: 'public',
      price: 100,
      state: 'live',
      createdAt: moment,
      updatedAt: moment,
    });
    return id;
  }
  async function makePackage(): Promise<string> {
    const id = ports.ids();
    await db
      .insert(tokenPackages)
      .values({ id, name: 'Handful', tokens: 100, bonus: 5, price: 500, createdAt: ports.clock.now() });
    return id;
  }
  return { paidMessage, makeStream, makePackage };
}
