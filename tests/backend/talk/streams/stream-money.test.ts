import { expect, test } from 'vitest';
import type { OperatorCtx } from '#backend/domain/across/operator/audit.ts';
import { checkLedger } from '#backend/domain/money/audit/ledger-check.ts';
import { refundTransaction } from '#backend/domain/across/operator/refunds.ts';
import { testBackend } from '../../../setup/backend.ts';
import { goingLiveIn } from '../../../setup/going-live.ts';
import { privateStreamsIn } from '../../../setup/private-streams.ts';

const app = await testBackend();
const { ok, ctx, fund, makeFan } = app;
const live = goingLiveIn(app);
const pairs = privateStreamsIn(app);
const operator: OperatorCtx = { ...ctx, actor: 'tests', actorId: null };

/** A ticket for 50, a tip of 30 during the stream, a private minute for 60, and a ticket that was refunded. */
async function evening() {
  const creator = await pairs.openCreator();
  const fan = await makeFan();
  await fund(fan.id, 1_000);
  const publicId = await live.goLive(creator, { title: 'Evening jazz', price: 50, audience: 'public' });
  await live.flow(creator, publicId, { seconds: 5 });
  const ticket = await live.buyTicket(fan, publicId, 50);
  expect(ticket.status).toBe(201);
  const tipped = await live.tip(fan, creator, { amount: 30, streamId: publicId });
  expect(tipped.status).toBe(201);
  await live.flow(creator, publicId, { seconds: 130 });
  await live.change(creator, publicId, { state: 'ended' });

  const privateId = await pairs.ask(fan, creator);
  await pairs.answer(creator, privateId, 'accept');
  for (const side of [creator, fan]) await pairs.join(side, privateId);
  await pairs.flow({ creator, fan, id: privateId }, 60);
  await pairs.answer(creator, privateId, 'end');
  return { creator, fan, publicId, privateId };
}

test('what streams cost is in every book of both sides, each row opens what was paid for, and a refund is too', async () => {
  const { creator, fan, publicId, privateId } = await evening();
  const rowsOf = async (kind?: 'stream' | 'tip') =>
    (await ok('GET /wallet/charges/search', { token: fan.token, query: kind ? { kind } : {} })).data;
  expect((await rowsOf('stream')).map(({ tokens, opens }) => [tokens, opens])).toEqual([
    [-60, { kind: 'private-stream', _id: privateId }],
    [-50, { kind: 'stream', _id: publicId }],
  ]);
  expect((await rowsOf('tip')).map(({ tokens, opens }) => [tokens, opens])).toEqual([
    [-30, { kind: 'stream', _id: publicId }],
  ]);

  const library = async () =>
    (await ok('GET /user/library', { token: fan.token, query: { kind: 'stream' } })).data;
  expect(await library()).toMatchObject([{ itemId: publicId, title: 'Evening jazz', price: 50 }]);

  const paid = async () => {
    const statement = await ok('GET /wallet/statement/:id', {
      token: fan.token,
      params: { id: creator.id },
    });
    return Object.fromEntries(statement.kinds.map(({ kind, tokens }) => [kind, tokens]));
  };
  expect(await paid()).toEqual({ stream: 110, tip: 30 });

  // In cents; 20 tokens are a dollar.
  const earned = async () => {
    const stats = await ok('GET /performer/earning/stats', { token: creator.token });
    return Object.fromEntries(stats.bySource.map(({ source, gross }) => [source, gross]));
  };
  expect(await earned()).toEqual({ stream: 550, tip: 150 });
  const sales = async () =>
    (
      await ok('GET /performer/earning/search', {
        token: creator.token,
        query: { source: 'stream', part: 'all' },
      })
    ).data;
  expect((await sales()).map(({ gross, item }) => [gross, item])).toEqual([
    [300, { kind: 'stream', _id: privateId }],
    [250, { kind: 'stream', _id: publicId }],
  ]);
  const month = app.ports.clock.now().toISOString().slice(0, 7);
  const statement = await ok('GET /performer/earning/statement', { token: creator.token, query: { month } });
  expect(Object.fromEntries(statement.bySource.map(({ source, gross }) => [source, gross]))).toEqual({
    stream: 550,
    tip: 150,
  });

  const ticket = (await rowsOf('stream')).at(-1);
  await refundTransaction(operator, ticket?._id ?? '', 'The picture froze');
  expect((await rowsOf())[0]).toMatchObject({
    kind: 'refund',
    tokens: 50,
    opens: { kind: 'stream', _id: publicId },
  });
  expect(await library()).toEqual([]);
  expect((await ok('GET /performer/earning/stats', { token: creator.token })).refunds.gross).toBe(-250);
  expect(await checkLedger(ctx)).toEqual([]);
});
