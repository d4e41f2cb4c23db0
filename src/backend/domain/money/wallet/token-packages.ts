import { asc, eq } from 'drizzle-orm';
import type { ReplySource } from '#contract/core/registry.ts';
import type { Ctx } from '../../../kernel/context.ts';
import { tokenPackages } from '../../../db/schema/operator.ts';

/** Active packages, cheapest first. */
export async function listTokenPackages(ctx: Ctx): Promise<ReplySource<'GET /package/token/search'>> {
  const rows = await ctx.db
    .select()
    .from(tokenPackages)
    .where(eq(tokenPackages.isActive, true))
    .orderBy(asc(tokenPackages.price), asc(tokenPackages.id));
  return {
    data: rows.map((row) => ({
      _id: row.id,
      name: row.name,
      tokens: row.tokens,
      bonus: row.bonus,
      price: row.price,
    })),
    total: rows.length,
  };
}
