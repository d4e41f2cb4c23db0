import { eq } from 'drizzle-orm';
import type { UserCtx } from '../../../../kernel/context.ts';
import { performers } from '../../../../db/schema/creators.ts';
import { notAllowed, notFound } from '../../../../kernel/errors.ts';
import type { CreatorRow } from '../lock-creator.ts';
import { unapproved } from './unapproved.ts';

/** @throws AppError 403 with the reason when the profile isn't approved. */
export function refuseUnapproved(creator: CreatorRow): void {
  const why = unapproved(creator);
  if (why) throw notAllowed(`${why.message} ${why.then}`);
}

/**
 * Checks the viewer's own profile before a large upload is accepted.
 * @throws AppError 403
 */
export async function refuseUnapprovedViewer(ctx: UserCtx): Promise<void> {
  const [row] = await ctx.db.select().from(performers).where(eq(performers.accountId, ctx.viewer.id));
  if (!row) throw notFound();
  refuseUnapproved(row);
}
