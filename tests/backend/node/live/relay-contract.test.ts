import { createSocket } from 'node:dgram';
import { uuidv7 } from 'uuidv7';
import { afterAll, expect, test } from 'vitest';
import type { LiveGrant } from '#contract/core/live-grant.ts';
import type { GrantRequest } from '#backend/ports/live-transport.ts';
import { sendRaw, watchRaw, type RawPeer } from '../../../setup/live-peers.ts';
import { pause, startRelay } from '../../../setup/live-site.ts';
import { describeLiveTransport, type LivePeer } from '../../live/transport-contract.ts';

const { live, stop } = await startRelay();
afterAll(stop);

async function join(grant: LiveGrant, { role, streamId }: GrantRequest): Promise<LivePeer> {
  const token = 'token' in grant ? grant.token : '';
  let session = '';
  const exchange = async (sdp: string) => {
    const answer = await live.connect({ role, streamId, token, sdp });
    if (!('sdp' in answer)) throw new Error(answer.why);
    session = answer.id;
    return answer.sdp;
  };
  const peer: RawPeer = await (role === 'host' ? sendRaw(exchange) : watchRaw(exchange));
  let [before, at, isMoving] = [0, Date.now(), false];
  const timer = setInterval(() => {
    const received = peer.received();
    if (received > before) at = Date.now();
    before = received;
    isMoving = received > 0 && Date.now() - at < 300;
  }, 50);
  return {
    isServed: () => (role === 'host' ? peer.isOpen() && live.holds(session, token) : isMoving),
    async leave() {
      clearInterval(timer);
      live.disconnect(session);
      peer.close();
    },
  };
}

// The relay notices silence after 1.5 seconds, so pauses needn't be longer than three.
const elapse = async (seconds: number) => void (await pause(Math.min(seconds, 3) * 1_000 + 100));

describeLiveTransport('the relay', async () => ({ live, ids: uuidv7, send: join, watch: join, elapse }), {
  concurrent: true,
});

test('two relays work side by side when any port will do', async () => {
  const { live: other, stop: stopOther } = await startRelay();
  const ports = await Promise.all(
    [live, other].map(async (each) => {
      const [streamId, host] = [uuidv7(), uuidv7()];
      await each.open({ id: streamId, hosts: [host], isRecorded: false });
      const { token } = (await each.grant({ streamId, userId: host, role: 'host' })) as { token: string };
      let port = '';
      const peer = await sendRaw(async (sdp) => {
        const answer = await each.connect({ role: 'host', streamId, token, sdp });
        if (!('sdp' in answer)) throw new Error(answer.why);
        port = /127\.0\.0\.1 (\d+) typ host/.exec(answer.sdp)?.[1] ?? '';
        return answer.sdp;
      });
      await expect.poll(async () => (await each.stats(streamId))?.hosts[0]?.sendingSince).toBeTruthy();
      peer.close();
      return port;
    }),
  );
  await stopOther();
  expect(new Set(ports).size).toBe(2);
});

test('a port that is taken is said once, and lets nobody in until it is free', async () => {
  const socket = createSocket('udp4');
  await new Promise<void>((resolve) => void socket.bind(0, '127.0.0.1', resolve));
  const { port } = socket.address();
  const { live: other, log, stop: stopOther } = await startRelay({ ports: { first: port, last: port } });
  await other.open({ id: uuidv7(), hosts: [uuidv7()], isRecorded: false });
  await expect.poll(() => JSON.stringify(log.lines)).toContain('LIVE_UDP_PORT');
  await stopOther();
  socket.close();
});
