import type { Ctx } from '../../kernel/context.ts';
import { now } from '../../kernel/context.ts';
import { auditLog } from '../../db/schema/operator.ts';

/** The context of an operator's command. */
export type OperatorCtx = Ctx & {
  /** The user who ran the command, for the audit log. */
  readonly actor: string;
};

/** Records who did what to whom, in the transaction of the action itself. */
export async function audit(
  tx: OperatorCtx,
  entry: { action: string; subject: string; facts?: Record<string, unknown> },
): Promise<void> {
  await tx.db.insert(auditLog).values({
    id: tx.ports.ids(),
    actor: tx.actor,
    action: entry.action,
    subject: entry.subject,
    facts: entry.facts ?? {},
    createdAt: now(tx),
  });
}
