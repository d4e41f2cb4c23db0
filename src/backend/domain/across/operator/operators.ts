import { asc, eq } from 'drizzle-orm';
import { now, transaction } from '../../../kernel/context.ts';
import { accounts } from '../../../db/schema/accounts.ts';
import { operators } from '../../../db/schema/operator.ts';
import { AppError, conflict } from '../../../kernel/errors.ts';
import { activeFactor } from '../../people/accounts/factors/codes.ts';
import { shortenSessions } from '../../people/accounts/sessions.ts';
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
 * Who runs the command line: the operator they say they are, the only one there is, or the one with the name of the
 * system's user. What they do there is then theirs at the desk, too. Unchanged where that isn't known.
 * @throws AppError 404 for a name that isn't an operator's
 */
export async function identify(ctx: OperatorCtx, name?: string): Promise<OperatorCtx> {
  const all = await listOperators(ctx);
  const named = (wanted: string) =>
    all.find(({ username, email }) => [username, email].includes(wanted.toLowerCase()));
  const found = name === undefined ? (all.length === 1 ? all[0] : named(ctx.actor)) : named(name);
  if (name !== undefined && !found) throw new AppError(404, 'not_found', `${name} isn’t an operator.`);
  return found ? { ...ctx, actor: found.username ?? found.id, actorId: found.id, isCommandLine: true } : ctx;
}

/**
 * The same, for decisions about people: where several are operators, it has to be known who decides.
 * @throws AppError 409
 */
export async function identified(ctx: OperatorCtx, name?: string): Promise<OperatorCtx> {
  const who = await identify(ctx, name);
  if (who.actorId === null && (await listOperators(ctx)).length > 1)
    throw conflict('Several people are operators. Say who you are: operator --as <username> …');
  return who;
}

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
    await shortenSessions(tx, id);
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
