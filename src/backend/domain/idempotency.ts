import { and, eq } from 'drizzle-orm';
import { type UserCtx, now, transaction } from '../context.ts';
import { idempotencyKeys } from '../db/schema.ts';
import { conflict } from '../errors.ts';

/** A call and everything it was given: what makes two requests the same intent. */
export interface Intent {
  readonly route: string;
  readonly input: unknown;
}

export const fingerprintOf = (ctx: UserCtx, { route, input }: Intent): string => ctx.ports.crypto.sha256(`${route}\n${JSON.stringify(input)}`);

export const reusedKey = () => conflict('This request key was already used for something else. Start again.', 'idempotency_mismatch');

const ownKey = (tx: UserCtx, key: string) => and(eq(idempotencyKeys.accountId, tx.viewer.id), eq(idempotencyKeys.key, key));

/**
 * Claims the request's key within `tx`. Fifty at once: the first inserts the row, the rest wait for its commit and then find it. When
 * the first rolls back, the next one has the key. Answers whether it is new here, and the reply kept under it if not.
 * @throws AppError 409 `idempotency_mismatch` when the key was used for another intent.
 */
export async function claimKey(tx: UserCtx, intent: Intent): Promise<{ isNew: true } | { isNew: false; reply: unknown }> {
  const key = tx.request.idempotencyKey;
  if (!key) return { isNew: true };
  const fingerprint = fingerprintOf(tx, intent);
  const claimed = await tx.db
    .insert(idempotencyKeys)
    .values({ accountId: tx.viewer.id, key, fingerprint, createdAt: now(tx) })
    .onConflictDoNothing()
    .returning({ key: idempotencyKeys.key });
  if (claimed.length > 0) return { isNew: true };
  const [earlier] = await tx.db.select().from(idempotencyKeys).where(ownKey(tx, key));
  if (!earlier || earlier.fingerprint !== fingerprint) throw reusedKey();
  return { isNew: false, reply: earlier.reply };
}

/** Keeps what was answered, for the next request with the same key. */
export async function keepReply(tx: UserCtx, reply: unknown): Promise<void> {
  const key = tx.request.idempotencyKey;
  if (key) await tx.db.update(idempotencyKeys).set({ reply }).where(ownKey(tx, key));
}

/**
 * Runs `work` once per `Idempotency-Key`: its effect and its reply commit together, and the same key gets the same reply.
 * A failure leaves no trace, so that the key can be tried again (after a top-up, say). Without a key the work simply runs in a
 * transaction. What calls a provider can't use this: see `payments-start.ts`.
 */
export async function once<T>(ctx: UserCtx, intent: Intent, work: (tx: UserCtx) => Promise<T>): Promise<T> {
  return transaction(ctx, async (tx) => {
    const claim = await claimKey(tx, intent);
    if (!claim.isNew) return claim.reply as T;
    const reply = await work(tx);
    await keepReply(tx, reply);
    return reply;
  });
}
