import { and, eq, ne, or } from 'drizzle-orm';
import { reservedUsernames } from '#config/routes';
import type { Ctx } from '../context.ts';
import { sqlState } from '../db/db.ts';
import { accounts } from '../db/schema.ts';
import { AppError, type FieldError } from '../errors.ts';

const taken = {
  username: { field: 'username', message: 'That username is taken. Choose another.' },
  email: { field: 'email', message: 'There is an account with this e-mail address already.' },
} as const satisfies Record<string, FieldError>;
const reserved: FieldError = { field: 'username', message: 'That username is reserved. Choose another.' };

const refuse = (errors: readonly FieldError[]) =>
  new AppError(422, 'invalid_input', errors[0]?.message ?? 'Check what you entered.', { errors });

/** A leading dot is kept from people too: `/.well-known` and its like belong to the site. */
const isReserved = (username: string): boolean => reservedUsernames.has(username) || username.startsWith('.');

/** Names that an account is known by, lower case as the contract parses them. */
export interface Identity {
  readonly username?: string;
  readonly email?: string;
}

/** Accounts other than one's own that have one of the names. */
async function holders(ctx: Ctx, { username, email }: Identity, ownId: string | undefined) {
  const same = [
    username === undefined ? [] : eq(accounts.username, username),
    email === undefined ? [] : eq(accounts.email, email),
  ].flat();
  if (same.length === 0) return [];
  const notOwn = ownId === undefined ? undefined : ne(accounts.id, ownId);
  return ctx.db
    .select({ username: accounts.username, email: accounts.email })
    .from(accounts)
    .where(and(or(...same), notOwn));
}

/** Refuses with every reason at once what is reserved or somebody else's. The unique indexes have the last word: see `explainTaken`. */
export async function assertFree(ctx: Ctx, identity: Identity, ownId?: string): Promise<void> {
  const rows = await holders(ctx, identity, ownId);
  const errors: FieldError[] = [];
  if (identity.username !== undefined && isReserved(identity.username)) errors.push(reserved);
  else if (rows.some((row) => row.username === identity.username)) errors.push(taken.username);
  if (identity.email !== undefined && rows.some((row) => row.email === identity.email))
    errors.push(taken.email);
  if (errors.length > 0) throw refuse(errors);
}

/** Turns the unique index's refusal, when somebody was quicker, into the same sentence; rethrows anything else. */
export function explainTaken(error: unknown): never {
  const cause = (error as { cause?: { constraint?: string } } | null)?.cause;
  if (sqlState(error) === '23505' && cause?.constraint === 'accounts_username')
    throw refuse([taken.username]);
  if (sqlState(error) === '23505' && cause?.constraint === 'accounts_email') throw refuse([taken.email]);
  throw error;
}
