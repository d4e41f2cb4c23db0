import { z } from 'zod';
import { Done, FileView, Id, KeyPage, PerformerCard, Timestamp, Tokens, listReply } from '../core/schemas.ts';
import { op } from '../core/op.ts';

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

/** A video or recording that the viewer began and didn't finish. */
export const Unfinished = z.object({
  /** The id of its file, which a post can have several of. */
  _id: Id,
  kind: z.enum(['video', 'feed']),
  itemId: Id,
  /** Of a post, the beginning of its text. */
  title: z.string(),
  performer: PerformerCard,
  cover: FileView.nullable(),
  seconds: z.number().describe('Playback position in seconds.'),
  duration: z.number().describe('Length in seconds.'),
  updatedAt: Timestamp,
});
export type Unfinished = z.infer<typeof Unfinished>;

export const library = {
  'GET /user/library': op({
    summary: 'Everything you bought, newest first',
    access: 'user',
    query: z.strictObject({
      ...KeyPage,
      kind: LibraryKind.optional(),
      q: z.string().trim().max(100).optional(),
    }),
    reply: listReply(LibraryItem),
    ours: true,
  }),
  'GET /user/unfinished': op({
    summary: 'Videos and recordings you began and can still open, last played first',
    access: 'user',
    reply: z.object({ data: z.array(Unfinished) }),
    ours: true,
  }),
  'DELETE /user/unfinished/:kind/:id': op({
    summary: 'Forget how far you played a video, or a file of a post',
    access: 'user',
    params: z.strictObject({ kind: Unfinished.shape.kind, id: Id }),
    reply: Done,
    ours: true,
  }),
  'PUT /user/feeds/:id/files/:fileId/progress': op({
    summary: 'Save the playback position in a video or recording of a post; 0 clears it',
    access: 'user',
    params: z.strictObject({ id: Id, fileId: Id }),
    body: z.strictObject({
      seconds: z.number().describe('Playback position in seconds.').min(0).max(1_000_000),
    }),
    reply: z.object({ progress: z.number().describe('Playback position in seconds.').nullable() }),
    ours: true,
  }),
};
