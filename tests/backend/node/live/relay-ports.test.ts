import { createSocket, type Socket } from 'node:dgram';
import { afterEach, expect, test } from 'vitest';
import { RelayPorts } from '#backend/node/live/relay-ports.ts';
import { type RelayListener, RelayProcess } from '#backend/node/live/relay-process.ts';
import { RecordedLog } from '../../../setup/fake-ports.ts';
import { sendRaw } from '../../../setup/live-peers.ts';

const bind = '127.0.0.1';
const undo: (() => unknown)[] = [];
afterEach(async () => {
  for (const each of undo.splice(0).toReversed()) await each();
});

/** A port that another program holds, and the ports of a site that has only this one. */
async function heldPort() {
  const socket: Socket = createSocket('udp4');
  await new Promise<void>((resolve) => void socket.bind(0, bind, resolve));
  const { port } = socket.address();
  let isHeld = true;
  const free = async () => {
    if (isHeld) await new Promise<void>((resolve) => void socket.close(resolve));
    isHeld = false;
  };
  undo.push(free);
  const troubles: string[] = [];
  const range = { first: port, last: port };
  const ports = new RelayPorts({ range, bind, onTrouble: (why) => void troubles.push(why) });
  return { port, ports, free, troubles };
}

test('nothing waits for a port that is no longer wanted, and the trouble is reported once', async () => {
  const { port, ports, free, troubles } = await heldPort();
  let isWanted = true;
  const [one, other] = [ports.take(() => isWanted), ports.take(() => isWanted)];
  await expect.poll(() => troubles.length).toBe(1);
  const third = ports.take(() => true);
  isWanted = false;
  expect(await Promise.all([one, other])).toEqual([null, null]);
  expect(troubles).toEqual([expect.stringContaining('EADDRINUSE')]);
  await free();
  expect(await third).toBe(port);
});

/** An offer of a host's page. */
async function offerOf(): Promise<string> {
  let offered = '';
  await sendRaw((sdp) => {
    offered = sdp;
    throw new Error('enough');
  }).catch(() => undefined);
  expect(offered).toContain('m=video');
  return offered;
}

test('an offer that was given up before there was a port isn’t answered later', async () => {
  const { ports, free } = await heldPort();
  const feeds = new Set<string>();
  const listener: RelayListener = {
    gone: () => {},
    delivered: () => {},
    lost: () => {},
    flows: (flows) => flows.forEach(({ feed }) => feeds.add(feed)),
  };
  const relay = new RelayProcess({ ports, bind, publicIp: null, log: new RecordedLog(), listener });
  undo.push(() => relay.stop());
  const sdp = await offerOf();
  const offer = (id: string) =>
    relay.offer({ id, feed: `feed ${id}`, role: 'host', sdp, isCounted: false, isHeld: false });
  expect(await offer('early')).toMatchObject({ status: 503 });
  await free();
  expect(await offer('late')).toMatchObject({ status: 201 });
  await expect.poll(() => [...feeds]).toEqual(['feed late']);
});
