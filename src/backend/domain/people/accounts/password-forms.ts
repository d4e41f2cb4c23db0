import { and, eq, isNotNull, notLike } from 'drizzle-orm';
import type { Ctx } from '../../../kernel/context.ts';
import { accounts } from '../../../db/schema/accounts.ts';

/* The slow hash is computed over the password's SHA-256, which is made by the browser if the site's setting
   asks for that (specification section 5), otherwise by the server. So the setting changes what is
   transmitted, not what is stored. Older hashes cover whatever arrived; they lack the prefix below and are
   upgraded at the next login. */
const mark = 'sha256:';
type Needed = Pick<Ctx, 'ports' | 'settings'>;

const toHex = (base64Url: string): string =>
  Array.from(atob(base64Url.replaceAll('-', '+').replaceAll('_', '/')), (byte) =>
    byte.charCodeAt(0).toString(16).padStart(2, '0'),
  ).join('');

/**
 * The SHA-256 of a password in hex, as browsers send it. NFKC makes composed and decomposed letters equal,
 * since they look the same to the person typing.
 */
export const hashPasswordInput = (ctx: Pick<Ctx, 'ports'>, password: string): string =>
  toHex(ctx.ports.crypto.sha256(password.normalize('NFKC')));

/**
 * Whether the browser sent a digest. A page loaded before the setting changed still sends the password
 * itself.
 */
export async function isDigest(ctx: Needed, arrived: string): Promise<boolean> {
  return (await ctx.settings.all()).passwordHashing === 'true' && /^[0-9a-f]{64}$/.test(arrived);
}

const digestFrom = async (ctx: Needed, arrived: string): Promise<string> =>
  (await isDigest(ctx, arrived)) ? arrived : hashPasswordInput(ctx, arrived);

/** Hashes a password as it arrived, for storage. Slow: never call it inside a transaction. */
export const hashPassword = async (ctx: Needed, arrived: string): Promise<string> =>
  mark + (await ctx.ports.passwords.hash(await digestFrom(ctx, arrived)));

interface StoredPassword {
  readonly id: string;
  readonly passwordHash: string | null;
}

/**
 * Verifies a password, taking as long for an unknown account. Upgrades an older hash after a match. Slow,
 * like `hashPassword`.
 */
export async function verifyPassword(
  ctx: Ctx,
  arrived: string,
  account: StoredPassword | undefined,
): Promise<boolean> {
  const stored = account?.passwordHash ?? null;
  if (!account || stored === null) return ctx.ports.passwords.verify(await digestFrom(ctx, arrived), null);
  if (stored.startsWith(mark))
    return ctx.ports.passwords.verify(await digestFrom(ctx, arrived), stored.slice(mark.length));
  if (!(await ctx.ports.passwords.verify(arrived, stored))) return false;
  const passwordHash = await hashPassword(ctx, arrived);
  await ctx.db
    .update(accounts)
    .set({ passwordHash })
    .where(and(eq(accounts.id, account.id), eq(accounts.passwordHash, stored)));
  return true;
}

/**
 * Counts accounts whose hash is in the older form. Changing the setting locks them out, because what arrives
 * no longer matches.
 */
export const countOlderForms = (ctx: Ctx): Promise<number> =>
  ctx.db.$count(accounts, and(isNotNull(accounts.passwordHash), notLike(accounts.passwordHash, `${mark}%`)));
