import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { asc, eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { conversations, messages } from '#backend/db/schema/messages.ts';
import { rateLimits } from '#backend/db/schema/kernel.ts';
import { makeApi } from '#services/http/api.ts';
import type { ChatMessage } from '#state/messages/message-thread.ts';
import type { TestBackend } from '../backend.ts';
import type { Relay } from '../relay.ts';
import { talkOf } from '../talk.ts';
import type { Person } from '../test-app.ts';
import { type ChatClient, chatClient } from './chat-client.ts';
import { type Device, aDevice } from './device.ts';
import { startServers } from './servers.ts';
import { differences, serverShows, serverShowsList } from './shown.ts';

export interface FaultRun {
  readonly messages: number;
  readonly cuts: number;
  readonly kills: number;
  /** How often a tab closes while messages wait in it. */
  readonly closings: number;
  readonly processes: number;
  /** How long after the last fault all pages may take to show the same as the server, in milliseconds. */
  readonly settledWithinMs: number;
  readonly env?: Record<string, string>;
}

/** What one page wrote in one conversation, in order, as it has to be in the end. */
interface Written {
  readonly clientId: string;
  text: string;
  isDeleted: boolean;
}

const lines = 4;
/** Reproducible choices: what is random must not decide whether a test passes. */
function dice(seed: number): (sides: number) => number {
  let state = seed;
  return (sides) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * sides);
  };
}

/** Two creators, each writing with four fans; one creator and one fan have a second tab. Ten pages in all. */
async function town(app: TestBackend) {
  const { open } = talkOf(app);
  const creators = [await app.makeCreator(), await app.makeCreator()];
  const fans: Person[] = [];
  for (let count = 0; count < 6; count += 1) fans.push(await app.makeFan());
  const ids = new Map<Person, string[]>([...creators, ...fans].map((person) => [person, []]));
  for (const [at, fan] of fans.entries())
    for (const [which, creator] of creators.entries()) {
      // The first two fans know both creators.
      if (at > 1 && at % 2 !== which) continue;
      const { _id: id } = await open(fan, creator);
      ids.get(fan)?.push(id);
      ids.get(creator)?.push(id);
    }
  const pages = [...creators, ...fans, creators[0]!, fans[0]!];
  return { pages, ids };
}

interface Talking {
  readonly client: ChatClient;
  readonly conversationId: string;
  readonly roll: (sides: number) => number;
}

/** Now and then changes the message just written, or reacts to one of the other person's. */
async function change(
  { client, conversationId, roll }: Talking,
  last: Written,
  any?: ChatMessage,
): Promise<void> {
  const { items } = client.thread(conversationId);
  const own = items.findLast((each) => each.clientId === last.clientId);
  const choice = roll(20);
  if (choice < 2 && own) {
    const text = `${last.text}, edited`;
    if (await client.edit(own, text)) last.text = text;
  } else if (choice === 2 && own) {
    await client.remove(own);
    last.isDeleted = true;
  } else if (choice < 6 && any && any.senderId !== client.person.id) await client.react(any);
}

/** One page that writes and changes messages until told to stop. */
async function talk(
  talking: Talking,
  { more, name }: { more: () => Promise<boolean>; name: string },
): Promise<Written[]> {
  const { client, conversationId, roll } = talking;
  const written: Written[] = [];
  for (let turn = 0; await more(); turn += 1) {
    const shown = client.thread(conversationId).items.filter((each) => each.status === 'sent');
    const any = shown[roll(Math.max(1, shown.length))];
    const text = `${name} ${turn}`;
    const isReply = roll(10) === 0 && !any?.isDeleted;
    const clientId = await client.say(conversationId, text, isReply ? any : undefined);
    const last: Written = { clientId, text, isDeleted: false };
    written.push(last);
    await change(talking, last, any);
    await sleep(roll(20));
  }
  return written;
}

/** Ways in which a line fails. */
const failures: ((line: Relay) => Promise<void>)[] = [
  // Cut, and down for a moment.
  async (line) => {
    await line.close();
    await sleep(300);
    await line.open();
  },
  // The server has the message, and its answer is lost.
  async (line) => line.loseAnswerTo(/^POST \/api\/v1\/messages\/conversations/),
  // Nothing gets through for a while, then all of it.
  async (line) => {
    line.freeze();
    await sleep(1_000);
    line.thaw();
  },
  // Nothing gets through, then the line is gone.
  async (line) => {
    line.freeze();
    await sleep(700);
    await line.close();
    line.thaw();
    await line.open();
  },
];

interface Fault {
  readonly at: number;
  readonly work: () => Promise<void>;
}
/** Cuts, kills and closed tabs, spread over the run: each happens once this many messages are written. */
function faultsOf(
  { cuts, kills, closings, messages: total }: FaultRun,
  server: Awaited<ReturnType<typeof startServers>>,
  clients: readonly ChatClient[],
): Fault[] {
  const all = [
    ...Array.from({ length: cuts }, (_, at) => ({
      at: ((at + 0.5) / cuts) * total,
      work: () => failures[at % failures.length]!(server.lines[at % lines]!),
    })),
    // The last one is near the end, when no later message reveals what was lost.
    ...Array.from({ length: kills }, (_, at) => ({
      at: ((at + 1) / kills) * total - 3,
      work: () => server.kill(at),
    })),
    // With the line cut, so that what was just written waits on the device.
    ...Array.from({ length: closings }, (_, at) => ({
      at: ((at + 0.25) / closings) * total,
      async work() {
        const which = (at * 3) % clients.length;
        const line = server.lines[which % lines]!;
        await line.close();
        await sleep(200);
        const reopened = clients[which]!.reopen();
        await sleep(300);
        await line.open();
        await reopened;
      },
    })),
  ];
  return all.toSorted((a, b) => a.at - b.at);
}

/** Every message was stored once, in the order each page wrote them, and as it was last changed. */
async function checkStored(app: TestBackend, all: ReadonlyMap<string, Written[][]>): Promise<void> {
  for (const [conversationId, pages] of all) {
    const rows = await app.db
      .select()
      .from(messages)
      .where(eq(messages.conversationId, conversationId))
      .orderBy(asc(messages.seq));
    const [conversation] = await app.db
      .select()
      .from(conversations)
      .where(eq(conversations.id, conversationId));
    expect(rows.map((row) => row.seq)).toEqual(rows.map((_, index) => index + 1));
    expect(conversation?.lastSeq).toBe(rows.length);
    const byPage = pages.map((page) => new Set(page.map(({ clientId }) => clientId)));
    for (const [at, page] of pages.entries())
      expect(
        rows
          .filter((row) => byPage[at]?.has(row.clientId ?? ''))
          .map((row) => ({ clientId: row.clientId, text: row.text, isDeleted: row.deletedAt !== null })),
      ).toEqual(page);
    expect(rows.length).toBe(pages.flat().length);
  }
}

/** Without another event, reconnect or visit, every page shows what the server has. */
async function checkShown(
  clients: readonly ChatClient[],
  ids: ReadonlyMap<Person, string[]>,
  { base, within }: { base: string; within: number },
): Promise<void> {
  const until = Date.now() + within;
  for (const [at, client] of clients.entries()) {
    const api = makeApi({ base, readToken: () => client.person.token });
    const options = () => ({ timeout: Math.max(1, until - Date.now()), interval: 250 });
    for (const id of ids.get(client.person) ?? []) {
      const expected = await serverShows(api, client.person, id);
      const wrong = () => {
        const { items: _, ...state } = client.thread(id);
        const found = differences(client.shows(id), expected);
        return found.length > 0 ? { page: at, found, state } : null;
      };
      await expect.poll(wrong, options()).toBeNull();
    }
    // Asked anew each time: what a page has read may still be on its way to the server.
    const wrongList = async () => {
      const [server, shown] = [await serverShowsList(api), client.showsList()];
      return isDeepStrictEqual(shown, server) ? null : { page: at, shown, server };
    };
    await expect.poll(wrongList, options()).toBeNull();
    expect(client.visited).toEqual([]);
  }
}

/**
 * Hands out the messages to write. A writer waits for a fault that is due, so that faults happen while messages
 * are written, however long a fault takes.
 */
function createQuota(total: number, faults: readonly Fault[]) {
  let [begun, isOver, started] = [0, false, 0];
  return {
    async more(): Promise<boolean> {
      while (!isOver && begun >= (faults[started]?.at ?? Infinity)) await sleep(10);
      return !isOver && (begun += 1) <= total;
    },
    async runFaults(): Promise<void> {
      for (const { at, work } of faults) {
        while (!isOver && begun < at) await sleep(10);
        if (isOver) return;
        started += 1;
        await work();
      }
    },
    /** Ends everything after a failure. */
    end: () => void (isOver = true),
  };
}

/** Writes all messages while everything fails that can, and returns what each page wrote. */
async function writeAll(
  clients: readonly ChatClient[],
  ids: ReadonlyMap<Person, string[]>,
  { messages: total, faults }: { messages: number; faults: readonly Fault[] },
): Promise<Map<string, Written[][]>> {
  const quota = createQuota(total, faults);
  const all = new Map<string, Written[][]>();
  const talking = clients.flatMap((client, at) =>
    (ids.get(client.person) ?? []).map(async (id, which) => {
      const roll = dice(at * 31 + which);
      const written = await talk(
        { client, conversationId: id, roll },
        { more: quota.more, name: `page ${at}` },
      );
      all.set(id, [...(all.get(id) ?? []), written]);
    }),
  );
  try {
    await Promise.all([quota.runFaults(), ...talking]);
  } catch (error) {
    quota.end();
    const states = await Promise.all(clients.map(async (each, at) => `page ${at}: ${await each.report()}`));
    throw new Error(`The pages couldn’t write everything. They wait for\n${states.join('\n')}`, {
      cause: error,
    });
  }
  return all;
}

/**
 * Ten pages write to each other through real servers, over lines that are cut, frozen and lose answers, while
 * tabs close and the servers are killed. Checks that no message is lost or stored twice, that each page's
 * messages keep their order, and that every page ends up showing exactly what the server has.
 */
export async function runFaults(
  app: TestBackend,
  wanted: FaultRun,
): Promise<{ written: number; ms: number }> {
  const server = await startServers(app.url, { lines, ...wanted });
  const { pages, ids } = await town(app);
  const urls = server.lines.map(({ port }) => `http://127.0.0.1:${port}`);
  const devices = new Map<Person, Device>(pages.map((person) => [person, aDevice()]));
  const clients: ChatClient[] = [];
  // People don't type this fast, so the limit on sending would only slow the test down.
  const lift = setInterval(() => void app.db.delete(rateLimits).catch(() => {}), 200);
  try {
    for (const [at, person] of pages.entries())
      clients.push(
        await chatClient({
          origin: urls[at % lines]!,
          person,
          device: devices.get(person)!,
          conversationIds: ids.get(person) ?? [],
        }),
      );
    const started = Date.now();
    const faults = faultsOf(wanted, server, clients);
    const all = await writeAll(clients, ids, { messages: wanted.messages, faults });
    const ms = Date.now() - started;
    await checkStored(app, all);
    await checkShown(clients, ids, { base: `${urls[0]}/api/v1`, within: wanted.settledWithinMs });
    return { written: [...all.values()].flat(2).length, ms };
  } finally {
    clearInterval(lift);
    for (const client of clients) await client.stop();
    await server.stop();
  }
}
