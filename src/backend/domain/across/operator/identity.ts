import { operators } from '../../../db/schema/operator.ts';
import type { OperatorCtx } from './audit.ts';

/** Who acts: an account at the desk, or whoever runs the command line. */
export interface Operator {
  readonly name: string;
  readonly id: string | null;
}
export const toOperator = ({ actor, actorId }: OperatorCtx): Operator => ({
  name: actor,
  id: actorId ?? null,
});

/** Whether one operator is certainly another: neither the same account nor the same name. */
export const isAnother = (one: Operator, { name, id }: Operator): boolean =>
  one.name !== name && (one.id === null || one.id !== id);

/**
 * Whether this operator is the only one there is. Nobody else could decide what they reported, confirm a ban, or answer
 * an appeal, so they may.
 */
export async function isLoneOperator(ctx: OperatorCtx): Promise<boolean> {
  const rows = await ctx.db.select({ id: operators.accountId }).from(operators).limit(2);
  return rows.length === 1 && rows[0]?.id === ctx.actorId;
}
