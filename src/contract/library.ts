import { z } from 'zod';
import { FileView, Id, KeyPage, PerformerCard, Timestamp, Tokens, listOf } from './core/schemas.ts';
import { op } from './core/op.ts';

export const LibraryKind = z.enum(['feed', 'video', 'gallery', 'product', 'message']);
export type LibraryKind = z.infer<typeof LibraryKind>;

/** Something bought: what it was called then, and where to open it now. */
export const LibraryItem = z.object({
  _id: Id,
  kind: LibraryKind,
  itemId: Id,
  /** Of a message: the conversation that it stands in. */
  conversationId: Id.nullable(),
  title: z.string(),
  performer: PerformerCard,
  picture: FileView.nullable(),
  /** What was paid. */
  price: Tokens,
  boughtAt: Timestamp,
});
export type LibraryItem = z.infer<typeof LibraryItem>;

/** Everything somebody ever bought. */
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
