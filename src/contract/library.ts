import { z } from 'zod';
import { FileView, Id, KeyPage, PerformerCard, Timestamp, Tokens, listOf } from './core/schemas.ts';
import { op } from './core/op.ts';

export const LibraryKind = z.enum(['feed', 'video', 'gallery', 'product', 'message', 'stream']);
export type LibraryKind = z.infer<typeof LibraryKind>;

/** A purchased item, with its title at that time and where to open it now. */
export const LibraryItem = z.object({
  _id: Id,
  kind: LibraryKind,
  itemId: Id,
  /** The conversation of a message. */
  conversationId: Id.nullable(),
  title: z.string(),
  performer: PerformerCard,
  cover: FileView.nullable(),
  price: Tokens,
  boughtAt: Timestamp,
});
export type LibraryItem = z.infer<typeof LibraryItem>;

export const library = {
  'GET /user/library': op({
    summary: 'Everything you bought, newest first',
    access: 'user',
    query: z.strictObject({
      ...KeyPage,
      kind: LibraryKind.optional(),
      q: z.string().trim().max(100).optional(),
    }),
    reply: listOf(LibraryItem),
    ours: true,
  }),
};
