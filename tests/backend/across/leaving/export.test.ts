import { BlobReader, BlobWriter, TextWriter, ZipReader } from '@zip.js/zip.js';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { accounts, dataExports, sessions } from '#backend/db/schema/accounts.ts';
import { messages } from '#backend/db/schema/messages.ts';
import { notifications } from '#backend/db/schema/notifications.ts';
import { emailOutbox } from '#backend/db/schema/site.ts';
import { prepareExport, removeExpiredExports } from '#backend/domain/across/leaving/export/exports.ts';
import { exported } from '#backend/domain/across/leaving/export/contents.ts';
import { exportKey } from '#backend/domain/across/leaving/export/address.ts';
import { testBackend } from '../../../setup/backend.ts';
import type { Person } from '../../../setup/test-app.ts';
import { makeEverything } from '../../../matrix/everything.ts';

const app = await testBackend();
const { backend, call, ok, ctx, db, ports, makeFan } = app;

type Json = Record<string, unknown>;
const run = (attempt = 1) => ({ attempt, signal: new AbortController().signal });

const get = (url: string, token?: string | null) =>
  backend.fetch(
    new Request(`https://limelight.test${url}`, { headers: token ? { authorization: token } : {} }),
    { ip: '203.0.113.1' },
  );

async function readyExport({ token }: Person) {
  await ok('POST /auth/export', { token });
  await backend.runJobs();
  const { export: latest } = await ok('GET /auth/export', { token });
  if (latest?.url === null || latest === null) throw new Error('the export isn’t ready');
  return { ...latest, url: latest.url };
}

async function unzip(response: Response) {
  const entries = await new ZipReader(new BlobReader(await response.blob())).getEntries();
  const contents = new Map<string, string>();
  const binary = new Map<string, Blob>();
  for (const entry of entries) {
    if (entry.directory) continue;
    if (entry.filename.startsWith('files/'))
      binary.set(entry.filename, await entry.getData(new BlobWriter()));
    else contents.set(entry.filename, await entry.getData(new TextWriter()));
  }
  const rows = (name: string) => JSON.parse(contents.get(`data/${name}.json`) ?? 'null') as Json[];
  return { contents, binary, rows };
}
const exportOf = async (person: Person) => unzip(await get((await readyExport(person)).url, person.token));

test('a fan gets what is theirs, as JSON, tables as CSV too, and the files they uploaded', async () => {
  const fan = await makeFan({ name: '=1+1', bio: 'Mountains.' });
  await app.fund(fan.id, 200);
  const avatar = `public/${fan.id}`;
  await ports.objects.put(`${avatar}/256.webp`, new TextEncoder().encode('a picture'), 'image/webp');
  await db.update(accounts).set({ avatar, timeZone: 'Asia/Kathmandu' }).where(eq(accounts.id, fan.id));
  const { contents, binary, rows } = await exportOf(fan);
  expect(rows('account')).toMatchObject([
    { id: fan.id, email: fan.email, username: fan.username, bio: 'Mountains.', timeZone: 'Asia/Kathmandu' },
  ]);
  expect(contents.get('data/account.json')).not.toContain('passwordHash');
  expect(rows('balances')).toMatchObject([{ kind: 'wallet', unit: 'token', balance: 200 }]);
  expect(rows('balance-changes')).toMatchObject([{ amount: 200, balanceAfter: 200 }]);
  const [heads, first] = (contents.get('data/balances.csv') ?? '').split('\r\n');
  expect(heads).toBe('id,kind,ownerId,unit,shard,balance,createdAt');
  // A name that a spreadsheet would take for a formula isn't one.
  expect(first).toMatch(/^[0-9a-f-]{36},wallet,'=1\+1,token,0,200,2/);
  expect(await binary.get('files/avatar.webp')?.text()).toBe('a picture');
  for (const { file, csv } of exported) {
    expect(contents.has(`data/${file}.json`), file).toBe(true);
    expect(contents.has(`data/${file}.csv`), file).toBe(csv);
  }
  expect(contents.get('README.txt')).toContain('Your data on Limelight');
});

test('more rows than are read at a time are all there, once', async () => {
  const fan = await makeFan();
  const createdAt = ports.clock.now();
  const texts = Array.from({ length: 1_203 }, (_, index) => `News ${index}.`);
  await db.insert(notifications).values(
    texts.map((text, index) => ({
      id: ports.ids(),
      accountId: fan.id,
      type: 'follow' as const,
      groupKey: `k${index}`,
      text,
      hasActors: false,
      isListed: true,
      digest: 'none' as const,
      createdAt,
      updatedAt: createdAt,
    })),
  );
  const { rows } = await exportOf(fan);
  expect(rows('notifications').map(({ text }) => text)).toEqual(texts);
});

test('nothing in anybody’s export tells more about others than the name they show', async () => {
  const all = await makeEverything(app, ports.geo);
  const others = await db
    .select({ id: accounts.id, email: accounts.email, username: accounts.username, name: accounts.name })
    .from(accounts);
  for (const who of ['owner', 'fan', 'subscriber', 'blocked'] as const) {
    const person = all.accountOf(who);
    await db.update(sessions).set({ provedAt: ports.clock.now() }).where(eq(sessions.accountId, person.id));
    const { contents, binary, rows } = await exportOf(person);
    const whole = [...contents.values()].join('\n');
    expect(whole).toContain(person.email);
    for (const other of others.filter(({ id }) => id !== person.id)) {
      expect(whole, `${who} reads the id of ${other.name}`).not.toContain(other.id);
      expect(whole, `${who} reads the address of ${other.name}`).not.toContain(other.email);
      expect(whole, `${who} reads the username of ${other.name}`).not.toContain(`"${other.username}"`);
    }
    for (const row of rows('files'))
      expect([...binary.keys()].some((name) => name.includes(String(row['id'])))).toBe(true);
    expect(binary.size).toBe(rows('files').length);
    const spoken = await db.select().from(messages);
    const own = spoken.filter(
      ({ senderId, recipientId, deletedAt }) =>
        deletedAt === null && [senderId, recipientId].includes(person.id),
    );
    expect(new Set(rows('messages').map(({ id }) => id))).toEqual(new Set(own.map(({ id }) => id)));
    expect(rows('messages')).toHaveLength(own.length);
  }
}, 120_000);

test('asking takes a proof, and one copy is prepared at a time', async () => {
  const fan = await makeFan();
  const { token } = fan;
  await db.update(sessions).set({ provedAt: null }).where(eq(sessions.accountId, fan.id));
  expect((await call('POST /auth/export', { token })).problem.code).toBe('step_up_required');
  expect(await ok('GET /auth/export', { token })).toEqual({ export: null });
  await ok('POST /auth/step-up', { token, body: { password: fan.password } });
  expect((await ok('POST /auth/export', { token })).export).toMatchObject({ state: 'preparing', url: null });
  expect((await call('POST /auth/export', { token })).status).toBe(409);
  await backend.runJobs();
  expect((await ok('GET /auth/export', { token })).export).toMatchObject({ state: 'ready' });
  expect((await call('POST /auth/export', { token })).status).toBe(201);
});

test('its owner is emailed and notified, and downloads it until it expires; then it is swept', async () => {
  const [fan, stranger] = [await makeFan(), await makeFan()];
  const made = await readyExport(fan);
  const mails = await db.select().from(emailOutbox).where(eq(emailOutbox.to, fan.email));
  expect(mails.map(({ subject }) => subject)).toEqual(['Your Limelight data is ready to download']);
  expect(mails[0]?.text).toContain('https://limelight.test/user/account?tab=security');
  // The address itself isn't mailed: an inbox is read by others, too.
  expect(mails[0]?.text).not.toContain('/media/export');
  expect(await db.select().from(notifications).where(eq(notifications.accountId, fan.id))).toMatchObject([
    { type: 'data-export', href: '/user/account?tab=security' },
  ]);

  const response = await get(made.url, fan.token);
  expect(response.status).toBe(200);
  expect(response.headers.get('cache-control')).toBe('private, no-store');
  expect(response.headers.get('content-disposition')).toBe('attachment; filename="my-data.zip"');
  expect((await response.arrayBuffer()).byteLength).toBe(made.bytes);
  expect((await get(made.url)).status).toBe(404);
  expect((await get(made.url, stranger.token)).status).toBe(404);
  const later = made.url.replace(/e=\d+/, (e) => `e=${Number(e.slice(2)) + 60}`);
  expect((await get(later, fan.token)).status).toBe(404);

  await removeExpiredExports(ctx);
  expect(ports.objects.keys()).toContain(exportKey(made._id));
  const { exportDays } = await app.settings.all();
  ports.clock.move(`${exportDays}d`);
  const again = { token: (await app.openSession(fan.id)).token };
  expect((await get(made.url, again.token)).status).toBe(404);
  expect(await ok('GET /auth/export', again)).toEqual({ export: null });
  await removeExpiredExports(ctx);
  expect(ports.objects.keys()).not.toContain(exportKey(made._id));
  expect(await db.select().from(dataExports).where(eq(dataExports.accountId, fan.id))).toEqual([]);
});

test('a new copy replaces the one before', async () => {
  const fan = await makeFan();
  const before = await readyExport(fan);
  const after = await readyExport(fan);
  await removeExpiredExports(ctx);
  expect(ports.objects.keys()).not.toContain(exportKey(before._id));
  expect(ports.objects.keys()).toContain(exportKey(after._id));
  expect((await ok('GET /auth/export', { token: fan.token })).export?._id).toBe(after._id);
});

test('repeating the job changes nothing; one that keeps failing is given up and can be asked for again', async () => {
  const fan = await makeFan();
  const made = await readyExport(fan);
  await prepareExport(ctx, made._id, run());
  expect(await db.select().from(emailOutbox).where(eq(emailOutbox.to, fan.email))).toHaveLength(1);

  const { export: asked } = await ok('POST /auth/export', { token: fan.token });
  const full = async (): Promise<void> => Promise.reject(new Error('the disk is full'));
  const broken = { ...ctx, ports: { ...ctx.ports, objects: { ...ctx.ports.objects, put: full } } };
  await expect(prepareExport(broken, asked._id, run(1))).rejects.toThrow('the disk is full');
  expect((await ok('GET /auth/export', { token: fan.token })).export?.state).toBe('preparing');
  await prepareExport(broken, asked._id, run(5));
  expect((await ok('GET /auth/export', { token: fan.token })).export).toMatchObject({
    state: 'failed',
    url: null,
  });
  expect((await call('POST /auth/export', { token: fan.token })).status).toBe(201);
});
