import { tokenPackages } from '#backend/db/schema/operator.ts';
import { streams } from '#backend/db/schema/streams.ts';
import type { TestBackend } from './backend.ts';
import { postsIn } from './posts.ts';
import { talkOf } from './talk.ts';
import type { Person } from './test-app.ts';

/** What somebody looked at, and what became of it before they paid. */
export interface Look {
  readonly id?: string;
  /** What the call says besides the price. */
  readonly body?: object;
  /** Named `expectedPrice`, unless the payer sets the price themselves: then this is it. */
  readonly field?: 'expectedPrice' | 'amount';
  readonly shown: number;
  /** What it comes to after the change; null: it can't be had, until `mend`. */
  readonly now: number | null;
  readonly unit: 'money' | 'token';
  readonly change: () => Promise<unknown>;
  /** What lets it be paid after all, where the new price alone doesn't. */
  readonly mend?: () => Promise<unknown>;
  /** Of the second try, where it is another. */
  readonly again?: object;
  readonly status?: number;
  readonly code?: string;
}
export type Row = Readonly<Record<string, () => Promise<Look>>>;

/** Things to buy that no other test makes by the dozen: each costs 100 tokens, the package 5.00. */
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
      type: 'public',
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
