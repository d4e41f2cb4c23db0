import { expect, test } from 'vitest';
import { showSitePost, writeSitePost } from '#backend/domain/across/operator/posts.ts';
import { helpPageNames } from '#backend/domain/base/site/help/help-pages.ts';
import { cleanSiteHtml } from '#backend/domain/base/site/sanitize-html.ts';
import { testBackend } from '../../../setup/backend.ts';

const { ctx, ok, raw, settings } = await testBackend();
const readPage = (id: string) => ok('GET /posts/:id', { params: { id } });

test('every site has the help, and its overview lists every page', async () => {
  const { html, kind } = await readPage('help');
  expect(kind).toBe('page');
  const listed = [...html.matchAll(/href="\/posts\/help\/([^"]+)"/g)].map(([, name]) => name);
  expect(listed).toEqual(helpPageNames);
  expect(new Set(listed).size).toBe(listed.length);
  expect(html).toBe(await cleanSiteHtml(html));
});

test.each(helpPageNames)('the help has a page about %s', async (name) => {
  const page = await readPage(`help-${name}`);
  expect(page).toMatchObject({ slug: `help-${name}`, kind: 'page' });
  expect(page.html).toBe(await cleanSiteHtml(page.html));
  for (const [, href = ''] of page.html.matchAll(/href="\/posts\/help\/([^"]+)"/g))
    expect(helpPageNames).toContain(href);
});

test('there are no other pages of the help', async () => {
  for (const id of ['help-', 'help-nothing', 'helpwallet', 'help-__proto__'])
    expect((await raw('GET /posts/:id', { params: { id } })).status, id).toBe(404);
});

test('the help says what the settings say', async () => {
  expect((await readPage('help-payouts')).html).toContain('minimum is $50.00');
  expect((await readPage('help-tips')).html).toContain('For 60 seconds you can undo');
  expect((await readPage('help-wallet')).html).toContain('20 tokens are worth $1.00');
  await settings.set('minimumPayoutAmount', 2_000);
  await settings.set('tipUndoSeconds', 0);
  await settings.set('currency', 'EUR');
  await settings.set('siteName', 'A<b>');
  expect((await readPage('help-payouts')).html).toContain('minimum is €20.00');
  expect((await readPage('help-tips')).html).toContain('Tips on this site are final.');
  expect((await readPage('help-getting-started')).html).toContain('A&lt;b&gt;');
});

test('an operator can replace a page of the help', async () => {
  const operator = { ...ctx, actor: 'test', actorId: null };
  const own = { slug: 'help-wallet', title: 'Ours', summary: '', html: '<p>Ours</p>' };
  await writeSitePost(operator, { ...own, kind: 'page', changes: null });
  expect((await readPage('help-wallet')).title).toBe('Your wallet');
  await showSitePost(operator, 'help-wallet', true);
  expect(await readPage('help-wallet')).toMatchObject({ title: 'Ours', html: '<p>Ours</p>' });
});
