import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { auditLog } from '#backend/db/schema/operator.ts';
import type { OperatorCtx } from '#backend/domain/across/operator/audit.ts';
import { operatorProgram } from '#backend/node/operator/commands.ts';
import { testBackend } from '../../../setup/backend.ts';

const app = await testBackend();
const { ctx, db, ok, call, ports } = app;
const operator: OperatorCtx = { ...ctx, actor: 'olga', actorId: null };
const none = () => Promise.reject(new Error('none here'));

async function run(...words: string[]): Promise<{ printed: string; failed: string | null }> {
  const printed: string[] = [];
  const program = await operatorProgram({
    asOperator: (work) => work(operator),
    backups: { backUp: none, read: none, restore: none },
    print: (line) => printed.push(line),
  });
  for (const command of [program, ...program.commands, ...program.commands.flatMap((one) => one.commands)]) {
    command
      .exitOverride()
      .configureOutput({ writeOut: (text) => void printed.push(text), writeErr: () => {} });
  }
  const failed = await program.parseAsync(words, { from: 'user' }).then(
    () => null,
    (error: unknown) => (error as Error).message,
  );
  return { printed: printed.join('\n'), failed };
}
const json = async (...words: string[]) =>
  JSON.parse((await run('--json', ...words)).printed) as Record<string, unknown>[];
const actions = async () =>
  (await db.select({ action: auditLog.action }).from(auditLog)).map(({ action }) => action);

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'limelight-posts-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));
beforeEach(() => db.delete(auditLog));

describe('coupons', () => {
  test('are created, listed, stopped and re-enabled, each logged', async () => {
    expect(
      await run(
        'coupons',
        'add',
        'spring-10',
        '--percent',
        '10',
        '--for',
        'top_up',
        '--uses',
        '5',
        '--ends',
        '2026-12-31',
      ),
    ).toEqual({ printed: 'The coupon SPRING-10 can be used.', failed: null });
    const [coupon] = await json('coupons', 'list');
    expect(coupon).toMatchObject({
      code: 'SPRING-10',
      kind: 'percent',
      off: 10,
      appliesTo: 'top_up',
      maxUses: 5,
      perUser: 1,
      uses: 0,
      endsAt: '2026-12-31T00:00:00.000Z',
      isActive: true,
    });
    expect((await run('coupons', 'list')).printed).toMatch(/SPRING-10 +10 % +top_up +0 +0 of 5 /);
    await run('coupons', 'stop', 'Spring-10');
    expect((await json('coupons', 'list'))[0]).toMatchObject({ isActive: false });
    await run('coupons', 'allow', 'SPRING-10');
    expect((await json('coupons', 'list'))[0]).toMatchObject({ isActive: true });
    expect(await actions()).toEqual(['coupon.added', 'coupon.stopped', 'coupon.allowed']);
  });

  test.each([
    [['SPRING-10', '--fixed', '100'], 'Coupon SPRING-10 already exists.'],
    [['X', '--percent', '5'], 'Use 3 to 30 letters, digits and dashes.'],
    [['TWICE', '--percent', '5', '--fixed', '5'], 'Give either --percent or --fixed.'],
    [['NEITHER'], 'Give either --percent or --fixed.'],
    [['PAST', '--percent', '5', '--ends', '2020-01-01'], 'The end must be after the start.'],
  ])('%j is rejected', async (words, message) => {
    expect((await run('coupons', 'add', ...words)).failed).toBe(message);
  });

  test.each([
    ['--percent', '100'],
    ['--percent', '-1'],
    ['--fixed', '1.5'],
    ['--fixed', '1e99'],
    ['--uses', '0'],
    ['--ends', 'soon'],
  ])("%s %s isn't accepted", async (option, value) => {
    expect((await run('coupons', 'add', 'ODD', option, value)).failed).toMatch(/is invalid/);
  });
});

test('packages can be put on sale, taken off and put on again', async () => {
  const before = (await ok('GET /package/token/search')).total;
  expect(
    await run('packages', 'add', 'Big one', '--tokens', '2000', '--bonus', '200', '--price', '9999'),
  ).toEqual({ printed: 'Big one is on sale.', failed: null });
  const added = (await ok('GET /package/token/search')).data.find(({ name }) => name === 'Big one');
  expect(added).toMatchObject({ tokens: 2_000, bonus: 200, price: 9_999 });
  await run('packages', 'withdraw', added?._id ?? '');
  expect((await ok('GET /package/token/search')).total).toBe(before);
  await run('packages', 'offer', added?._id ?? '');
  expect((await ok('GET /package/token/search')).total).toBe(before + 1);
  expect(await actions()).toEqual(['package.added', 'package.withdrawn', 'package.offered']);
  expect((await run('packages', 'add', 'Dear', '--tokens', '10', '--price', '99999999')).failed).toMatch(
    /^The price must be within the top-up limits/,
  );
  expect((await run('packages', 'offer', 'nothing')).failed).toBe('There is no package nothing.');
});

test('promos are shown and hidden; their link is on the site or a full URL', async () => {
  expect(
    await run('promos', 'add', 'Autumn', '--text', 'New creators every day.', '--link', '/search'),
  ).toMatchObject({ failed: null });
  const [promo] = (await ok('GET /site-promo/search')).data;
  expect(promo).toMatchObject({ title: 'Autumn', href: '/search' });
  await run('promos', 'hide', promo?._id ?? '');
  expect((await ok('GET /site-promo/search')).total).toBe(0);
  for (const link of [
    'javascript:alert(1)',
    '//evil.example',
    '/\\evil.example',
    'http://plain.example',
    'data:text/html,x',
  ])
    expect((await run('promos', 'add', 'X', '--text', 'x', '--link', link)).failed).toMatch(
      /^The link must be/,
    );
});

describe('site pages', () => {
  const write = async (slug: string, html: string, ...more: string[]) => {
    const file = join(folder, 'post.html');
    await writeFile(file, html);
    return run(
      'posts',
      'write',
      slug,
      '--title',
      `About ${slug}`,
      '--file',
      file,
      '--summary',
      'In short.',
      ...more,
    );
  };

  test('are written, published, changed and hidden', async () => {
    expect((await write('opening', '<p>We are open.</p>')).printed).toContain('posts publish opening');
    expect((await call('GET /posts/:id', { params: { id: 'opening' } })).status).toBe(404);
    await run('posts', 'publish', 'opening');
    expect((await ok('GET /posts/search')).data).toEqual([
      expect.objectContaining({
        slug: 'opening',
        title: 'About opening',
        summary: 'In short.',
        publishedAt: ports.clock.now().toISOString(),
      }),
    ]);
    await write('Opening', '<p>We are really open.</p>');
    expect((await ok('GET /posts/:id', { params: { id: 'opening' } })).html).toBe(
      '<p>We are really open.</p>',
    );
    await run('posts', 'hide', 'opening');
    expect((await ok('GET /posts/search')).total).toBe(0);
    expect(await actions()).toEqual(['post.written', 'post.published', 'post.written', 'post.hidden']);
  });

  test("static pages aren't news", async () => {
    await write('terms', '<h1>Terms</h1><p>Be kind.</p>', '--page');
    await run('posts', 'publish', 'terms');
    expect((await ok('GET /posts/search')).total).toBe(0);
    expect(await ok('GET /posts/:id', { params: { id: 'terms' } })).toMatchObject({
      kind: 'page',
      html: '<h2>Terms</h2><p>Be kind.</p>',
    });
  });

  test('a new version of the terms asks everyone, and says so; a correction doesn’t', async () => {
    expect((await write('terms', '<p>1</p>', '--page')).printed).not.toContain('asked');
    await run('posts', 'publish', 'terms');
    const raised = await write('terms', '<p>2</p>', '--page', '--ask-again', 'Kindness.');
    expect(raised.printed).toContain('Everyone is asked to accept version 2.');
    expect((await ok('GET /auth/consents')).data).toMatchObject([{ version: '2', changes: 'Kindness.' }]);
    expect((await write('help', '<p>2</p>', '--page', '--ask-again', 'x')).failed).toContain('terms');
  });

  test("scripts in them don't run", async () => {
    await write(
      'evil',
      '<p onclick="x()">Hi<script>alert(1)</script><img src="javascript:x" onerror="x()"><a href="javascript:x()">go</a><iframe src="https://x"></iframe><style>*{}</style></p>',
    );
    await run('posts', 'publish', 'evil');
    expect((await ok('GET /posts/:id', { params: { id: 'evil' } })).html).toBe('<p>Hi<img /><a>go</a></p>');
    expect((await write('empty', '<script>1</script>')).failed).toBe('The text is empty.');
  });

  test('news are searchable, except unpublished ones', async () => {
    await write('found', '<p>x</p>');
    await run('posts', 'publish', 'found');
    expect((await ok('GET /posts/search', { query: { q: 'about FOUND' } })).total).toBe(1);
    expect((await ok('GET /posts/search', { query: { q: '%' } })).total).toBe(0);
  });
});
