import { io } from 'socket.io-client';
import type { Socket } from 'socket.io-client';
import { child } from './child.ts';
import { atMost } from './table.ts';
import type { Row, Section } from './table.ts';

const rounds = 100;

/** Processor time per delivery in microseconds, and the number of lost deliveries. */
async function deliver(kind: 'ours' | 'bare', clients: number): Promise<{ cost: number; lost: number }> {
  const server = child('./socket-server.ts', [kind]);
  const port = await server.number('port');
  const sockets: Socket[] = [];
  let received = 0;
  try {
    for (let n = 0; n < clients; n++) {
      const socket = io(`http://localhost:${port}`, {
        transports: ['websocket'],
        forceNew: true,
        reconnection: false,
      });
      socket.on('message/created', () => (received += 1));
      sockets.push(socket);
      await new Promise<void>((resolve, reject) =>
        socket.once('connect', () => resolve()).once('connect_error', reject),
      );
    }
    server.process.stdin?.write(`emit ${rounds}\n`);
    const cost = await server.number('cost');
    await new Promise((resolve) => setTimeout(resolve, 500));
    return { cost: (cost * 1000) / (clients * rounds), lost: clients * rounds - received };
  } finally {
    for (const socket of sockets) socket.disconnect();
    await server.stop();
  }
}

export async function fanOut(): Promise<Section> {
  const rows: Row[] = [];
  for (const clients of [200, 1_000]) {
    const bare = await deliver('bare', clients);
    const ours = await deliver('ours', clients);
    rows.push(
      {
        what: `${clients} clients: a delivery, ours and bare socket.io`,
        measured: `${ours.cost.toFixed(1)} and ${bare.cost.toFixed(1)} µs`,
        budget: '',
        met: null,
      },
      atMost(`${clients} clients: times bare socket.io`, ours.cost / bare.cost, { most: 1.5 }),
      atMost(`${clients} clients: deliveries lost`, ours.lost, { most: 0 }),
    );
  }
  return {
    title: 'Live events',
    how: `Processor time of the server for telling everybody in a room ${rounds} things, 5 ms apart, by websocket; both servers in the same run, each alone.`,
    rows,
  };
}
