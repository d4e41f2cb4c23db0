import { and, eq } from 'drizzle-orm';
import { accounts } from '../../../../db/schema/accounts.ts';
import { transaction } from '../../../../kernel/context.ts';
import { notFound } from '../../../../kernel/errors.ts';
import { type Statement, earningStatement } from '../../../money/earnings/statement.ts';
import { type OperatorCtx, audit } from '../audit.ts';

/**
 * A creator's statement of a month such as `2026-03`, with their address and tax number. That it was opened is
 * recorded in the audit log.
 * @throws AppError 404 for anybody but a creator, 422 for a month that hasn't started.
 */
export function openStatement(ctx: OperatorCtx, id: string, month: string): Promise<Statement> {
  return transaction(ctx, async (tx) => {
    const [creator] = await tx.db
      .select({ id: accounts.id })
      .from(accounts)
      .where(and(eq(accounts.id, id), eq(accounts.isPerformer, true)));
    if (!creator) throw notFound();
    const statement = await earningStatement(tx, id, month);
    await audit(tx, {
      action: 'earnings.statement-opened',
      subject: id,
      facts: { number: statement.number },
    });
    return statement;
  });
}
