import type { Ctx, UserCtx } from '../../../kernel/context.ts';
import { now } from '../../../kernel/context.ts';
import { auditLog } from '../../../db/schema/operator.ts';

/** The context of what an operator does, at the desk or on the command line. */
export type OperatorCtx = Ctx & {
  /** For the audit log: the operator's username, or the system user who ran the command. */
  readonly actor: string;
  /** The operator's account; null on the command line as long as it isn't known which operator runs it. */
  readonly actorId: string | null;
  /** Whoever has the command line can change every setting, so what they do takes no second operator. */
  readonly isCommandLine?: boolean;
};

/** Whether rules that a setting makes for operators at the desk don't apply. */
export const isCommandLine = (ctx: OperatorCtx): boolean =>
  ctx.actorId === null || ctx.isCommandLine === true;

/** The context of a call that only operators may make. */
export const asOperator = (ctx: UserCtx): OperatorCtx => ({
  ...ctx,
  actor: ctx.viewer.username ?? ctx.viewer.id,
  actorId: ctx.viewer.id,
});

/** Records who did what to whom, in the transaction of the action itself. */
export async function audit(
  tx: OperatorCtx,
  entry: { action: string; subject: string; facts?: Record<string, unknown> },
): Promise<void> {
  await tx.db.insert(auditLog).values({
    id: tx.ports.ids(),
    actor: tx.actor,
    actorId: tx.actorId,
    action: entry.action,
    subject: entry.subject,
    facts: entry.facts ?? {},
    createdAt: now(tx),
  });
}
