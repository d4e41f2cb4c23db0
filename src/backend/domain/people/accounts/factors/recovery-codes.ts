import { and, eq, isNull } from 'drizzle-orm';
import { type Ctx, now } from '../../../../kernel/context.ts';
import { recoveryCodes } from '../../../../db/schema/factors.ts';

const howMany = 10;
/** 32 characters, so that each holds 5 bits; without `l` and `o`, which look like digits. */
const alphabet = 'abcdefghijkmnpqrstuvwxyz23456789';

/** 16 characters in groups of four: 80 random bits. */
const newCode = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => alphabet[byte & 31])
    .join('')
    .replaceAll(/.{4}(?=.)/g, '$&-');

const hashCode = (ctx: Ctx, accountId: string, code: string): string =>
  ctx.ports.crypto.sha256(`recovery\n${accountId}\n${code.replaceAll(/[^a-z0-9]/gi, '').toLowerCase()}`);

/** Replaces the account's recovery codes. They are returned once and stored only as hashes. */
export async function replaceCodes(tx: Ctx, accountId: string): Promise<string[]> {
  const codes = Array.from({ length: howMany }, newCode);
  await tx.db.delete(recoveryCodes).where(eq(recoveryCodes.accountId, accountId));
  await tx.db.insert(recoveryCodes).values(
    codes.map((code) => ({
      id: tx.ports.ids(),
      accountId,
      codeHash: hashCode(tx, accountId, code),
      createdAt: now(tx),
    })),
  );
  return codes;
}

const unused = (accountId: string) =>
  and(eq(recoveryCodes.accountId, accountId), isNull(recoveryCodes.usedAt));

export const countCodes = (ctx: Ctx, accountId: string): Promise<number> =>
  ctx.db.$count(recoveryCodes, unused(accountId));

/** Uses up a code; false unless it is one of the account's unused ones. Of two at once, one gets true. */
export async function takeRecoveryCode(ctx: Ctx, accountId: string, code: string): Promise<boolean> {
  const used = await ctx.db
    .update(recoveryCodes)
    .set({ usedAt: now(ctx) })
    .where(and(unused(accountId), eq(recoveryCodes.codeHash, hashCode(ctx, accountId, code))))
    .returning({ id: recoveryCodes.id });
  return used.length > 0;
}
