import { asc, eq } from 'drizzle-orm';
import { now, transaction } from '../../kernel/context.ts';
import { accounts } from '../../db/schema/accounts.ts';
import { operators } from '../../db/schema/operator.ts';
import { conflict } from '../../kernel/errors.ts';
import { activeFactor } from '../accounts/factors/codes.ts';
import { type OperatorCtx, audit } from './audit.ts';
import { personNamed } from './people.ts';

export interface ListedOperator {
  id: string;
  username: string | null;
  email: string | null;
  addedBy: string;
  since: Date;
}

/** Accounts that may use the desk, longest first. */
export const listOperators = (ctx: OperatorCtx): Promise<ListedOperator[]> =>
  ctx.db
    .select({
      id: accounts.id,
      username: accounts.username,
      email: accounts.email,
      addedBy: operators.addedBy,
      since: operators.createdAt,
    })
    .from(operators)
    .innerJoin(accounts, eq(accounts.id, operators.accountId))
    .orderBy(asc(operators.createdAt), asc(operators.accountId));

/**
 * Lets an account use the desk. `isProtected`: whether it already has a second factor, without which the desk
 * stays closed to it.
 * @throws AppError 404; 409 if it may already
 */
export const addOperator = (
  ctx: OperatorCtx,
  name: string,
): Promise<{ id: string; username: string | null; isProtected: boolean }> =>
  transaction(ctx, async (tx) => {
    const { id, username } = await personNamed(tx, name);
    const added = await tx.db
      .insert(operators)
      .values({ accountId: id, addedBy: tx.actor, createdAt: now(tx) })
      .onConflictDoNothing()
      .returning({ id: operators.accountId });
    if (added.length === 0) throw conflict(`${name} already is an operator.`);
    await audit(tx, { action: 'operator.added', subject: id, facts: { username } });
    return { id, username, isProtected: (await activeFactor(tx, id)) !== null };
  });

/** Closes the desk to an account, at once. @throws AppError 404; 409 if it isn't an operator's */
export const removeOperator = (ctx: OperatorCtx, name: string): Promise<void> =>
  transaction(ctx, async (tx) => {
    const { id, username } = await personNamed(tx, name);
    const removed = await tx.db
      .delete(operators)
      .where(eq(operators.accountId, id))
      .returning({ id: operators.accountId });
    if (removed.length === 0) throw conflict(`${name} isn’t an operator.`);
    await audit(tx, { action: 'operator.removed', subject: id, facts: { username } });
  });
