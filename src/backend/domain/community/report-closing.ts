import { and, eq } from 'drizzle-orm';
import { type Ctx, now } from '../../kernel/context.ts';
import { reports } from '../../db/schema/community.ts';
import { conflict } from '../../kernel/errors.ts';

/** @throws AppError 409 when it is closed already */
export async function markReportClosed(tx: Ctx, id: string, outcome: string): Promise<void> {
  const closed = await tx.db
    .update(reports)
    .set({ state: 'closed', outcome, updatedAt: now(tx) })
    .where(and(eq(reports.id, id), eq(reports.state, 'open')))
    .returning({ id: reports.id });
  if (closed.length === 0) throw conflict(`Report ${id} is already closed.`);
}
