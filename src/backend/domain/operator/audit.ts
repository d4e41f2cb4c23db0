import type { Ctx } from '../../kernel/context.ts';
import { now } from '../../kernel/context.ts';
import { auditLog } from '../../db/schema/operator.ts';

/** The world of a command of the operator. */
export type OperatorCtx = Ctx & { /** Who gave the command, for the audit log. */ readonly actor: string };

/** Writes down who did what to whom; in the transaction of the deed. */
export async function audit(
  tx: OperatorCtx,
  deed: { action: string; subject: string; facts?: Record<string, unknown> },
): Promise<void> {
  await tx.db.insert(auditLog).values({
    id: tx.ports.ids(),
    actor: tx.actor,
    action: deed.action,
    subject: deed.subject,
    facts: deed.facts ?? {},
    createdAt: now(tx),
  });
}
