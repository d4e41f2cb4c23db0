import { eq } from 'drizzle-orm';
import { moderationDecisions } from '../../../db/schema/moderation.ts';
import { type Ctx, transaction } from '../../../kernel/context.ts';
import { type Place, selectAlike, selectPlaces } from './copies-query.ts';
import { openOwnCase } from './opening.ts';

/*
 * The same picture, film or file elsewhere on the site. When something is taken down as illegal, each place that has
 * it gets a case of its own, so that none stays because nobody reported it.
 */

/** At most this many cases are opened by one decision. */
const MOST = 500;

async function findCopies(ctx: Ctx, decisionId: string): Promise<Place[]> {
  const found = await selectAlike(ctx.db, decisionId);
  const ids = found.map(({ id }) => id);
  return ids.length === 0 ? [] : selectPlaces(ctx.db, ids, MOST);
}

/** The job after something was taken down as illegal: a case for every other place that has one of its files. */
export async function openCopies(ctx: Ctx, decisionId: string): Promise<void> {
  const [decision] = await ctx.db
    .select()
    .from(moderationDecisions)
    .where(eq(moderationDecisions.id, decisionId));
  if (decision?.state !== 'in-force') return;
  for (const { kind, id } of await findCopies(ctx, decisionId))
    await transaction(ctx, (tx) =>
      openOwnCase(
        { ...tx, actor: 'site', actorId: null },
        {
          decisionId,
          targetType: kind,
          targetId: id,
          category: decision.category,
          reason: 'It has a file that was taken down elsewhere as illegal.',
          source: 'site',
          openedBy: null,
        },
      ),
    );
}
