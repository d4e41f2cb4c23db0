import { and, eq, isNull } from 'drizzle-orm';
import type { ParsedInput } from '#contract/core/registry.ts';
import { isTimeZone } from '#lib/zone-days.ts';
import { accounts } from '../../../db/schema/accounts.ts';
import type { UserCtx } from '../../../kernel/context.ts';
import { invalid } from '../../../kernel/errors.ts';

/**
 * Sets the viewer's time zone: of quiet hours, of daily digests, and of the days that a creator's figures are cut into.
 * A guess is kept only while none is known. It is no change of the profile, so a form that is open elsewhere isn't out
 * of date.
 * @throws AppError 422 for a time zone that doesn't exist.
 */
export async function setTimeZone(
  ctx: UserCtx,
  { timeZone, isGuess }: ParsedInput<'PUT /users/time-zone'>['body'],
): Promise<{ timeZone: string | null }> {
  if (!isTimeZone(timeZone)) throw invalid('timeZone', 'Choose a time zone from the list.');
  const { id } = ctx.viewer;
  const mine = eq(accounts.id, id);
  await ctx.db
    .update(accounts)
    .set({ timeZone })
    .where(isGuess ? and(mine, isNull(accounts.timeZone)) : mine);
  const [row] = await ctx.db.select({ timeZone: accounts.timeZone }).from(accounts).where(mine);
  return { timeZone: row?.timeZone ?? null };
}
