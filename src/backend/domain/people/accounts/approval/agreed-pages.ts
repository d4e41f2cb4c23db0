import { type SQL, and, eq, inArray, isNotNull, lte, sql } from 'drizzle-orm';
import { type AgreedPage, agreedPages, isAgreedPage } from '#config/agreed-pages.ts';
import type { consents as consentCalls } from '#contract/people/auth/consents.ts';
import type { ReplySource } from '#contract/core/registry.ts';
import { consents } from '../../../../db/schema/accounts.ts';
import { sitePosts } from '../../../../db/schema/operator.ts';
import { type Ctx, type UserCtx, now, transaction } from '../../../../kernel/context.ts';
import { AppError } from '../../../../kernel/errors.ts';
import type { HandlersOf } from '../../../../kernel/handlers.ts';
import { rooms } from '../../../../kernel/hub.ts';
import { recordConsents } from './consents.ts';

/** The versions that somebody was shown. */
export type Shown = Readonly<Partial<Record<AgreedPage, string | undefined>>>;

/**
 * Whether an account is asked to accept a page: the operator has asked everyone since its first version, and
 * this account hasn't accepted the current one.
 */
const isDue = (accountId: SQL): SQL<boolean> =>
  sql<boolean>`${sitePosts.version} > 1 AND NOT EXISTS (SELECT 1 FROM ${consents} c WHERE c.account_id = ${accountId} AND c.kind = ${sitePosts.slug} AND c.version = ${sitePosts.version}::text)`;

const isAgreed = and(eq(sitePosts.kind, 'page'), inArray(sitePosts.slug, [...agreedPages]));
const published = (ctx: Ctx) =>
  and(isAgreed, isNotNull(sitePosts.publishedAt), lte(sitePosts.publishedAt, now(ctx)));

/** Whether an account is asked to accept anything, as a column of another query. */
export const hasConsentDue = (accountId: SQL): SQL<boolean> =>
  sql<boolean>`EXISTS (SELECT 1 FROM ${sitePosts} WHERE ${isAgreed} AND ${sitePosts.publishedAt} IS NOT NULL AND ${isDue(accountId)})`;

async function listAgreedPages(ctx: Ctx): Promise<ReplySource<'GET /auth/consents'>> {
  const rows = await ctx.db
    .select({
      slug: sitePosts.slug,
      version: sitePosts.version,
      changes: sitePosts.changes,
      isDue: ctx.viewer ? isDue(sql`${ctx.viewer.id}::uuid`) : sql<boolean>`false`,
    })
    .from(sitePosts)
    .where(published(ctx));
  const data = agreedPages.flatMap((kind) =>
    rows
      .filter(({ slug }) => slug === kind)
      .map(({ slug: _, version, ...row }) => ({ ...row, kind, version: String(version) })),
  );
  return { data };
}

/** Those of the shown pages that are still current, locked until the consent is written. */
async function lockCurrent(tx: Ctx, shown: Shown) {
  const rows = await tx.db.select().from(sitePosts).where(published(tx)).for('share');
  return rows.flatMap(({ slug, version, html }) =>
    isAgreedPage(slug) && shown[slug] === String(version)
      ? [{ kind: slug, version: String(version), text: html }]
      : [],
  );
}

/**
 * Records what somebody agreed to by joining. A version that has been replaced since the form was opened isn't
 * recorded; they are asked about the new one like everybody else.
 */
export async function agreeByJoining(tx: Ctx, accountId: string, shown: Shown): Promise<void> {
  await recordConsents(tx, accountId, await lockCurrent(tx, shown));
}

/**
 * Accepts exactly the versions that were shown; accepting again changes nothing.
 * @throws AppError 409 `version_changed` when one isn't current anymore
 */
async function accept(ctx: UserCtx, shown: Shown): Promise<void> {
  const { id } = ctx.viewer;
  await transaction(ctx, async (tx) => {
    const current = await lockCurrent(tx, shown);
    const requested = agreedPages.filter((kind) => shown[kind] !== undefined);
    if (current.length < requested.length)
      throw new AppError(409, 'version_changed', 'This has changed again. Read what’s new, then accept it.');
    await recordConsents(tx, id, current);
    const [left] = await tx.db
      .select({ isDue: hasConsentDue(sql`${id}::uuid`) })
      .from(sql`(SELECT 1) AS one`);
    tx.emit(rooms.account(id), 'consents/accepted', { isDue: left?.isDue === true });
  });
}

export const consentHandlers: HandlersOf<typeof consentCalls> = {
  'GET /auth/consents': (ctx) => listAgreedPages(ctx),
  'POST /auth/consents': (ctx, { body }) => accept(ctx, body).then(() => ({ success: true }) as const),
};
