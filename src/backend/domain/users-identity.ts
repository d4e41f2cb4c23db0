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

const refuse = (errors: readonly FieldError[]) => new AppError(422, 'invalid_input', errors[0]?.message ?? 'Check what you entered.', { errors });

/** A leading dot is kept from people too: `/.well-known` and its like belong to the site. */
const isReserved = (username: string): boolean => reservedUsernames.has(username) || username.startsWith('.');

/** Names that an account is known by, lower case as the contract parses them. */
export interface Identity { readonly username?: string; readonly email?: string }

/** Refuses with every reason at once what is reserved or somebody else's. The unique indexes have the last word: see `explainTaken`. */
export async function assertFree(ctx: Ctx, identity: Identity, ownId?: string): Promise<void> {
  const { username, email } = identity;
  if (username === undefined && email === undefined) return;
  const same = or(username === undefined ? undefined : eq(accounts.username, username), email === undefined ? undefined : eq(accounts.email, email));
  const rows = await ctx.db
    .select({ username: accounts.username, email: accounts.email })
    .from(accounts)
    .where(and(same, ownId === undefined ? undefined : ne(accounts.id, ownId)));
  const errors: FieldError[] = [];
  if (username !== undefined && isReserved(username)) errors.push(reserved);
  else if (username !== undefined && rows.some((row) => row.username === username)) errors.push(taken.username);
  if (email !== undefined && rows.some((row) => row.email === email)) errors.push(taken.email);
  if (errors.length > 0) throw refuse(errors);
}

/** Turns the unique index's refusal, when somebody was quicker, into the same sentence; rethrows anything else. */
export function explainTaken(error: unknown): never {
  const cause = (error as { cause?: { constraint?: string } } | null)?.cause;
  if (sqlState(error) === '23505' && cause?.constraint === 'accounts_username') throw refuse([taken.username]);
  if (sqlState(error) === '23505' && cause?.constraint === 'accounts_email') throw refuse([taken.email]);
  throw error;
}
