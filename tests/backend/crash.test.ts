import { once } from 'node:events';
import { appendFileSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { inArray } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ledgerTransactions, payments, rateLimits } from '#backend/db/schema';
import { balanceOf } from '#backend/domain/ledger';
import { checkLedger } from '#backend/domain/ledger-check';
import { type Program, fileOf, run } from '../setup/child.ts';
import { moneyIn } from '../setup/money.ts';
import { testBackend } from '../setup/backend.ts';
import type { Person } from '../setup/world.ts';

/*
 * The real server, in a process of its own, is killed with SIGKILL while people pay. Whatever it answered with success is written
 * to a file outside before anything else happens: after each restart all of it must be there, once, and nothing half.
 */
const kills = process.env.DEEP ? 100 : 3;
const world = await testBackend();
const { db, ctx, ports } = world;
const { addCard, newKey } = moneyIn(world);

interface Intent { key: string; path: string; body: Record<string, unknown>; token: string; payer: string; tokens: number }
interface Witnessed { id: string; key: string; payer: string; tokens: number }

let folder = '';
let witness = '';
let port = 0;
let fans: Person[] = [];
let creators: Person[] = [];
const cards = new Map<string, string>();
const started = 100_000;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'limelight-crash-'));
  witness = join(folder, 'witness');
  const probe = createServer().listen(0);
  await once(probe, 'listening');
  port = (probe.address() as { port: number }).port;
  probe.close();
  // The server has the real clock.
  ports.clock.set(new Date());
  fans = await Promise.all(Array.from({ length: 6 }, () => world.makeFan()));
  creators = await Promise.all(Array.from({ length: 3 }, () => world.makeCreator()));
  for (const fan of fans) {
    await world.fund(fan.id, started);
    cards.set(fan.id, await addCard(fan));
  }
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function startServer(): Promise<Program> {
  const env = { ROLE: 'api', DATABASE_URL: world.url, SECRET: 'only for this test, but long enough', PORT: String(port), DATA_DIR: folder, DEMO: '0' };
  const server = run(fileOf('#backend/node/main'), { env });
  await server.says(/^ready /m);
  return server;
}

const pick = <T>(from: readonly T[]): T => from[Math.floor(Math.random() * from.length)]!;
function newIntent(): Intent {
  const fan = pick(fans);
  const common = { key: newKey(), token: fan.token, payer: fan.id };
  if (Math.random() < 0.3) return { ...common, path: '/payment/wallet/top-up', body: { amount: 500, cardId: cards.get(fan.id) }, tokens: 100 };
  return { ...common, path: `/wallet/charges/tip/${pick(creators).id}`, body: { amount: 10 }, tokens: -10 };
}

/** Sends one intent; writes a success to the witness before doing anything else. Answers whether it was answered at all. */
async function send(intent: Intent): Promise<boolean> {
  const response = await fetch(`http://127.0.0.1:${port}/api/v1${intent.path}`, {
    method: 'POST', headers: { authorization: intent.token, 'content-type': 'application/json', 'idempotency-key': intent.key }, body: JSON.stringify(intent.body),
  }).catch(() => null);
  const reply = (await response?.json().catch(() => null)) as { data?: { _id: string }; message?: string } | null | undefined;
  if (!reply) return false;
  // Enough top-ups for an hour: nothing was done.
  if (response?.status === 429) return true;
  if (response?.status !== 201) throw new Error(`${intent.path} answered ${response?.status}: ${reply.message ?? ''}`);
  appendFileSync(witness, `${JSON.stringify({ id: reply.data?._id, key: intent.key, payer: intent.payer, tokens: intent.tokens })}\n`);
  return true;
}

/** Pays from many hands until the server is gone; answers what got no answer. */
async function hammer(): Promise<Intent[]> {
  const unanswered: Intent[] = [];
  await Promise.all(Array.from({ length: 16 }, async () => {
    for (;;) {
      const intent = newIntent();
      if (await send(intent)) continue;
      unanswered.push(intent);
      return;
    }
  }));
  return unanswered;
}

const witnessed = (): Witnessed[] => readFileSync(witness, 'utf8').trim().split('\n').map((line) => JSON.parse(line) as Witnessed);

/** What the witness saw and the database hasn't, or has otherwise. */
async function lost(seen: readonly Witnessed[]): Promise<string[]> {
  const ids = [...new Set(seen.map((one) => one.id))];
  const kept = new Map((await db.select().from(ledgerTransactions).where(inArray(ledgerTransactions.id, ids))).map((row) => [row.id, row]));
  const ofKey = new Map<string, string>();
  return seen.flatMap(({ id, key, payer }) => {
    const other = ofKey.get(key);
    ofKey.set(key, id);
    if (other !== undefined && other !== id) return [`key ${key} was answered with ${other} and with ${id}`];
    return kept.get(id)?.actorId === payer ? [] : [`${id} was acknowledged and isn’t there`];
  });
}

test(`kill -9 of the server ${kills} times while people pay: nothing acknowledged is lost, nothing is done twice`, async () => {
  let server = await startServer();
  for (let round = 0; round < kills; round += 1) {
    const hammering = hammer();
    await sleep(200 + Math.random() * 400);
    server.process.kill('SIGKILL');
    const unanswered = await hammering;
    await server.ended;
    expect(unanswered.length).toBeGreaterThan(0);
    await db.delete(rateLimits);
    server = await startServer();
    // Who got no answer asks again with the same key: done or not, it's done once now.
    for (const intent of unanswered) expect(await send(intent)).toBe(true);
    expect(await lost(witnessed())).toEqual([]);
    expect(await checkLedger(ctx)).toEqual([]);
  }
  server.process.kill('SIGKILL');
  await server.ended;
  const distinct = new Map(witnessed().map((one) => [one.key, one]));
  expect(distinct.size).toBeGreaterThan(kills * 10);
  for (const fan of fans) {
    const moved = [...distinct.values()].filter((one) => one.payer === fan.id).reduce((sum, one) => sum + one.tokens, 0);
    expect(await balanceOf(ctx, 'wallet', fan.id)).toBe(started + moved);
  }
  expect((await db.select().from(payments)).filter((payment) => payment.state !== 'succeeded')).toEqual([]);
}, 60_000 + kills * 30_000);

test('the witness notices an answer that was given before its commit', async () => {
  const fan = fans[0]!;
  const [answered, other] = [newKey(), newKey()];
  expect(await lost([{ id: answered, key: 'k', payer: fan.id, tokens: -10 }])).toEqual([`${answered} was acknowledged and isn’t there`]);
  const [real] = witnessed();
  expect(await lost([real!, { ...real!, id: other }])).toContain(`key ${real!.key} was answered with ${real!.id} and with ${other}`);
});
