import { beforeEach, expect, test } from 'vitest';
import { rooms } from '#backend/kernel/hub.ts';
import { orderApp } from '../../../setup/ordering.ts';
import type { Person } from '../../../setup/test-app.ts';

const app = await orderApp();
const { ports, raw, order, move, see, after, ship } = app;

let fan: Person;
let creator: Person;
beforeEach(async () => {
  ({ fan, creator } = await app.begin());
});
const right = { action: 'correct', carrier: 'UPS', tracking: '1Z9' } as const;

async function shipped(): Promise<string> {
  const id = await order();
  await move(creator, id, { action: 'accept' });
  await move(creator, id, ship);
  return id;
}

test('carrier and tracking number are corrected on the way, and the buyer is told once', async () => {
  const id = await shipped();
  const { deadline } = await see(fan, id);
  ports.transport.clear();
  const { data } = await move(creator, id, right);
  expect(data).toMatchObject({ state: 'shipped', carrier: 'UPS', tracking: '1Z9', deadline });
  expect(data.timeline.at(-1)).toMatchObject({ event: 'corrected', by: 'seller', note: 'UPS, 1Z9' });
  expect((await move(creator, id, right)).status).toBe(200);
  const both = await Promise.all([move(creator, id, right), move(creator, id, right)]);
  expect(both.map(({ status }) => status)).toEqual([200, 200]);
  expect(ports.transport.of('notification/created').map(({ room, payload }) => [room, payload.text])).toEqual(
    [[rooms.account(fan.id), `“Stoneware mug” (order ${data.number}) has a new tracking number: UPS, 1Z9.`]],
  );
  expect((await see(fan, id)).timeline.filter(({ event }) => event === 'corrected')).toHaveLength(1);
});

test('not by the buyer, before it is shipped, once it is delivered, or in part', async () => {
  const early = await order();
  expect((await move(creator, early, right)).problem).toMatchObject({
    status: 409,
    message: 'You can correct the tracking number while an order is on its way.',
  });
  const id = await shipped();
  expect((await move(fan, id, right)).status).toBe(409);
  const half = { action: 'correct', carrier: 'UPS' };
  expect(
    (await raw('PUT /orders/:id/update', { token: creator.token, params: { id }, body: half })).status,
  ).toBe(422);
  await after(14);
  expect((await move(creator, id, right)).status).toBe(409);
  expect((await see(creator, id)).actions).toEqual(['refund']);
});
