import { and, eq, inArray, isNull, notInArray, sql } from 'drizzle-orm';
import type { Ctx } from '../../../kernel/context.ts';
import { accounts } from '../../../db/schema/accounts.ts';
import { notificationActors, type notifications } from '../../../db/schema/notifications.ts';
import { unblocked } from '../../base/access/block-rules.ts';
import { groupText } from './group-text.ts';

type Row = typeof notifications.$inferSelect;
interface Actor {
  readonly id: string;
  readonly name: string;
}
export interface NotificationSentence {
  readonly row: Row;
  readonly sentence: string;
  /** Who did it, newest first; empty for what nobody in particular did. */
  readonly actors: readonly Actor[];
}

interface Person {
  readonly accountId: string;
  /** Actors that aren't there for the person, such as those who closed the place they are in. */
  readonly without: ReadonlySet<string>;
}

/** The newest actors of each notification; those the person may no longer see are left out. */
async function loadActors(
  ctx: Ctx,
  { accountId, without }: Person,
  ids: readonly string[],
): Promise<Map<string, Actor[]>> {
  const rows = await ctx.db
    .select({ notificationId: notificationActors.notificationId, id: accounts.id, name: accounts.name })
    .from(notificationActors)
    .innerJoin(accounts, eq(accounts.id, notificationActors.accountId))
    .where(
      and(
        inArray(notificationActors.notificationId, [...ids]),
        isNull(accounts.suspendedAt),
        unblocked(sql`${accountId}::uuid`, accounts.id),
        notInArray(accounts.id, [...without]),
      ),
    )
    .orderBy(sql`${notificationActors.createdAt} DESC, ${notificationActors.accountId} DESC`);
  const found = new Map<string, Actor[]>();
  for (const { notificationId, ...actor } of rows)
    found.set(notificationId, [...(found.get(notificationId) ?? []), actor]);
  return found;
}

/** What each notification says at this moment, without those of which every actor is gone. */
export async function loadSentences(
  ctx: Ctx,
  person: Person,
  rows: readonly Row[],
): Promise<NotificationSentence[]> {
  const acted = rows.filter((row) => row.hasActors).map((row) => row.id);
  const found = acted.length > 0 ? await loadActors(ctx, person, acted) : new Map<string, Actor[]>();
  return rows.flatMap((row) => {
    const actors = found.get(row.id) ?? [];
    if (row.hasActors && actors.length === 0) return [];
    const isGroup = row.count > 1 && row.groupPhrase !== null;
    const names = actors.map(({ name }) => name);
    return [
      { row, actors, sentence: isGroup ? groupText(names, row.count, row.groupPhrase ?? '') : row.text },
    ];
  });
}
