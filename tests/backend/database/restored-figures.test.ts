import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Command } from 'commander';
import { sql } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { fetchRows } from '#backend/db/db.ts';
import { seed } from '#backend/demo/seed.ts';
import { addUpDays } from '#backend/domain/money/earnings/days.ts';
import type { OperatorCtx } from '#backend/domain/across/operator/audit.ts';
import { backUp } from '#backend/node/database/backup.ts';
import { operatorProgram } from '#backend/node/operator/commands.ts';
import { restoreBackup } from '#backend/node/database/restore.ts';
import { type Input, type Things, inputsOf, readings } from '../../matrix/asking.ts';
import { type TestBackend, testBackend } from '../../setup/backend.ts';
import { testDatabase } from '../../setup/database.ts';
import { sketches } from '../../setup/sketches.ts';

/*
 * Backs up data with a history and restores it elsewhere: every reading operation and command must return the
 * same before and after, byte for byte. The clock is stopped, so even signed URLs are equal.
 */
const source = await testBackend();
source.ports.clock.set('2026-11-20T12:00:00.000Z');
await seed(source, { pictures: sketches });
const people = ['demo-fan', 'demo-creator', 'northlight'] as const;
type Who = (typeof people)[number] | 'nobody';
const tokens = new Map<Who, string>();
const idOf = async (username: string) =>
  (
    await fetchRows<{ id: string }>(
      source.db.execute(sql`SELECT id FROM accounts WHERE username = ${username}`),
    )
  )[0]!.id;

const folder = await mkdtemp(join(tmpdir(), 'limelight-restored-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

/**
 * Commands that change something or need something that isn't there. All others, including new ones, only
 * read.
 */
const changing = new Set([
  'approve',
  'reject',
  'set',
  'rebuild',
  'retry',
  'refund',
  'close',
  'process',
  'pay',
  'return',
  'add',
  'stop',
  'allow',
  'withdraw',
  'offer',
  'hide',
  'write',
  'publish',
  'renew',
  'backup',
  'restore',
  'resend',
  'suspend',
  'remove-second-factor',
  'fail',
]);

function leavesOf(
  command: Command,
  words: readonly string[] = [],
): { words: readonly string[]; command: Command }[] {
  return command.commands.length === 0
    ? [{ words, command }]
    : command.commands.flatMap((child) => leavesOf(child, [...words, child.name()]));
}
async function programOf(app: TestBackend, print: (line: string) => void): Promise<Command> {
  const operator: OperatorCtx = { ...app.ctx, actor: 'olga', actorId: null };
  const none = () => Promise.reject(new Error('none here'));
  const program = await operatorProgram({
    asOperator: (work) => work(operator),
    backups: { backUp: none, read: none, restore: none },
    print,
  });
  const quietly = (command: Command): void => {
    command.exitOverride().configureOutput({ writeOut: print, writeErr: () => {} });
    command.commands.forEach(quietly);
  };
  quietly(program);
  return program;
}

/**
 * The output of every reading command, for people and as JSON. Commands that show one item run for the first
 * few of the matching list.
 */
async function commandsSay(app: TestBackend): Promise<Map<string, string>> {
  const said = new Map<string, string>();
  const say = async (...line: readonly string[]): Promise<string> => {
    const lines: string[] = [];
    const program = await programOf(app, (printed) => lines.push(printed));
    const failed = await program
      .parseAsync(line, { from: 'user' })

      .then(
        () => null,
        (error: unknown) => (error as Error).message,
      );
    const answer = `${lines.join('\n')}${failed ?? ''}`;
    said.set(line.join(' '), answer);
    return answer;
  };
  for (const { words, command } of leavesOf(await programOf(app, () => {}))) {
    if (changing.has(words.at(-1)!) || command.name() === 'help') continue;
    // The others add what they read to it.
    if (words[0] === 'audit') continue;
    if (!command.registeredArguments.some((argument) => argument.required)) {
      await say(...words);
      await say('--json', ...words);
      continue;
    }
    const list = JSON.parse(await say('--json', words[0]!, 'list')) as { id: string }[];
    for (const { id } of list.slice(0, 3)) await say('--json', ...words, id);
  }
  return said;
}

/** One is random by design; the other counts each request. */
const apart = new Set(['GET /performers/search/random', 'GET /performer-assets/products/:id/download-link']);
/**
 * Operations that need an id this test doesn't come across: of an account, a file in processing, or a
 * subscription that can be switched.
 */
const outOfReach = [
  // Says where the visitor is, not what is stored.
  'GET /block/place',
  // Comes from a package, not from the database.
  'GET /cities/:country/:state',
  'GET /conversations/stream/:id',
  'GET /conversations/stream/public/:id',
  'GET /creator-mutes/:id',
  'GET /files/:id/status',
  'GET /mass-messages/mutes/:id',
  'GET /messages/conversations/public/:id',
  'GET /payment/:provider/switch-subscription/:id',
  'GET /payment/receipts/:id',
  // Nobody without an account is named on the demo site.
  'GET /performer/media-items/:kind/:id/people',
  'GET /streaming/:id',
  'GET /streaming/:id/health',
  'GET /streaming/:id/supporters',
  // The test site has no relay.
  'GET /streaming/encoder',
  'GET /streaming/join/:id',
  'GET /streaming/private/:id',
  'GET /streaming/private/:id/statement',
  'GET /streaming/private/terms/:id',
  'GET /uploads/:id',
  'GET /users/view/:id',
];
const ranges: Record<string, string>[] = [
  {},
  { from: '2026-11-01T00:00:00.000Z' },
  { from: '2026-11-10T00:00:00.000Z', to: '2026-11-20T00:00:00.000Z' },
  { from: '2026-10-03T05:30:00.000Z', to: '2026-11-19T17:15:00.000Z' },
];
/** Values for query parameters that are neither enums nor ids. */
const given: Readonly<Record<string, readonly Record<string, string>[]>> = {
  from: ranges,
  month: [{ month: '2026-10' }, { month: '2026-11' }],
  year: [{ year: '2026' }],
};

const days = [{ from: '2026-11-01', to: '2026-11-20' }];
/** Searches that need words, and figures of whole days. */
const searched: Readonly<Record<string, readonly Record<string, string>[]>> = {
  'GET /messages/search': [{ q: 'the' }, { q: 'glaze' }],
  'GET /search': [{}, { q: 'glaze' }, { q: 'ceramcs' }, { q: 'zzz glaze' }],
  'GET /search/suggestions': [{ q: 'gl' }, { q: 'ceramcs' }],
  'GET /tags': [{ q: 'gl' }, { q: '' }],
  'GET /mentions': [{ q: 'ma' }],
  'GET /performer/statistics': days,
  'GET /performer/statistics/audience': days,
  'GET /performer/statistics/items': days,
  'GET /performer/statistics/sources': days,
};

/** The queries to try for an operation. */
const givenTo = (route: string, { query }: { readonly query?: unknown }) =>
  searched[route] ??
  Object.entries(given).find(
    ([key]) => key in ((query as { shape?: object } | undefined)?.shape ?? {}),
  )?.[1] ?? [{}];
/** Kinds of content by the words of their routes (`wordsOf`). */
const kindOf = {
  feed: 'feed',
  video: 'video',
  gallerie: 'gallery',
  product: 'product',
  aution: 'auction',
} as const;

interface Question {
  readonly who: Who;
  readonly route: string;
  readonly input: Input;
}
const ask = (app: TestBackend, { who, route, input }: Question) =>
  app.raw(route, { ...input, token: tokens.get(who) ?? null });
const keyOf = ({ who, route, input }: Question) => `${who}: ${route} ${JSON.stringify(input)}`;

/** The ids in a response, from the first entries of each of its lists. */
function idsIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.slice(0, 3).flatMap(idsIn);
  if (value === null || typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    ['_id', 'number', 'code'].includes(key) && typeof inner === 'string' ? [inner] : idsIn(inner),
  );
}
/** The words of a route that name its subject. */
const wordsOf = (route: string) =>
  route
    .split(/[ /]/)
    .filter(
      (word) => !/^(GET|performer|performer-assets|user|users|search|view|wallet|payment|:.*|)$/.test(word),
    )
    .map((word) => word.replace(/s$|-item$/, ''));

/**
 * Calls every operation as every person, with the ids that related operations returned; returns the
 * responses.
 */
async function walk(owner: Things['owner']): Promise<Map<string, { question: Question; text: string }>> {
  const before = new Map<string, { question: Question; text: string }>();
  const named = new Map<string, Set<string>>();
  const worthwhile = new Set<string>();
  const answered = new Set<string>();
  const about = (word: string) => [...(named.get(word) ?? [])];
  async function put(question: Question): Promise<void> {
    const { who, route, input } = question;
    const key = `${route} ${JSON.stringify(input)}`;
    // Other people are only asked what a demo account got an answer to.
    if (before.has(keyOf(question)) || (!who.startsWith('demo') && !worthwhile.has(key))) return;
    const { status, text } = await ask(source, question);
    expect(status, keyOf(question)).toBeLessThan(500);
    if (status >= 300) return;
    worthwhile.add(key);
    answered.add(route);
    before.set(keyOf(question), { question, text });
    for (const word of wordsOf(route))
      named.set(word, new Set([...about(word), ...(text === '' ? [] : idsIn(JSON.parse(text)))].slice(0, 6)));
  }
  // First operations without ids, then those that need a known id, then those that need an id found in the
  // second round.
  for (const round of [1, 2, 3]) {
    for (const [route, def] of readings) {
      if (apart.has(route) || (round === 3 && answered.has(route))) continue;
      const ids = [...new Set(wordsOf(route).flatMap(about))];
      const mediaItems = Object.entries(kindOf).flatMap(([word, kind]) =>
        about(word)
          .slice(0, 1)
          .map((id) => [kind, id] as const),
      );
      const more = givenTo(route, def);
      for (const { params, query } of inputsOf(route, def, { ids, fileIds: ids, owner, mediaItems })) {
        for (const extra of more)
          for (const who of [...people, 'nobody'] as const)
            await put({ who, route, input: { params, query: { ...query, ...extra } } });
      }
    }
  }
  return before;
}

test('every screen and command shows the same after the backup is restored', async () => {
  await addUpDays(source.ctx);
  for (const who of people) tokens.set(who, (await source.openSession(await idOf(who), 100_000)).token);
  // A late sale, for a day that has already been added up, waits to be included.
  source.ports.clock.set('2026-11-18T12:00:00.000Z');
  await source.ok('POST /wallet/charges/tip/:id', {
    token: tokens.get('demo-fan'),
    params: { id: await idOf('demo-creator') },
    body: { amount: 50 },
  });
  source.ports.clock.set('2026-11-20T12:00:00.000Z');
  expect(await fetchRows(source.db.execute(sql`SELECT 1 FROM earning_late`))).toHaveLength(1);

  const before = await walk({ id: await idOf('demo-creator'), username: 'demo-creator' });
  const asked = new Set([...before.values()].map(({ question }) => question.route));
  expect(
    readings
      .map(([route]) => route)
      .filter((route) => !asked.has(route) && !apart.has(route))
      .toSorted(),
  ).toEqual(outOfReach);
  const saidBefore = await commandsSay(source);
  expect(saidBefore.get('ledger check')).toBe('Everything adds up.');

  const target = await testDatabase();
  await backUp(source.pool, { folder: join(folder, 'kept'), objects: null, secret: null });
  await restoreBackup(target.pool, { folder: join(folder, 'kept'), objects: null, secret: null });
  const restored = await testBackend({ database: target, ports: source.ports });
  for (const [key, { question, text }] of before)
    expect((await ask(restored, question)).text, key).toBe(text);
  expect(await commandsSay(restored)).toEqual(saidBefore);

  // Still equal after the job has processed the late sale on both sides.
  await addUpDays(source.ctx);
  await addUpDays(restored.ctx);
  for (const [key, { question, text }] of before)
    if (question.route.includes('earning')) expect((await ask(restored, question)).text, key).toBe(text);
  expect((await commandsSay(restored)).get('ledger check')).toBe('Everything adds up.');
}, 300_000);

test("a backup whose postings don't sum to zero is rejected", async () => {
  const target = await testDatabase();
  await target.db.transaction(async (tx) => {
    await tx.execute(sql`SET LOCAL session_replication_role = replica`);
    await tx.execute(
      sql`INSERT INTO ledger_transactions (id, kind, subject, description, created_at) VALUES ('00000000-0000-7000-8000-0000000000aa', 'grant', 'grant', 'Odd', now())`,
    );
    await tx.execute(
      sql`INSERT INTO ledger_postings (transaction_id, account_id, unit, amount, created_at) VALUES ('00000000-0000-7000-8000-0000000000aa', '00000000-0000-7000-8000-000000000001', 'money', 7, now())`,
    );
  });
  await backUp(target.pool, { folder: join(folder, 'odd'), objects: null, secret: null });
  await expect(
    restoreBackup(target.pool, { folder: join(folder, 'odd'), objects: null, secret: null }),
  ).rejects.toThrow(
    /everything is as before: the postings of transaction 00000000-0000-7000-8000-0000000000aa don’t sum to zero/,
  );
});
