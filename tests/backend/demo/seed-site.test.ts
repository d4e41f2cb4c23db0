import { expect, test } from 'vitest';
import { createPast } from '#backend/demo/past.ts';
import { insertSitePosts } from '#backend/demo/site-rows.ts';
import { writeSitePost } from '#backend/domain/across/operator/posts.ts';
import { testBackend } from '../../setup/backend.ts';

const app = await testBackend();
const { ok } = app;
const past = createPast(app);
await insertSitePosts(past.ctx, past);

test("the site has news, and its footer leads to pages that exist and would pass the operator's validation", async () => {
  const news = await ok('GET /posts/search', {});
  expect(news).toMatchObject({
    total: 3,
    data: [{ slug: 'auctions-are-open' }, { slug: 'limits-you-set' }, { slug: 'welcome' }],
  });
  const { menus } = (await ok('GET /settings/public', {})) as { menus: { title: string; path: string }[] };
  expect(menus.map(({ title }) => title)).toEqual(['Terms', 'Privacy', 'Licenses']);
  for (const slug of [
    ...menus.map(({ path }) => path.split('/').at(-1) ?? ''),
    ...news.data.map((post) => post.slug),
  ]) {
    const { title, html, kind } = await ok('GET /posts/:id', { params: { id: slug } });
    const written = await writeSitePost(
      { ...app.ctx, actor: 'test', actorId: null },
      { slug: `${slug}-again`, title, summary: '', html, kind, changes: null },
    );
    expect(written.html).toBe(html);
  }
});

test('statements say who runs the site', async () => {
  const { legalName, legalAddress, taxNumber } = await app.ctx.settings.all();
  expect({ legalName, taxNumber }).toEqual({ legalName: 'Limelight Ltd', taxNumber: 'GB000000000' });
  expect(legalAddress.split('\n')).toHaveLength(4);
});
