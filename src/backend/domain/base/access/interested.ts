import { type Ctx, now } from '../../../kernel/context.ts';
import { type Page, type Stream, type StreamNews, findAlerted, findInterested } from './interested-query.ts';

/** Who is notified of a creator's posts, in the order of their ids: followers and subscribers who asked for it. */
export const alertedOfPosts = (ctx: Ctx, performerId: string, page: Page): Promise<string[]> =>
  findAlerted(ctx.db, { performerId, moment: now(ctx) }, page);

/**
 * Who is told of a stream, in the order of their ids: followers and subscribers who want news, unless it is only
 * announced also those who asked to be reminded, and once it begins those who have a ticket. Of a cancellation, they
 * learn with their refund.
 */
export const interestedIn = (
  ctx: Ctx,
  { what, ...stream }: Stream & { readonly what: StreamNews },
  page: Page,
): Promise<string[]> => findInterested(ctx.db, { ...stream, what, moment: now(ctx) }, page);
