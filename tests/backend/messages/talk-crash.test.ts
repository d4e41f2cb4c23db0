import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Socket, io } from 'socket.io-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Message } from '#contract/messages.ts';
import { rateLimits } from '#backend/db/schema/kernel.ts';
import { testBackend } from '../../setup/backend.ts';
import { type Program, fileOf, run } from '../../setup/child.ts';
import { talkOf } from '../../setup/talk.ts';
import type { Person } from '../../setup/test-app.ts';

/*
 * Two people write to each other through the real server, in its own process, while their connections are cut
 * and the server is killed. Like a browser, each resends messages without a response with the same
 * `clientId`, and fetches missed ones by `seq`.
 */
const kills = process.env.DEEP ? 10 : 2;
const cuts = process.env.DEEP ? 20 : 4;
const app = await testBackend();
const { pair } = talkOf(app);

let folder = '';
let port = 0;
let server: Program;

async function startServer(): Promise<Program> {
  const env = {
    ROLE: 'api',
    DATABASE_URL: app.url,
    SECRET: 'only for this test, but long enough',
    PORT: String(port),
    DATA_DIR: folder,
    DEMO: '0',
  };
  const program = run(fileOf('#backend/node/main.ts'), { env });
  await program.says(/^ready /m);
  return program;
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'limelight-talk-crash-'));
  const probe = createServer().listen(0);
  await once(probe, 'listening');
  port = (probe.address() as { port: number }).port;
  probe.close();
  app.ports.clock.set(new Date());
  server = await startServer();
}, 60_000);
afterAll(async () => {
  server.process.kill('SIGKILL');
  await server.ended;
  await rm(folder, { recursive: true, force: true });
});

const path = (id: string) => `http://127.0.0.1:${port}/api/v1/messages/conversations/${id}`;

/** One participant: the messages they know, in the order they learned of them. */
class Side {
  readonly person: Person;
  readonly conversationId: string;
  readonly shown: Message[] = [];
  readonly socket: Socket;
  #catching: Promise<void> = Promise.resolve();

  constructor(person: Person, conversationId: string) {
    this.person = person;
    this.conversationId = conversationId;
    this.socket = io(`http://127.0.0.1:${port}`, {
      transports: ['websocket'],
      query: { token: person.token },
      reconnectionDelay: 50,
      reconnectionDelayMax: 200,
    });
    this.socket.on('message/created', ({ message }: { message: Message }) => this.#learn(message));
    this.socket.on('connect', () => void this.catchUp());
  }

  get upTo(): number {
    return this.shown.at(-1)?.seq ?? 0;
  }

  /** Shows the message if it is the next one; otherwise fetches the ones before it first. */
  #learn(message: Message): void {
    if (message.seq === this.upTo + 1) this.shown.push(message);
    else if (message.seq > this.upTo) void this.catchUp();
  }

  catchUp(): Promise<void> {
    this.#catching = this.#catching.then(async () => {
      for (;;) {
        const answer = await fetch(`${path(this.conversationId)}?afterSeq=${this.upTo}&limit=100`, {
          headers: { authorization: this.person.token },
        }).catch(() => null);
        if (!answer?.ok) return;
        const { data } = (await answer.json()) as { data: { data: Message[] } };
        for (const message of data.data) if (message.seq === this.upTo + 1) this.shown.push(message);
        if (data.data.length < 100) return;
      }
    });
    return this.#catching;
  }

  /** Resends until the server confirms the message. */
  async say(text: string): Promise<void> {
    const clientId = `${this.person.id}:${text}`.slice(-60);
    for (;;) {
      const answer = await fetch(path(this.conversationId), {
        method: 'POST',
        headers: { authorization: this.person.token, 'content-type': 'application/json' },
        body: JSON.stringify({ conversationId: this.conversationId, data: { text, clientId } }),
      }).catch(() => null);
      if (answer?.status === 201) return;
      // Lifts the rate limit, because the test writes faster than people type.
      if (answer?.status === 429) await app.db.delete(rateLimits);
      await sleep(20);
    }
  }
}

test(
  `messages across ${cuts} lost connections and ${kills} kills of the server: none lost, none duplicated, in order`,
  async () => {
    const { fan, creator, id } = await pair();
    const sides = [new Side(fan, id), new Side(creator, id)];
    let writing = true;
    const written = await (async () => {
      const talking = sides.map(async (side, which) => {
        const said: string[] = [];
        for (let turn = 0; writing; turn += 1) {
          const text = `${which}-${turn}`;
          await side.say(text);
          said.push(text);
        }
        return said;
      });
      for (let round = 0; round < cuts; round += 1) {
        await sleep(400);
        const engine = sides[round % 2]!.socket.io.engine;
        engine.close();
        if (round % Math.ceil(cuts / kills) === 0) {
          server.process.kill('SIGKILL');
          await server.ended;
          server = await startServer();
        }
      }
      await sleep(300);
      writing = false;
      return Promise.all(talking);
    })();
    const all = written.flat();
    expect(all.length).toBeGreaterThan(cuts * 3);
    for (const side of sides) {
      await expect.poll(async () => (await side.catchUp(), side.upTo), { timeout: 15_000 }).toBe(all.length);
      expect(side.shown.map(({ seq }) => seq)).toEqual(all.map((_, index) => index + 1));
      expect(side.shown.map(({ text }) => text).toSorted()).toEqual(all.toSorted());
      // Each person's messages are in the order they were written.
      for (const [which, said] of written.entries())
        expect(side.shown.filter(({ text }) => text.startsWith(`${which}-`)).map(({ text }) => text)).toEqual(
          said,
        );
      side.socket.disconnect();
    }
  },
  60_000 + cuts * 10_000,
);
