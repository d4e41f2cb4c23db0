import { and, eq } from 'drizzle-orm';
import type { Ctx } from '../../../kernel/context.ts';
import { automaticMessages } from '../../../db/schema/creator-messages.ts';
import type { JobPayloads } from '../../../kernel/job-payloads.ts';
import { enqueue } from '../../../kernel/job-queue.ts';

/**
 * Queues the message that the creator wants this fan to get now, if they set one up. Call it in the
 * transaction of the event. Whether it is still wanted and allowed is decided when it is sent.
 */
export async function queueAutomatic(tx: Ctx, payload: JobPayloads['automatic-message']): Promise<void> {
  const wanted = and(
    eq(automaticMessages.performerId, payload.performerId),
    eq(automaticMessages.kind, payload.kind),
    eq(automaticMessages.isOn, true),
  );
  const rows = await tx.db.select({ kind: automaticMessages.kind }).from(automaticMessages).where(wanted);
  if (rows.length > 0) await enqueue(tx, { kind: 'automatic-message', payload });
}
