import { createHmac } from 'node:crypto';
import { uuidv7 } from 'uuidv7';
import { expect, test } from 'vitest';
import { turnServers } from '#backend/node/live/ice-servers.ts';
import { createMeshLive } from '#backend/node/live/mesh-live.ts';
import { FakeClock } from '../../../setup/fake-ports.ts';
import { startRelay } from '../../../setup/live-site.ts';
import { createReportedApp } from '../../live/reported-app.ts';
import { describeLiveTransport } from '../../live/transport-contract.ts';

describeLiveTransport('browser to browser', async () => {
  const clock = new FakeClock();
  return createReportedApp(createMeshLive({ clock, iceServers: () => [] }), clock);
});

const turn = { urls: ['turn:turn.example.com:3478', 'turns:turn.example.com'], secret: 'shared with coturn' };

test('each side is told who the other one is, and only one of them gives way', async () => {
  const clock = new FakeClock();
  const live = createMeshLive({ clock, iceServers: turnServers(turn.urls, turn.secret, clock) });
  const [streamId, one, other] = [uuidv7(), uuidv7(), uuidv7()];
  await live.open({ id: streamId, hosts: [one, other], isRecorded: false });
  const grants = await Promise.all([
    live.grant({ streamId, userId: one, role: 'host' }),
    live.grant({ streamId, userId: other, role: 'viewer', watches: one }),
  ]);
  expect(grants).toMatchObject([
    { kind: 'mesh', peer: other },
    { kind: 'mesh', peer: one },
  ]);
  expect(grants.filter((grant) => grant.kind === 'mesh' && grant.isPolite)).toHaveLength(1);
});

test('nobody else can watch, and a stream of one can’t begin', async () => {
  const live = createMeshLive({ clock: new FakeClock(), iceServers: () => [] });
  const [streamId, one, other] = [uuidv7(), uuidv7(), uuidv7()];
  expect(live.abilities).toMatchObject({ audience: false });
  await live.open({ id: streamId, hosts: [one, other], isRecorded: false });
  const refused = { status: 503, code: 'gateway_unavailable' };
  await expect(live.grant({ streamId, userId: uuidv7(), role: 'viewer' })).rejects.toMatchObject(refused);
  await live.open({ id: streamId, hosts: [one], isRecorded: false });
  await expect(live.grant({ streamId, userId: one, role: 'host' })).rejects.toMatchObject(refused);
});

test('credentials for TURN are an account’s own, end after an hour, and are what coturn computes', async () => {
  const clock = new FakeClock();
  const [account, iceServers] = [uuidv7(), turnServers(turn.urls, turn.secret, clock)];
  const [server] = iceServers(account);
  const username = `${Math.floor(clock.now().getTime() / 1_000) + 3_600}:${account}`;
  const credential = createHmac('sha1', turn.secret).update(username).digest('base64');
  expect(server).toEqual({ urls: turn.urls, username, credential });
  expect(turnServers([], undefined, clock)(account)).toEqual([]);

  const { live, stop } = await startRelay({ iceServers });
  const [streamId, host] = [uuidv7(), uuidv7()];
  await live.open({ id: streamId, hosts: [host], isRecorded: false });
  for (const role of ['host', 'viewer'] as const)
    expect(await live.grant({ streamId, userId: host, role })).toMatchObject({
      iceServers: [{ username: expect.stringContaining(host) as string }],
    });
  await stop();
});
