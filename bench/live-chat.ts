import { io } from 'socket.io-client';
import type { Socket } from 'socket.io-client';
import { child } from './child.ts';
import { CHAT } from './live-chat-rate.ts';
import { atMost } from './table.ts';
import type { Section } from './table.ts';

interface Told {
  /** Processor time of the server, in microseconds for each message and client. */
  readonly cost: number;
  readonly lost: number;
  /** Events that one client received in a second. */
  readonly events: number;
}

/** How many of these moments, in milliseconds, there are in a second. */
function aSecond(moments: readonly number[]): number {
  const [first = 0, last = 0] = [moments[0], moments.at(-1)];
  return last > first ? ((moments.length - 1) * 1_000) / (last - first) : 0;
}

const opened = (socket: Socket) =>
  new Promise<void>((resolve, reject) =>
    socket.once('connect', () => resolve()).once('connect_error', reject),
  );

async function chat(kind: 'ours' | 'bare'): Promise<Told> {
  const server = child('./chat-server.ts', [kind]);
  const port = await server.number('port');
  const sockets: Socket[] = [];
  const moments: number[] = [];
  let received = 0;
  try {
    for (let n = 0; n < CHAT.clients; n += 1) {
      const socket = io(`http://localhost:${port}`, {
        transports: ['websocket'],
        forceNew: true,
        reconnection: false,
      });
      socket.on('stream/message', ({ messages }: { messages: readonly unknown[] }) => {
        received += messages.length;
        if (n === 0) moments.push(performance.now());
      });
      sockets.push(socket);
      await opened(socket);
    }
    server.process.stdin?.write('begin\n');
    const cost = await server.number('cost');
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    const deliveries = CHAT.clients * CHAT.messages;
    return {
      cost: (cost * 1_000) / deliveries,
      lost: deliveries - received,
      events: aSecond(moments),
    };
  } finally {
    for (const socket of sockets) socket.disconnect();
    await server.stop();
  }
}

/** The chat of a stream with many watching and writing. */
export async function liveChat(): Promise<Section> {
  const bare = await chat('bare');
  const ours = await chat('ours');
  return {
    title: 'The chat of a stream',
    how: `Processor time of the server for telling ${CHAT.clients} people by websocket of ${CHAT.messages} messages, ${CHAT.aSecond} a second. Ours hears of each message by itself and joins them; plain socket.io is given what is sent together. Both in the same run, each alone.`,
    rows: [
      {
        what: 'a message to a client, ours and bare socket.io',
        measured: `${ours.cost.toFixed(2)} and ${bare.cost.toFixed(2)} µs`,
        budget: '',
        met: null,
      },
      atMost('times bare socket.io', ours.cost / bare.cost, { most: 1.5 }),
      atMost('messages lost', ours.lost, { most: 0 }),
      atMost('events a client gets in a second', ours.events, { most: 10 }),
    ],
  };
}
