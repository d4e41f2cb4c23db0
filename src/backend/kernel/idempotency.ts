import { sql } from 'drizzle-orm';
import { type Ctx, type UserCtx, now, transaction } from './context.ts';
import { statement } from '../db/statement.ts';
import { conflict } from './errors.ts';
import type { UploadedFile } from './uploaded-file.ts';

/** A call and its whole input: what makes two requests the same intent. */
export interface Intent {
  readonly route: string;
  readonly input: unknown;
}

export const hashIntent = (ctx: UserCtx, { route, input }: Intent): string =>
  ctx.ports.crypto.sha256(`${route}\n${JSON.stringify(input)}`);

export const reusedKey = () =>
  conflict('This request key was already used for something else. Start again.', 'idempotency_mismatch');

interface OwnKey extends Record<string, unknown> {
  account: string;
  key: string;
}
const account = sql.placeholder('account');
const key = sql.placeholder('key');

const insertKey = statement<{ key: string }, OwnKey & { fingerprint: string; at: string }>(
  'idempotency_claim',
  sql`
  INSERT INTO idempotency_keys (account_id, key, fingerprint, created_at) VALUES (${account}::uuid, ${key}, ${sql.placeholder('fingerprint')}, ${sql.placeholder('at')}::timestamptz)
  ON CONFLICT DO NOTHING RETURNING key`,
);
const findKey = statement<{ fingerprint: string; reply: unknown }, OwnKey>(
  'idempotency_find',
  sql`
  SELECT fingerprint, reply FROM idempotency_keys WHERE account_id = ${account}::uuid AND key = ${key}`,
);
const saveReplyOnKey = statement<never, OwnKey & { reply: string }>(
  'idempotency_keep',
  sql`
  UPDATE idempotency_keys SET reply = ${sql.placeholder('reply')}::text::jsonb WHERE account_id = ${account}::uuid AND key = ${key}`,
);

/**
 * Claims a key that a job made up for an account, so that work repeated after a crash takes effect once.
 * Returns true for the first claim.
 */
export async function claimOnce(tx: Ctx, own: OwnKey): Promise<boolean> {
  const claimed = await insertKey(tx.db, { ...own, fingerprint: own.key, at: now(tx).toISOString() });
  return claimed.length > 0;
}

/** The request's key scoped to the viewer, or null when the client sent none. */
const ownKey = (tx: UserCtx): OwnKey | null =>
  tx.request.idempotencyKey === null ? null : { account: tx.viewer.id, key: tx.request.idempotencyKey };

/**
 * Claims the request's key within `tx`. Of fifty concurrent requests, the first inserts the row and the rest
 * wait for its commit and find it; if the first rolls back, the next one gets the key. Returns whether the
 * key is new and, if not, the reply saved under it.
 * @throws AppError 409 `idempotency_mismatch` when the key was used for another intent.
 */
export async function claimKey(
  tx: UserCtx,
  intent: Intent,
): Promise<{ isNew: true } | { isNew: false; reply: unknown }> {
  const own = ownKey(tx);
  if (!own) return { isNew: true };
  const fingerprint = hashIntent(tx, intent);
  const claimed = await insertKey(tx.db, { ...own, fingerprint, at: now(tx).toISOString() });
  if (claimed.length > 0) return { isNew: true };
  const [earlier] = await findKey(tx.db, own);
  if (!earlier || earlier.fingerprint !== fingerprint) throw reusedKey();
  return { isNew: false, reply: earlier.reply };
}

/** Saves the reply for the next request with the same key. */
export async function saveReply(tx: UserCtx, reply: unknown): Promise<void> {
  const own = ownKey(tx);
  if (own) await saveReplyOnKey(tx.db, { ...own, reply: JSON.stringify(reply) });
}

/** A call that creates something from files. */
export interface Stored<S, T> {
  readonly body: unknown;
  readonly files: readonly Pick<UploadedFile, 'field' | 'name' | 'size'>[];
  /** Puts the files into storage, before the transaction. If it comes to nothing, unused files are removed later. */
  readonly store: () => Promise<S>;
  readonly work: (tx: UserCtx, stored: S) => Promise<T>;
}

/**
 * `once` for files that were sent along: a repeated key stores nothing again.
 * @throws AppError 409 `idempotency_mismatch` when the key was used for another intent.
 */
export async function onceStored<S, T>(
  ctx: UserCtx,
  route: string,
  { body, files, store, work }: Stored<S, T>,
): Promise<T> {
  const intent = { route, input: [body, files.map(({ field, name, size }) => [field, name, size])] };
  const own = ownKey(ctx);
  const [earlier] = own ? await findKey(ctx.db, own) : [];
  if (earlier && earlier.fingerprint !== hashIntent(ctx, intent)) throw reusedKey();
  if (earlier) return earlier.reply as T;
  const stored = await store();
  return once(ctx, intent, (tx) => work(tx, stored));
}

/**
 * Runs `work` once per `Idempotency-Key`: its effect and its reply commit together, and repeating the key
 * returns the same reply. A failure leaves no trace, so the key can be retried (after a top-up, say). Without
 * a key, the work simply runs in a transaction. Work that calls a provider can't use this; see
 * `payments/start.ts`.
 */
export async function once<T>(ctx: UserCtx, intent: Intent, work: (tx: UserCtx) => Promise<T>): Promise<T> {
  return transaction(
    ctx,
    async (tx) => {
      const claim = await claimKey(tx, intent);
      if (!claim.isNew) return claim.reply as T;
      const reply = await work(tx);
      await saveReply(tx, reply);
      return reply;
    },
    { isRepeatable: ctx.request.idempotencyKey !== null },
  );
}
