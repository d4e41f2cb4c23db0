import { z } from 'zod';
import { limits } from '#config/limits.ts';
import { Done, Id, IdParams, KeyPage, ObjectType, PerformerCard, Timestamp, listOf } from './core/schemas.ts';
import { op } from './core/op.ts';

export const Comment = z.object({
  _id: Id,
  objectType: ObjectType,
  objectId: Id,
  /** The comment it answers; answers go one level deep. */
  parentId: Id.nullable(),
  /** Null for one that was deleted and stays for its answers' sake. */
  author: PerformerCard.nullable(),
  text: z.string(),
  pinned: z.boolean(),
  /** Answers that the viewer sees. */
  replies: z.int(),
  isDeleted: z.boolean(),
  /** Its author comments here no more; told to the creator alone. */
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

export const comments = {
  'POST /comments': op({
    summary: 'Write a comment, or answer one',
    access: 'user',
    body: z.strictObject({ objectType: ObjectType, objectId: Id, text: Text, parentId: Id.optional() }),
    reply: Comment,
    status: 201,
  }),
  'GET /comments': op({
    summary:
      'Comments of an item, the pinned one and then the newest first; with `parentId` the answers to one, the oldest first',
    access: 'anyone',
    query: z.strictObject({ ...KeyPage, objectType: ObjectType, objectId: Id, parentId: Id.optional() }),
    /** `closed`: why the viewer can't write here, null where they can (or could, logged in). */
    reply: listOf(Comment).extend({ closed: z.enum(['off', 'banned']).nullable() }),
  }),
  'PUT /comments/:id': op({
    summary: 'Change an own comment',
    access: 'user',
    params: IdParams,
    body: z.strictObject({ text: Text }),
    reply: Comment,
  }),
  'DELETE /comments/:id': op({
    summary: 'Delete an own comment, or one on an own item',
    access: 'user',
    params: IdParams,
    reply: Done,
  }),
  'PUT /comments/:id/pin': op({
    summary: 'Pin a comment on an own item to the top, or let it go',
    access: 'performer',
    params: IdParams,
    body: z.strictObject({ pinned: z.boolean() }),
    reply: Comment,
    ours: true,
  }),
  'POST /comments/:id/ban': op({
    summary: 'Let the author of a comment comment no more on any own item',
    access: 'performer',
    params: IdParams,
    reply: BannedPerson,
    ours: true,
  }),
  'GET /comments/bans': op({
    summary: 'Who may comment no more',
    access: 'performer',
    query: z.strictObject(KeyPage),
    reply: listOf(BannedPerson),
    ours: true,
  }),
  'DELETE /comments/bans/:id': op({
    summary: 'Let somebody comment again',
    access: 'performer',
    params: IdParams,
    reply: Done,
    ours: true,
  }),
};
