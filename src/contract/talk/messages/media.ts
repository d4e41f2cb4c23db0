import { z } from 'zod';
import { IdParams, KeyPage } from '../../core/schemas.ts';
import { Message } from './messages.ts';
import { op } from '../../core/op.ts';

/** A message with photos, videos or a recording; its files are those of the kind that was asked for. */
export const MediaMessage = Message.pick({
  _id: true,
  conversationId: true,
  senderId: true,
  seq: true,
  type: true,
  files: true,
  media: true,
  price: true,
  access: true,
  isBought: true,
  createdAt: true,
});
export type MediaMessage = z.infer<typeof MediaMessage>;

export const MediaKind = z.enum(['all', 'photo', 'video', 'voice']);
export type MediaKind = z.infer<typeof MediaKind>;

export const conversationMedia = {
  'GET /conversations/:id/media': op({
    summary: 'Photos, videos and voice messages of a conversation, newest first',
    access: 'user',
    params: IdParams,
    query: z.strictObject({
      kind: MediaKind.default('all'),
      /** Messages, each with all its files of the kind. */
      limit: KeyPage.limit,
      cursor: KeyPage.cursor,
    }),
    reply: z.object({ data: z.array(MediaMessage), nextCursor: z.string().nullable() }),
    ours: true,
  }),
};
