import { and, count, desc, eq, isNotNull, lte } from 'drizzle-orm';
import type { ParsedInput, ReplySource } from '#contract/core/registry.ts';
import type { SitePost, posts } from '#contract/base/site.ts';
import { matchesText } from '../../../db/matches-text.ts';
import { type Ctx, now } from '../../../kernel/context.ts';
import { sitePosts } from '../../../db/schema/operator.ts';
import { notFound } from '../../../kernel/errors.ts';
import type { HandlersOf } from '../../../kernel/handlers.ts';
import { helpPage } from './help/help-pages.ts';
import { licensesPage } from './licenses-page.ts';
import { cleanSiteHtml } from './sanitize-html.ts';

type Row = typeof sitePosts.$inferSelect;

const toRow = (row: Row) => ({
  _id: row.id,
  slug: row.slug,
  title: row.title,
  summary: row.summary,
  publishedAt: (row.publishedAt ?? row.createdAt).toISOString(),
});
const published = (ctx: Ctx) => and(isNotNull(sitePosts.publishedAt), lte(sitePosts.publishedAt, now(ctx)));

async function searchPosts(
  ctx: Ctx,
  { q, limit, offset }: ParsedInput<'GET /posts/search'>['query'],
): Promise<ReplySource<'GET /posts/search'>> {
  const words = q ? matchesText(q, sitePosts.title, sitePosts.summary) : undefined;
  const where = and(eq(sitePosts.kind, 'news'), published(ctx), words);
  const rows = await ctx.db
    .select()
    .from(sitePosts)
    .where(where)
    .orderBy(desc(sitePosts.publishedAt), desc(sitePosts.id))
    .limit(limit)
    .offset(offset);
  const [counted] = await ctx.db.select({ total: count() }).from(sitePosts).where(where);
  return { data: rows.map(toRow), total: counted?.total ?? 0 };
}

const isId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** A page that every site has, unless its operator wrote one with the same slug. */
async function builtInPage(ctx: Ctx, slug: string): Promise<SitePost | null> {
  if (slug === 'licenses') return licensesPage();
  return helpPage(slug, await ctx.settings.all());
}

async function readPost(ctx: Ctx, id: string): Promise<ReplySource<'GET /posts/:id'>> {
  const [row] = await ctx.db
    .select()
    .from(sitePosts)
    .where(and(isId.test(id) ? eq(sitePosts.id, id) : eq(sitePosts.slug, id.toLowerCase()), published(ctx)));
  const builtIn = row ? null : await builtInPage(ctx, id.toLowerCase());
  if (builtIn) return builtIn;
  if (!row) throw notFound();
  return {
    ...toRow(row),
    html: await cleanSiteHtml(row.html),
    kind: row.kind,
    updatedAt: row.updatedAt.toISOString(),
  };
}

export const sitePostHandlers: HandlersOf<typeof posts> = {
  'GET /posts/search': (ctx, { query }) => searchPosts(ctx, query),
  'GET /posts/:id': (ctx, { params }) => readPost(ctx, params.id),
};
