import { createHmac } from 'node:crypto';
import { uuidv7 } from 'uuidv7';
import { expect, test } from 'vitest';
import { turnServers } from '#backend/node/live/ice-servers.ts';
import { FakeClock } from '../../../setup/fake-ports.ts';
import { startRelay } from '../../../setup/live-site.ts';

const turn = { urls: ['turn:turn.example.com:3478', 'turns:turn.example.com'], secret: 'shared with coturn' };

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
