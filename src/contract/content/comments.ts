import { z } from 'zod';
import { limits } from '#config/limits.ts';
import {
  Done,
  Id,
  IdParams,
  KeyPage,
  ObjectType,
  PerformerCard,
  Timestamp,
  listReply,
} from '../core/schemas.ts';
import { op } from '../core/op.ts';
import { HeldWords } from '../talk/streams/settings.ts';

export const Comment = z.object({
  _id: Id,
  objectType: ObjectType,
  objectId: Id,
  /** The comment this replies to. Replies are one level deep. */
  parentId: Id.nullable(),
  /** Null for a deleted comment that is kept because of its replies. */
  author: PerformerCard.nullable(),
  text: z.string(),
  pinned: z.boolean(),
  /** Replies visible to the viewer. */
  replies: z.int().describe('Number of replies.'),
  isDeleted: z.boolean(),
  /** Who reviews it before anyone but its author sees it; null once it is shown. */
  heldBy: z.enum(['creator', 'site']).nullable(),
  /** Whether the author is banned from commenting. Only the creator sees this. */
  isBanned: z.boolean(),
  editedAt: Timestamp.nullable(),
  createdAt: Timestamp,
});
export type Comment = z.infer<typeof Comment>;

const Text = z
  .string()
  .trim()
  .min(1, 'Write something first.')
  .max(limits.text.comment, `Use at most ${limits.text.comment} characters.`);
const BannedPerson = PerformerCard.extend({ bannedAt: Timestamp });
export type BannedPerson = z.infer<typeof BannedPerson>;

/** Words that hold what others write under a creator's content and in their chats. */
const OwnWords = z.object({ words: z.array(z.string()) });

export const comments = {
  'POST /comments': op({
    summary: 'Write a comment or a reply',
    access: 'user',
    body: z.strictObject({ objectType: ObjectType, objectId: Id, text: Text, parentId: Id.optional() }),
    reply: Comment,
    creates: true,
    status: 201,
  }),
  'GET /comments': op({
    summary:
      'Comments on an item, the pinned one first, then newest first; with `parentId`, the replies to one, oldest first',
    access: 'anyone',
    query: z.strictObject({ ...KeyPage, objectType: ObjectType, objectId: Id, parentId: Id.optional() }),
    /** `closed` says why the viewer can't comment; null when they can, or could after logging in. */
    reply: listReply(Comment).extend({ closed: z.enum(['off', 'banned']).nullable() }),
  }),
  'PUT /comments/:id': op({
    summary: 'Edit your comment',
    access: 'user',
    params: IdParams,
    body: z.strictObject({ text: Text }),
    reply: Comment,
  }),
  'DELETE /comments/:id': op({
    summary: 'Delete your comment, or a comment on your item',
    access: 'user',
    params: IdParams,
    reply: Done,
  }),
  'PUT /comments/:id/pin': op({
    summary: 'Pin or unpin a comment on your item',
    access: 'performer',
    params: IdParams,
    body: z.strictObject({ pinned: z.boolean() }),
    reply: Comment,
    ours: true,
  }),
  'GET /comments/held': op({
    summary: 'Comments on your items that are waiting for your review, the longest waiting first',
    access: 'performer',
    query: z.strictObject(KeyPage),
    reply: listReply(Comment),
    ours: true,
  }),
  'POST /comments/:id/approve': op({
    summary: 'Show a comment that was held for your review',
    access: 'performer',
    params: IdParams,
    reply: Comment,
    ours: true,
  }),
  'GET /comments/held-words': op({
    summary: 'The words that hold comments and chat messages for your review',
    access: 'performer',
    reply: OwnWords,
    ours: true,
  }),
  'PUT /comments/held-words': op({
    summary: 'Change the words that hold comments and chat messages for your review',
    access: 'performer',
    body: z.strictObject({ words: HeldWords }),
    reply: OwnWords,
    ours: true,
  }),
  'POST /comments/:id/ban': op({
    summary: 'Ban a comment’s author from commenting on your items',
    access: 'performer',
    params: IdParams,
    reply: BannedPerson,
    ours: true,
  }),
  'GET /comments/bans': op({
    summary: 'People banned from commenting on your items',
    access: 'performer',
    query: z.strictObject(KeyPage),
    reply: listReply(BannedPerson),
    ours: true,
  }),
  'DELETE /comments/bans/:id': op({
    summary: 'Lift a comment ban',
    access: 'performer',
    params: IdParams,
    reply: Done,
    ours: true,
  }),
};
