import { and, eq } from 'drizzle-orm';
import { type UserCtx, now, transaction } from '../context.ts';
import { idempotencyKeys } from '../db/schema.ts';
import { conflict } from '../errors.ts';

/** What makes two requests the same intent: the call and everything it was given. */
export const fingerprintOf = (ctx: UserCtx, route: string, input: unknown): string => ctx.ports.crypto.sha256(`${route}\n${JSON.stringify(input)}`);

export const reusedKey = () => conflict('This request key was already used for something else. Start again.', 'idempotency_mismatch');

/**
 * Runs `work` once per `Idempotency-Key`: its effect and its reply commit together, and the same key gets the same reply.
 * Fifty at once: the first claims the row, the rest wait on it and then read. A failure leaves no trace, so the key can be tried again
 * (after a top-up, say). Without a key the work simply runs in a transaction.
 * @throws AppError 409 `idempotency_mismatch` when the key was used with another body.
 */
export async function once<T>(ctx: UserCtx, intent: { route: string; input: unknown }, work: (tx: UserCtx) => Promise<T>): Promise<T> {
  const key = ctx.request.idempotencyKey;
  return transaction(ctx, async (tx) => {
    if (!key) return work(tx);
    const fingerprint = fingerprintOf(ctx, intent.route, intent.input);
    const mine = and(eq(idempotencyKeys.accountId, ctx.viewer.id), eq(idempotencyKeys.key, key));
    const claimed = await tx.db
      .insert(idempotencyKeys)
      .values({ accountId: ctx.viewer.id, key, fingerprint, createdAt: now(ctx) })
      .onConflictDoNothing()
      .returning({ key: idempotencyKeys.key });
    if (claimed.length === 0) {
      const [earlier] = await tx.db.select().from(idempotencyKeys).where(mine);
      if (!earlier || earlier.fingerprint !== fingerprint) throw reusedKey();
      return earlier.reply as T;
    }
    const reply = await work(tx);
    await tx.db.update(idempotencyKeys).set({ reply: reply as object }).where(mine);
    return reply;
  });
}
