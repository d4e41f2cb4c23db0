import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Server } from 'socket.io';
import { createLiveServer } from '#backend/node/process/server-socket.ts';

/*
 * Emits an event to a room on command: `ours` through the server's own transport, `bare` through plain
 * socket.io with the same settings. Reads commands from stdin (`emit 50`) and writes the cost to stdout.
 */
const ours = process.argv[2] === 'ours';
const http = createServer();
const payload = {
  conversationId: '0195a1b2-0000-7000-8000-000000000001',
  message: {
    _id: '0195a1b2-0000-7000-8000-000000000002',
    text: 'A message of the length that people write to each other, more or less.',
    seq: 1,
  },
};

async function makeEmit(): Promise<() => void> {
  if (!ours) {
    const io = new Server(http, {
      transports: ['websocket', 'polling'],
      serveClient: false,
      perMessageDeflate: false,
    });
    io.on('connection', (socket) => void socket.join('room'));
    return () => void io.to('room').emit('message/created', payload);
  }
  const live = await createLiveServer({ log: { info() {}, warn() {}, error() {} } });
  const connect = async (connection: { join(room: string): void }) => {
    connection.join('room');
    return { on: async () => ({ ok: true }) as const, closed() {} };
  };
  live.serve(http, { connect, recheckSockets: async () => {}, isClosedTo: async () => false }, () => ({
    ip: '127.0.0.1',
  }));
  return () => live.transport.emit('room', 'message/created', payload as never);
}

const emit = await makeEmit();
http.listen(0, () => console.log(`port ${(http.address() as AddressInfo).port}`));
process.stdin.on('data', (chunk: Buffer) => {
  const times = Number(/emit (\d+)/.exec(chunk.toString())?.[1]);
  const before = process.cpuUsage();
  let left = times;
  const next = () => {
    emit();
    left -= 1;
    // Emit with pauses, as messages arrive; emitted at once they would be written in a single batch.
    if (left > 0) setTimeout(next, 5);
    else
      setTimeout(
        () => console.log(`cost ${(process.cpuUsage(before).user + process.cpuUsage(before).system) / 1000}`),
        500,
      );
  };
  next();
});
process.on('SIGTERM', () => process.exit());
