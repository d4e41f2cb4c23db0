import { expect, test } from 'vitest';
import type { Connection } from '#backend/ports/ports.ts';
import { auctionsIn } from '../../../setup/auctions.ts';
import { testBackend } from '../../../setup/backend.ts';
import { postsIn } from '../../../setup/posts.ts';

const app = await testBackend();
const { backend, ports, makeFan, makeCreator, ok } = app;
const { makeAuction } = auctionsIn(app);

/** A connection that records its rooms. */
async function connect(token: string, ip = '203.0.113.1') {
  const inside = new Set<string>();
  const connection: Connection = {
    id: ports.ids(),
    join: (room) => void inside.add(room),
    leave: (room) => void inside.delete(room),
    emit: () => {},
    disconnect: () => {},
  };
  const session = await backend.connect(connection, { token, ip });
  return { session, rooms: () => [...inside].filter((room) => room.startsWith('auction:')) };
}

test('those who join get events; those who leave or log out no longer do', async () => {
  const [creator, fan] = [await makeCreator(), await makeFan()];
  const [one, two] = [await makeAuction(creator), await makeAuction(creator)];
  const { session, rooms } = await connect(fan.token);
  for (const auctionId of [one, two, one])
    expect(await session.on('auction/join', { auctionId })).toEqual({ ok: true });
  expect(rooms()).toEqual([`auction:${one}`, `auction:${two}`]);
  expect(await session.on('auction/leave', { auctionId: one })).toEqual({ ok: true });
  expect(rooms()).toEqual([`auction:${two}`]);
  await session.on('auth/logout', {});
  expect(rooms()).toEqual([]);
});

test('beyond the limit, the oldest room makes way', async () => {
  const [creator, fan] = [await makeCreator(), await makeFan()];
  const ids: string[] = [];
  for (let n = 0; n < 22; n += 1) ids.push(await makeAuction(creator));
  const { session, rooms } = await connect(fan.token);
  for (const auctionId of ids) await session.on('auction/join', { auctionId });
  expect(rooms()).toEqual(ids.slice(2).map((id) => `auction:${id}`));
});

test("nobody can join an auction that they can't see", async () => {
  const [creator, fan] = [await makeCreator(), await makeFan()];
  const { closeCountry } = postsIn(app);
  await closeCountry(creator.id, 'FR');
  ports.geo.countries.set('198.51.100.9', 'FR');
  const [live, cancelled] = [await makeAuction(creator), await makeAuction(creator, { state: 'cancelled' })];
  const here = await connect(fan.token);
  const abroad = await connect(fan.token, '198.51.100.9');
  expect(await here.session.on('auction/join', { auctionId: cancelled })).toMatchObject({
    ok: false,
    code: 'not_found',
  });
  expect(await here.session.on('auction/join', { auctionId: ports.ids() })).toMatchObject({
    ok: false,
    code: 'not_found',
  });
  expect(await abroad.session.on('auction/join', { auctionId: live })).toMatchObject({
    ok: false,
    code: 'not_found',
  });
  expect(await here.session.on('auction/join', { auctionId: live, more: true })).toMatchObject({
    ok: false,
    code: 'invalid_input',
  });
  expect([...here.rooms(), ...abroad.rooms()]).toEqual([]);
});

test("two people who block each other stop getting events of each other's auctions", async () => {
  const [creator, fan] = [await makeCreator(), await makeFan()];
  const id = await makeAuction(creator);
  await makeAuction(creator, { state: 'sold' });
  const left: string[][] = [];
  ports.transport.leave = (...pair: string[]) => void left.push(pair);
  await ok('POST /block/users', { token: creator.token, body: { userId: fan.id } });
  expect(left).toEqual([[`account:${fan.id}`, `auction:${id}`]]);
});
