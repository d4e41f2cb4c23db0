import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { consents } from '#backend/db/schema/accounts.ts';
import { auditLog, sitePosts } from '#backend/db/schema/operator.ts';
import { rooms } from '#backend/kernel/hub.ts';
import { showSitePost, writeSitePost } from '#backend/domain/across/operator/posts.ts';
import { testBackend } from '../../../setup/backend.ts';
import type { Person } from '../../../setup/test-app.ts';

const app = await testBackend();
const { call, ok, db, ports, makeFan } = app;
const operator = { ...app.ctx, actor: 'olga', actorId: null };

const write = (slug: string, html: string, changes: string | null = null) =>
  writeSitePost(operator, { slug, title: 'Title', summary: '', html, kind: 'page', changes });
const publish = async (slug: string, html: string) => {
  await write(slug, html);
  await showSitePost(operator, slug, true);
};
const recorded = async (accountId: string) =>
  (await db.select().from(consents).where(eq(consents.accountId, accountId)))
    .map(({ kind, version, textDigest }) => ({ kind, version, textDigest }))
    .toSorted((a, b) => `${a.kind}${a.version}`.localeCompare(`${b.kind}${b.version}`));
const digest = (text: string) => ports.crypto.sha256(text);
const isDue = async ({ token }: Pick<Person, 'token'>) => (await ok('GET /users/me', { token })).consentDue;
const accept = ({ token }: Pick<Person, 'token'>, body: { terms?: string; privacy?: string }) =>
  call('POST /auth/consents', { token, body });

let count = 0;
const someone = () => {
  count += 1;
  const username = `ada-${count}`;
  return { name: 'Ada', username, email: `${username}@example.com`, password: 'long enough' };
};

beforeEach(async () => {
  ports.clock.move('2h');
  await db.delete(sitePosts);
  await publish('terms', '<p>Be kind.</p>');
  await publish('privacy', '<p>We keep little.</p>');
});

test('joining records what the form showed, with a digest of the very text', async () => {
  const pages = await ok('GET /auth/consents');
  expect(pages.data).toEqual([
    { kind: 'terms', version: '1', changes: '', isDue: false },
    { kind: 'privacy', version: '1', changes: '', isDue: false },
  ]);
  const { token } = await ok('POST /auth/users/register', {
    body: { ...someone(), terms: '1', privacy: '1' },
  });
  const me = await ok('GET /users/me', { token: String(token) });
  expect(await recorded(me._id)).toEqual([
    { kind: 'privacy', version: '1', textDigest: digest('<p>We keep little.</p>') },
    { kind: 'terms', version: '1', textDigest: digest('<p>Be kind.</p>') },
  ]);
  expect(me.consentDue).toBe(false);
});

test('a form that showed an older version records nothing of it, and the person is asked', async () => {
  await write('terms', '<p>Be kinder.</p>', 'Kindness is compulsory.');
  const { token } = await ok('POST /auth/users/register', {
    body: { ...someone(), terms: '1', privacy: '1' },
  });
  const me = await ok('GET /users/me', { token: String(token) });
  expect((await recorded(me._id)).map(({ kind }) => kind)).toEqual(['privacy']);
  expect(me.consentDue).toBe(true);
});

test('a small correction asks nobody; a new version asks everyone once', async () => {
  const fan = await makeFan();
  await write('terms', '<p>Be very kind.</p>');
  expect(await isDue(fan)).toBe(false);

  await write('terms', '<p>Be kinder.</p>', 'Kindness is compulsory.');
  expect(await isDue(fan)).toBe(true);
  expect((await ok('GET /auth/consents', { token: fan.token })).data[0]).toEqual({
    kind: 'terms',
    version: '2',
    changes: 'Kindness is compulsory.',
    isDue: true,
  });
  expect((await ok('GET /auth/consents')).data.map((page) => page.isDue)).toEqual([false, false]);

  ports.transport.clear();
  expect((await accept(fan, { terms: '2' })).status).toBe(200);
  expect(await isDue(fan)).toBe(false);
  expect(ports.transport.of('consents/accepted')).toEqual([
    { room: rooms.account(fan.id), event: 'consents/accepted', payload: { isDue: false } },
  ]);
  await write('terms', '<p>Be kinder!</p>');
  expect(await isDue(fan)).toBe(false);
  await write('terms', '<p>Be kindest.</p>', 'Superlatives.');
  expect(await isDue(fan)).toBe(true);
});

test('only the current version can be accepted', async () => {
  const fan = await makeFan();
  await write('terms', '<p>2</p>', 'Second.');
  await write('terms', '<p>3</p>', 'Third.');
  for (const terms of ['1', '2', '4']) {
    const { status, problem } = await accept(fan, { terms });
    expect([status, problem.code]).toEqual([409, 'version_changed']);
  }
  // Both or neither.
  expect((await accept(fan, { terms: '2', privacy: '1' })).status).toBe(409);
  expect(await recorded(fan.id)).toEqual([]);
  expect(await isDue(fan)).toBe(true);
});

test('accepting twice, even at once, is accepting once', async () => {
  const fan = await makeFan();
  await write('terms', '<p>2</p>', 'Second.');
  const answers = await Promise.all(Array.from({ length: 5 }, () => accept(fan, { terms: '2' })));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  expect(await recorded(fan.id)).toEqual([{ kind: 'terms', version: '2', textDigest: digest('<p>2</p>') }]);
});

test('accepting one of two leaves the other to be asked', async () => {
  const fan = await makeFan();
  await write('terms', '<p>2</p>', 'Second.');
  await write('privacy', '<p>2</p>', 'Cookies.');
  ports.transport.clear();
  await accept(fan, { terms: '2' });
  expect(ports.transport.of('consents/accepted')[0]?.payload).toEqual({ isDue: true });
  expect(await isDue(fan)).toBe(true);
  await accept(fan, { privacy: '2' });
  expect(await isDue(fan)).toBe(false);
});

test('a hidden page asks nobody, and can’t be accepted', async () => {
  const fan = await makeFan();
  await write('terms', '<p>2</p>', 'Second.');
  await showSitePost(operator, 'terms', false);
  expect(await isDue(fan)).toBe(false);
  expect((await accept(fan, { terms: '2' })).status).toBe(409);
  expect((await ok('GET /auth/consents')).data.map(({ kind }) => kind)).toEqual(['privacy']);
});

test.each([
  ['nothing', {}],
  ['an unknown page', { help: '1' }],
  ['a number', { terms: 2 }],
  ['words', { terms: 'latest' }],
])('accepting %s is refused', async (_what, body) => {
  const fan = await makeFan();
  expect((await call('POST /auth/consents', { token: fan.token, body: body as never })).status).toBe(422);
});

test('only terms and privacy ask again, with a few words on what changed; it is in the audit log', async () => {
  const news = { slug: 'terms', title: 'T', summary: '', html: '<p>x</p>', kind: 'news' as const };
  await expect(writeSitePost(operator, { ...news, changes: 'New.' })).rejects.toMatchObject({ status: 422 });
  await expect(write('help', '<p>x</p>', 'New.')).rejects.toMatchObject({ status: 422 });
  await expect(write('terms', '<p>x</p>', '  ')).rejects.toMatchObject({ status: 422 });
  await expect(write('terms', '<p>x</p>', 'x'.repeat(501))).rejects.toMatchObject({ status: 422 });
  await db.delete(auditLog);
  await write('terms', '<p>x</p>', 'New.');
  expect((await db.select().from(auditLog))[0]?.facts).toEqual({
    slug: 'terms',
    title: 'Title',
    version: 2,
    changes: 'New.',
  });
});
