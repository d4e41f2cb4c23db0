import { and, eq, gt } from 'drizzle-orm';
import { reservedUsernames } from '#config/routes.ts';
import { type Ctx, now } from '../../../kernel/context.ts';
import { sqlState } from '../../../db/db.ts';
import { accounts } from '../../../db/schema/accounts.ts';
import { rateLimits } from '../../../db/schema/kernel.ts';
import { AppError, type FieldError } from '../../../kernel/errors.ts';
import { formerHolder } from './former-usernames.ts';
import { keepKey } from '../../../kernel/rate-limit.ts';

const taken = {
  username: { field: 'username', message: 'That username is taken. Choose another.' },
  email: { field: 'email', message: 'An account with this email address already exists.' },
} as const satisfies Record<string, FieldError>;
const reserved: FieldError = { field: 'username', message: 'That username is reserved. Choose another.' };

export const refuse = (errors: readonly FieldError[]) =>
  new AppError(422, 'invalid_input', errors[0]?.message ?? 'Check what you entered.', { errors });

/** Names with a leading dot are reserved, because `/.well-known` and similar paths belong to the site. */
const isReserved = (username: string): boolean => reservedUsernames.has(username) || username.startsWith('.');

/**
 * Key of a username reserved after someone tried to register it with an address that has an account. It
 * counts as taken, as if the registration had worked.
 */
const heldName = (username: string): string => `held-username:${username}`;
const heldMs = 30 * 24 * 3_600_000;

export async function lockUsername(tx: Ctx, username: string): Promise<void> {
  const resetAt = new Date(now(tx).getTime() + heldMs);
  await keepKey(tx, heldName(username), resetAt);
}

async function isTaken(ctx: Ctx, username: string, ownId: string | undefined): Promise<boolean> {
  const [holder] = await ctx.db
    .select({ id: accounts.id })
    .from(accounts)
    .where(eq(accounts.username, username));
  if (holder) return holder.id !== ownId;
  const former = await formerHolder(ctx, username);
  if (former !== null) return former !== ownId;
  return (
    (await ctx.db.$count(
      rateLimits,
      and(eq(rateLimits.key, heldName(username)), gt(rateLimits.resetAt, now(ctx))),
    )) > 0
  );
}

/**
 * What is wrong with a username, which the contract has lowercased: reserved, or taken. The unique index has
 * the final say; see `explainTaken`.
 */
export async function usernameErrors(
  ctx: Ctx,
  username: string | undefined,
  ownId?: string,
): Promise<FieldError[]> {
  if (username === undefined) return [];
  if (isReserved(username)) return [reserved];
  return (await isTaken(ctx, username, ownId)) ? [taken.username] : [];
}

/** @throws AppError 422 when the username is reserved or taken. */
export async function assertFree(ctx: Ctx, username: string | undefined, ownId?: string): Promise<void> {
  const errors = await usernameErrors(ctx, username, ownId);
  if (errors.length > 0) throw refuse(errors);
}

/** @throws AppError 422: the email address has an account. Only in a place where that may be revealed. */
export function refuseAddress(): never {
  throw refuse([taken.email]);
}

/** The error of an address that has an account, in a place where that may be revealed. */
export const takenAddress: FieldError = taken.email;

/** Whether an error is the unique index refusing an email address. */
export const isAddressTaken = (error: unknown): boolean =>
  sqlState(error) === '23505' && violatedConstraint(error) === 'accounts_email';
const violatedConstraint = (error: unknown) =>
  (error as { cause?: { constraint?: string } } | null)?.cause?.constraint;

/**
 * Turns the unique index's refusal of a username or email into the usual message. Rethrows anything else.
 * @throws AppError 422
 */
export function explainTaken(error: unknown): never {
  if (sqlState(error) === '23505' && violatedConstraint(error) === 'accounts_username')
    throw refuse([taken.username]);
  if (isAddressTaken(error)) throw refuse([taken.email]);
  throw error;
}
