import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Server } from 'socket.io';
import type { ServerEvents } from '#contract/core/events.ts';
import { createHub } from '#backend/kernel/hub.ts';
import { createLiveServer } from '#backend/node/process/server-socket.ts';
import { CHAT } from './live-chat-rate.ts';

/*
 * Tells a room of a stream's chat: `ours` message by message through the hub, which joins them, and `bare` through
 * plain socket.io with the same settings, which is given what is to be sent together. Reads `begin` from stdin and
 * writes the processor time to stdout.
 */
const ours = process.argv[2] === 'ours';
const http = createServer();
const room = 'room';
const conversationId = '0195a1b2-0000-7000-8000-000000000001';
type Said = ServerEvents['stream/message']['messages'][number];
const message = (seq: number): Said => ({
  _id: '0195a1b2-0000-7000-8000-000000000002',
  conversationId,
  senderId: '0195a1b2-0000-7000-8000-000000000003',
  senderName: 'Somebody who watches',
  senderAvatar: '/media/public/0195a1b2-0000-7000-8000-000000000004/256.webp',
  role: 'viewer',
  clientId: null,
  seq,
  type: 'text',
  text: 'What people write in a chat is shorter than a letter.',
  files: [],
  tokens: null,
  isHeld: false,
  isDeleted: false,
  createdAt: '2026-03-02T09:00:00.000Z',
});

type Tell = (messages: Said[]) => void;
async function makeTell(): Promise<Tell> {
  if (!ours) {
    const io = new Server(http, {
      transports: ['websocket', 'polling'],
      serveClient: false,
      perMessageDeflate: false,
    });
    io.on('connection', (socket) => void socket.join(room));
    return (messages) => void io.to(room).emit('stream/message', { conversationId, messages });
  }
  const live = await createLiveServer({ log: { info() {}, warn() {}, error() {} } });
  const connect = async (connection: { join(room: string): void }) => {
    connection.join(room);
    return { on: async () => ({ ok: true }) as const, closed() {} };
  };
  live.serve(http, { connect, recheckSockets: async () => {}, isClosedTo: async () => false }, () => ({
    ip: '127.0.0.1',
  }));
  const { emit } = createHub(live.transport);
  return (messages) => emit(room, 'stream/message', { conversationId, messages });
}

const tell = await makeTell();
http.listen(0, () => console.log(`port ${(http.address() as AddressInfo).port}`));
process.stdin.once('data', () => {
  const before = process.cpuUsage();
  // Ours hears of each message when it is written; plain socket.io is handed a tenth of a second of them.
  const size = ours ? 1 : CHAT.aSecond / 10;
  const [started, pause] = [performance.now(), (1_000 / CHAT.aSecond) * size];
  let said = 0;
  const next = () => {
    while (said < CHAT.messages && said * (pause / size) <= performance.now() - started) {
      tell(Array.from({ length: size }, (_, at) => message(said + at + 1)));
      said += size;
    }
    if (said < CHAT.messages) return void setTimeout(next, 1);
    setTimeout(() => {
      const { user, system } = process.cpuUsage(before);
      console.log(`cost ${(user + system) / 1000}`);
    }, 1_000);
  };
  next();
});
process.on('SIGTERM', () => process.exit());
