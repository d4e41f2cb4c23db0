import { eq, sql } from 'drizzle-orm';
import { type Ctx, now } from '../../../kernel/context.ts';
import { conversations } from '../../../db/schema/messages.ts';
import { notFound } from '../../../kernel/errors.ts';

/** Creates the conversation of a stream. It has no members: who takes part follows from the stream. */
export async function createStreamConversation(
  tx: Ctx,
  type: 'public_stream' | 'private_stream',
): Promise<string> {
  const id = tx.ports.ids();
  const time = now(tx);
  await tx.db.insert(conversations).values({ id, type, createdAt: time, updatedAt: time });
  return id;
}

/**
 * Takes the next number of the conversation, which stays locked until the end of the transaction, so that
 * numbers have no gaps. Held messages are numbered apart from the others, downwards from -1.
 */
export async function takeStreamSeq(tx: Ctx, id: string, isHeld: boolean): Promise<number> {
  const time = now(tx);
  const [row] = await tx.db
    .update(conversations)
    .set(
      isHeld
        ? { lastChange: sql`${conversations.lastChange} + 1` }
        : { lastSeq: sql`${conversations.lastSeq} + 1`, lastMessageAt: time, updatedAt: time },
    )
    .where(eq(conversations.id, id))
    .returning({ lastSeq: conversations.lastSeq, lastChange: conversations.lastChange });
  if (!row) throw notFound();
  return isHeld ? -row.lastChange : row.lastSeq;
}

/** Locks the conversation until the end of the transaction. */
export async function lockStreamConversation(tx: Ctx, id: string): Promise<void> {
  await tx.db
    .select({ id: conversations.id })
    .from(conversations)
    .where(eq(conversations.id, id))
    .for('no key update');
}
