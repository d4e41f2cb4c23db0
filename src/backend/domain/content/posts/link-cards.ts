import { and, eq } from 'drizzle-orm';
import { z } from 'zod';
import type { FileView } from '#contract/core/schemas.ts';
import { LinkCard } from '#contract/content/posts/link-cards.ts';
import type { PostType } from '#contract/content/posts/posts.ts';
import { bytesFromBase64Url, bytesToBase64Url } from '../../../kernel/base64-url.ts';
import type { UserCtx } from '../../../kernel/context.ts';
import { invalid } from '../../../kernel/errors.ts';
import { files } from '../../../db/schema/files.ts';

/** A card that a post can have: what is stored with the post, and the file of its picture. */
export interface FoundLink {
  readonly card: LinkCard;
  readonly fileId: string | null;
}
const Content = z.object({ card: LinkCard, fileId: z.string().nullable() });

/** A stored card with its picture as the viewer may see it. */
export function linkCardView(card: LinkCard, file: FileView | null): LinkCard {
  const size = file?.sizes.find(({ width }) => width >= 320) ?? file?.sizes.at(-1);
  return size ? { ...card, cover: size.url } : card;
}

/** Only this server says what a page is called, so that no post can put words into another site's mouth. */
const signature = ({ ports, viewer }: UserCtx, secret: string, content: string): string =>
  ports.crypto.hmac(secret, `link-card\n${viewer.id}\n${content}`);

export function linkToken(ctx: UserCtx, found: FoundLink): string {
  const content = bytesToBase64Url(new TextEncoder().encode(JSON.stringify(found)));
  return `${content}.${signature(ctx, ctx.config.secret, content)}`;
}

/**
 * What a token of the viewer's stands for. Its picture is left out if it was deleted, as happens a day after it
 * was looked up without being used.
 * @throws AppError 422 for anything else.
 */
async function readLinkToken(ctx: UserCtx, token: string): Promise<FoundLink> {
  const [content = '', signed = ''] = token.split('.');
  const secrets = [ctx.config.secret, ...(ctx.config.previousSecrets ?? [])];
  if (!secrets.some((secret) => ctx.ports.crypto.equal(signature(ctx, secret, content), signed)))
    throw invalid('linkCard', 'This link card can’t be used. Add the link again.');
  const found = Content.parse(JSON.parse(new TextDecoder().decode(bytesFromBase64Url(content))));
  if (found.fileId === null) return found;
  const [file] = await ctx.db
    .select({ id: files.id })
    .from(files)
    .where(and(eq(files.id, found.fileId), eq(files.ownerId, ctx.viewer.id)));
  return { ...found, fileId: file?.id ?? null };
}

/** What a text post stores of a card. */
interface StoredLink {
  readonly linkCard: LinkCard | null;
  readonly thumbnailId: string | null;
}

/**
 * What a change of a post's card stores; nothing where it isn't changed.
 * @throws AppError 422 for a post that isn't a text, or a token that isn't the viewer's.
 */
export async function storedLink(
  ctx: UserCtx,
  type: PostType,
  token: string | null | undefined,
): Promise<StoredLink | Record<string, never>> {
  if (token === undefined || (token === null && type !== 'text')) return {};
  if (type !== 'text') throw invalid('linkCard', 'Only text posts can have a link card.');
  if (token === null) return { linkCard: null, thumbnailId: null };
  const { card, fileId } = await readLinkToken(ctx, token);
  return { linkCard: card, thumbnailId: fileId };
}
