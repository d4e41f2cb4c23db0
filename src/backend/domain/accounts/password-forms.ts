import { and, eq, isNotNull, notLike } from 'drizzle-orm';
import type { Ctx } from '../../kernel/context.ts';
import { accounts } from '../../db/schema/accounts.ts';

/*
 * What is hashed slowly is the SHA-256 of the password, whoever made it: the browser, where the site's setting asks for that (specification
 * section 5), else the server. So the setting changes what travels and not what is kept. Passwords kept before that are of whatever arrived;
 * they lack the mark below and are renewed when they are next given.
 */
const mark = 'sha256:';
type Needed = Pick<Ctx, 'ports' | 'settings'>;

const hexOf = (base64Url: string): string =>
  Array.from(atob(base64Url.replaceAll('-', '+').replaceAll('_', '/')), (byte) =>
    byte.charCodeAt(0).toString(16).padStart(2, '0'),
  ).join('');

/**
 * The SHA-256 of a password in hex, as a browser sends it. Composed and decomposed letters are one letter to
 * the person who types them.
 */
export const digestOf = (ctx: Pick<Ctx, 'ports'>, password: string): string =>
  hexOf(ctx.ports.crypto.sha256(password.normalize('NFKC')));

/**
 * True for what a browser made of a password; a page that is older than the setting still sends the password
 * itself.
 */
export async function isDigest(ctx: Needed, arrived: string): Promise<boolean> {
  return (await ctx.settings.all()).passwordHashing === 'true' && /^[0-9a-f]{64}$/.test(arrived);
}

const digestFrom = async (ctx: Needed, arrived: string): Promise<string> =>
  (await isDigest(ctx, arrived)) ? arrived : digestOf(ctx, arrived);

/** What is kept of a password as it arrived. Slow: never call it inside a transaction. */
export const hashPassword = async (ctx: Needed, arrived: string): Promise<string> =>
  mark + (await ctx.ports.passwords.hash(await digestFrom(ctx, arrived)));

interface Kept {
  readonly id: string;
  readonly passwordHash: string | null;
}

/**
 * Is it the account's password? As much work for no account as for one. Renews the older form of one that is
 * right. Slow, like `hashPassword`.
 */
export async function verifyPassword(ctx: Ctx, arrived: string, account: Kept | undefined): Promise<boolean> {
  const kept = account?.passwordHash ?? null;
  if (!account || kept === null) return ctx.ports.passwords.verify(await digestFrom(ctx, arrived), null);
  if (kept.startsWith(mark))
    return ctx.ports.passwords.verify(await digestFrom(ctx, arrived), kept.slice(mark.length));
  if (!(await ctx.ports.passwords.verify(arrived, kept))) return false;
  const passwordHash = await hashPassword(ctx, arrived);
  await ctx.db
    .update(accounts)
    .set({ passwordHash })
    .where(and(eq(accounts.id, account.id), eq(accounts.passwordHash, kept)));
  return true;
}

/**
 * Accounts whose password is still kept in the older form: turning the setting changes what arrives of it,
 * and it is right no more.
 */
export const countOlderForms = (ctx: Ctx): Promise<number> =>
  ctx.db.$count(accounts, and(isNotNull(accounts.passwordHash), notLike(accounts.passwordHash, `${mark}%`)));
