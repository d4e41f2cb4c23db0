import { createSocket, type RemoteInfo, type Socket } from 'node:dgram';

const here = '127.0.0.1';

/**
 * A bad network in front of a UDP port of this machine: it loses packets and delays the rest, each way. The
 * losses are the same in every run.
 */
export async function lossyUdp({ loss, delayMs }: { loss: number; delayMs: number }) {
  let target = 0;
  let [seed, passed, lost] = [1, 0, 0];
  const isLost = () => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
    return seed / 2 ** 31 < loss;
  };
  const later = (work: () => void) => {
    if (isLost()) lost += 1;
    else {
      passed += 1;
      setTimeout(work, delayMs);
    }
  };
  let isOver = false;
  const front = createSocket('udp4');
  const behind = new Map<string, Socket>();
  const upstreamOf = ({ address, port }: RemoteInfo): Socket => {
    const key = `${address} ${port}`;
    const known = behind.get(key);
    if (known) return known;
    const socket = createSocket('udp4').bind(0, here);
    socket.on('message', (packet) => later(() => isOver || front.send(packet, port, address)));
    behind.set(key, socket);
    return socket;
  };
  front.on('message', (packet, from) => {
    const upstream = upstreamOf(from);
    later(() => isOver || upstream.send(packet, target, here));
  });
  await new Promise<void>((resolve) => void front.bind(0, here, resolve));
  return {
    /** An answer that leads through this network. */
    rewrite(sdp: string): string {
      return sdp.replaceAll(/127\.0\.0\.1 (\d+) typ host/g, (_, port: string) => {
        target = Number(port);
        return `127.0.0.1 ${front.address().port} typ host`;
      });
    },
    counts: () => ({ passed, lost }),
    stop() {
      isOver = true;
      front.close();
      for (const socket of behind.values()) socket.close();
    },
  };
}
