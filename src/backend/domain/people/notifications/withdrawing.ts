import type { Ctx } from '../../../kernel/context.ts';
import { dropEmpty, forget, takeBack } from './withdrawing-query.ts';

async function dropEmptied(tx: Ctx, rows: readonly { id: string; count: number }[]): Promise<void> {
  for (const { id, count } of rows) if (count <= 0) await dropEmpty(tx.db, { id });
}

/** Somebody took back what a group told: nothing of it is left where it wasn't read. */
export async function withdraw(
  tx: Ctx,
  { to, key, actorId }: { to: string; key: string; actorId: string },
): Promise<void> {
  await dropEmptied(tx, await takeBack(tx.db, { to, key, actor: actorId }));
}

/** Two people no longer exist for each other: neither list keeps what the other did. */
export async function forgetEachOther(tx: Ctx, [one, other]: readonly [string, string]): Promise<void> {
  await dropEmptied(tx, await forget(tx.db, { to: one, actor: other }));
  await dropEmptied(tx, await forget(tx.db, { to: other, actor: one }));
}
