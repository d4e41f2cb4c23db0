import { and, eq, gt, isNull } from 'drizzle-orm';
import { greeting } from '#config/line-text.ts';
import { routes } from '#config/routes.ts';
import { type Ctx, now, transaction } from '../../../kernel/context.ts';
import { accounts, oneTimeTokens } from '../../../db/schema/accounts.ts';
import { invalid } from '../../../kernel/errors.ts';
import { enqueue } from '../../../kernel/job-queue.ts';
import { queueMail } from '../../base/site/mails.ts';
import { toNetwork } from '../../../kernel/networks.ts';
import { limitRate } from '../../../kernel/rate-limit.ts';
import { notSuspended } from './suspension.ts';

export type LinkPurpose = 'reset-password' | 'verify-email';
type TokenPurpose = (typeof oneTimeTokens.$inferSelect)['purpose'];

const HOUR_MS = 3_600_000;
/** How long a link is valid. A reset link is as good as a password, so it expires sooner. */
const lifetimeMs: Record<TokenPurpose, number> = {
  'reset-password': HOUR_MS,
  'verify-email': 48 * HOUR_MS,
  'disown-login': 7 * 24 * HOUR_MS,
};

const words: Record<
  LinkPurpose,
  (site: string) => { subject: string; lead: string; page: string; close: string }
> = {
  'reset-password': (site) => ({
    subject: `Reset your password for ${site}`,
    lead: 'We received a request to reset your password. Use this link to set a new one. It works once and expires in an hour:',
    page: routes.resetPassword,
    close: 'If you didn’t request this, ignore this email. Your password stays the same.',
  }),
  'verify-email': (site) => ({
    subject: `Confirm your email address for ${site}`,
    lead: 'Open this link to confirm your email address. It expires in two days:',
    page: routes.verifyEmail,
    close: 'If you didn’t expect this email, you can ignore it.',
  }),
};

export interface NewLink {
  readonly account: { readonly id: string; readonly name: string; readonly email: string };
  readonly purpose: LinkPurpose;
  readonly siteName: string;
  /** A path on this site to continue to afterward. */
  readonly from?: string | undefined;
}

/** Creates a one-time token. Only its hash is stored. */
export async function issueToken(
  tx: Ctx,
  { accountId, purpose, email }: { accountId: string; purpose: TokenPurpose; email?: string },
): Promise<string> {
  const token = tx.ports.crypto.randomToken(32);
  const time = now(tx);
  await tx.db.insert(oneTimeTokens).values({
    id: tx.ports.ids(),
    accountId,
    purpose,
    tokenHash: tx.ports.crypto.sha256(token),
    email,
    createdAt: time,
    expiresAt: new Date(time.getTime() + lifetimeMs[purpose]),
  });
  return token;
}

/** Creates a one-time token and queues the email that contains it. */
export async function issueLink(tx: Ctx, { account, purpose, siteName, from }: NewLink): Promise<void> {
  const token = await issueToken(tx, { accountId: account.id, purpose, email: account.email });
  const { subject, lead, page, close } = words[purpose](siteName);
  await queueMail(tx, {
    to: account.email,
    subject,
    text: `${greeting(account.name)}\n\n${lead}\n\n${tx.config.publicUrl}${page}?token=${token}${from ? `&from=${encodeURIComponent(from)}` : ''}\n\n${close}\n`,
  });
}

export interface LinkRequest extends Pick<NewLink, 'purpose' | 'from'> {
  readonly email: string;
}

/**
 * Requests an email with a link. The reply and the work are the same whether or not the address is known,
 * because a job looks up the account later.
 * @throws AppError 429 after three emails an hour to one address.
 */
export async function requestLink(ctx: Ctx, { email, purpose, from }: LinkRequest): Promise<void> {
  await limitRate(ctx, `link:net:${toNetwork(ctx.request)}`, { max: 20, seconds: 3600 });
  await limitRate(ctx, `link:${purpose}:${ctx.ports.crypto.sha256(email)}`, { max: 3, seconds: 3600 });
  await enqueue(ctx, { kind: 'account-link', payload: { email, purpose, from } });
}

/**
 * The job behind `requestLink`. Does nothing for an unknown or suspended account, or when verifying one
 * already verified.
 */
export async function sendAccountLink(ctx: Ctx, { email, purpose, from }: LinkRequest): Promise<void> {
  const [account] = await ctx.db
    .select()
    .from(accounts)
    .where(and(eq(accounts.email, email), notSuspended));
  if (!account || (purpose === 'verify-email' && account.emailVerifiedAt)) return;
  const { siteName } = await ctx.settings.all();
  await transaction(ctx, (tx) =>
    issueLink(tx, { account: { id: account.id, name: account.name, email }, purpose, siteName, from }),
  );
}

export const deadLink = () =>
  invalid('token', 'This link has expired or was already used. Request a new one.');

const usable = (tx: Ctx, token: string, purpose: TokenPurpose) =>
  and(
    eq(oneTimeTokens.tokenHash, tx.ports.crypto.sha256(token)),
    eq(oneTimeTokens.purpose, purpose),
    isNull(oneTimeTokens.usedAt),
    gt(oneTimeTokens.expiresAt, now(tx)),
  );

/**
 * The account of a valid token, without using the token up.
 * @throws AppError 422 when the token is invalid.
 */
export async function linkOwner(
  ctx: Ctx,
  token: string,
  purpose: LinkPurpose,
): Promise<{ username: string | null; email: string | null }> {
  const [owner] = await ctx.db
    .select({ username: accounts.username, email: accounts.email })
    .from(oneTimeTokens)
    .innerJoin(accounts, eq(accounts.id, oneTimeTokens.accountId))
    .where(usable(ctx, token, purpose));
  if (!owner) throw deadLink();
  return owner;
}

/**
 * Uses up a token, together with the account's other tokens of its kind; null when it is invalid. Of two
 * concurrent calls, one succeeds.
 */
export async function spendToken(
  tx: Ctx,
  token: string,
  purpose: TokenPurpose,
): Promise<{ accountId: string; email: string | null } | null> {
  const [used] = await tx.db
    .update(oneTimeTokens)
    .set({ usedAt: now(tx) })
    .where(usable(tx, token, purpose))
    .returning({ accountId: oneTimeTokens.accountId, email: oneTimeTokens.email });
  if (!used) return null;
  await voidLinks(tx, used.accountId, purpose);
  return used;
}

/**
 * Uses up the token of a link.
 * @throws AppError 422 when the token is invalid.
 */
export async function useLink(
  tx: Ctx,
  token: string,
  purpose: LinkPurpose,
): Promise<{ accountId: string; email: string | null }> {
  const used = await spendToken(tx, token, purpose);
  if (!used) throw deadLink();
  return used;
}

/** Invalidates an account's unused tokens of one kind. */
export async function voidLinks(tx: Ctx, accountId: string, purpose: TokenPurpose): Promise<void> {
  const open = and(
    eq(oneTimeTokens.accountId, accountId),
    eq(oneTimeTokens.purpose, purpose),
    isNull(oneTimeTokens.usedAt),
  );
  await tx.db
    .update(oneTimeTokens)
    .set({ usedAt: now(tx) })
    .where(open);
}
