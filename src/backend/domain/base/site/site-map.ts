import { SiteMapKind } from '#contract/base/site.ts';
import { performers } from '../../../db/schema/creators.ts';
import { type Ctx, now } from '../../../kernel/context.ts';
import { canMeet } from '../access/block-rules.ts';
import { findPages, startsOfParts } from './site-map-query.ts';

/** Which pages of a kind the asker's place may see. */
const pageConditions = (ctx: Ctx, kind: SiteMapKind) => ({
  kind,
  moment: now(ctx),
  isMet: canMeet(ctx, performers.accountId),
});

/** The parts of the site map, kinds without pages left out. */
export async function siteMapParts(ctx: Ctx): Promise<{ kind: SiteMapKind; after: string | null }[]> {
  const kinds = await Promise.all(
    SiteMapKind.options.map(async (kind) => {
      const rows = await startsOfParts(ctx.db, pageConditions(ctx, kind));
      return rows.map(({ id, at }) => ({ kind, after: Number(at) === 1 ? null : id }));
    }),
  );
  return kinds.flat();
}

/** The pages of a kind after an id, in the order of their ids. */
export async function siteMapPart(
  ctx: Ctx,
  kind: SiteMapKind,
  after: string | undefined,
): Promise<{ name: string; updatedAt: string }[]> {
  const rows = await findPages(ctx.db, pageConditions(ctx, kind), after);
  return rows.map(({ name, updated_at }) => ({ name, updatedAt: new Date(updated_at).toISOString() }));
}
