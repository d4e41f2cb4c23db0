import { desc, eq, sql } from 'drizzle-orm';
import { isAgreedPage } from '#config/agreed-pages.ts';
import { now, transaction } from '../../../kernel/context.ts';
import { sitePosts } from '../../../db/schema/operator.ts';
import { AppError } from '../../../kernel/errors.ts';
import { cleanSiteHtml } from '../../base/site/sanitize-html.ts';
import { type OperatorCtx, audit } from './audit.ts';

export type SitePostRow = typeof sitePosts.$inferSelect;
export interface PostDraft {
  readonly slug: string;
  readonly title: string;
  readonly summary: string;
  readonly html: string;
  readonly kind: 'news' | 'page';
  /**
   * What changed, in a few words: everyone is asked to accept the page again. Null for a correction that asks
   * nobody.
   */
  readonly changes: string | null;
}

const invalid = (message: string) => new AppError(422, 'invalid_input', message);

function checkedChanges(slug: string, kind: PostDraft['kind'], changes: string): string {
  if (!isAgreedPage(slug) || kind !== 'page')
    throw invalid('Only the pages “terms” and “privacy” are accepted by people, so only they can ask again.');
  if (changes === '' || changes.length > 500)
    throw invalid('Say what changed in 1 to 500 characters. Everyone who is asked reads it.');
  return changes;
}

async function checked(draft: PostDraft): Promise<PostDraft> {
  const slug = draft.slug.trim().toLowerCase();
  if (!/^[a-z0-9](?:[a-z0-9-]{0,58}[a-z0-9])?$/.test(slug))
    throw invalid('The address can have up to 60 letters, digits and dashes.');
  const [title, summary] = [draft.title.trim(), draft.summary.trim()];
  if (title === '' || title.length > 120) throw invalid('Enter a title of 1 to 120 characters.');
  if (summary.length > 300) throw invalid('The summary can have up to 300 characters.');
  if (draft.html.length > 200_000) throw invalid('The text can have up to 200,000 characters.');
  const html = await cleanSiteHtml(draft.html);
  if (html === '') throw invalid('The text is empty.');
  const changes = draft.changes === null ? null : checkedChanges(slug, draft.kind, draft.changes.trim());
  return { slug, title, summary, html, kind: draft.kind, changes };
}

export const listSitePosts = (ctx: OperatorCtx): Promise<SitePostRow[]> =>
  ctx.db.select().from(sitePosts).orderBy(desc(sitePosts.createdAt), desc(sitePosts.id)).limit(200);

/**
 * Creates a post, or replaces the one with the same slug. It stays hidden until published. With `changes`, its
 * version rises, and whoever hasn't accepted that version is asked to.
 */
export async function writeSitePost(ctx: OperatorCtx, draft: PostDraft): Promise<SitePostRow> {
  const { changes, ...values } = await checked(draft);
  const raised = changes === null ? {} : { version: sql`${sitePosts.version} + 1`, changes };
  return transaction(ctx, async (tx) => {
    const time = now(tx);
    const [row] = await tx.db
      .insert(sitePosts)
      .values({ id: tx.ports.ids(), ...values, createdAt: time, updatedAt: time })
      .onConflictDoUpdate({ target: sitePosts.slug, set: { ...values, ...raised, updatedAt: time } })
      .returning();
    if (!row) throw new Error('the post wasn’t stored');
    await audit(tx, {
      action: 'post.written',
      subject: row.id,
      facts: { slug: row.slug, title: row.title, ...(changes !== null && { version: row.version, changes }) },
    });
    return row;
  });
}

export async function showSitePost(ctx: OperatorCtx, slug: string, shown: boolean): Promise<SitePostRow> {
  return transaction(ctx, async (tx) => {
    const [row] = await tx.db
      .update(sitePosts)
      .set({ publishedAt: shown ? now(tx) : null, updatedAt: now(tx) })
      .where(eq(sitePosts.slug, slug.toLowerCase()))
      .returning();
    if (!row) throw new AppError(404, 'not_found', `There is no post with the address ${slug}.`);
    await audit(tx, {
      action: shown ? 'post.published' : 'post.hidden',
      subject: row.id,
      facts: { slug: row.slug },
    });
    return row;
  });
}
