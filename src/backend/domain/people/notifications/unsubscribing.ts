import { type NotificationType, notificationTypes } from '#config/notification-types.ts';
import { routes } from '#config/routes.ts';
import type { Ctx } from '../../../kernel/context.ts';
import { notFound } from '../../../kernel/errors.ts';
import { changeSettings } from './settings.ts';

/** What one stops being emailed: one type, or the digest. */
export type Subscribed = NotificationType | 'digest';
interface Link {
  readonly accountId: string;
  readonly what: Subscribed;
}

const signature = ({ config, ports }: Ctx, { accountId, what }: Link, secret = config.secret): string =>
  ports.crypto.hmac(secret, `unsubscribe:${accountId}:${what}`);

/** Works without logging in, for as long as the account exists. */
export const buildToken = (ctx: Ctx, link: Link): string =>
  `${link.accountId}.${link.what}.${signature(ctx, link)}`;

/** The last line of a mail that can be turned off. */
export const stopLine = (ctx: Ctx, token: string): string =>
  `Stop these emails: ${ctx.config.publicUrl}${routes.unsubscribe}?token=${token}`;

const isSubscribed = (word: string): word is Subscribed =>
  word === 'digest' || (notificationTypes as readonly string[]).includes(word);

/** @throws AppError 404 for a token that this site didn't make. */
export function readToken(ctx: Ctx, token: string): Link {
  const [accountId = '', what = '', signed = ''] = token.split('.');
  if (!isSubscribed(what)) throw notFound();
  const link = { accountId, what };
  const secrets = [ctx.config.secret, ...(ctx.config.previousSecrets ?? [])];
  if (!secrets.some((secret) => ctx.ports.crypto.equal(signed, signature(ctx, link, secret))))
    throw notFound();
  return link;
}

/** Stops the emails that the token names. Once more changes nothing. @throws AppError 404. */
export async function unsubscribe(ctx: Ctx, token: string): Promise<{ what: Subscribed }> {
  const { accountId, what } = readToken(ctx, token);
  await changeSettings(
    ctx,
    accountId,
    what === 'digest' ? { digest: 'off' } : { channels: { [what]: { email: false } } },
  );
  return { what };
}
