import { z } from 'zod';
import { limits } from '#config/limits.ts';
import {
  Done,
  Id,
  IdParams,
  OffsetPage,
  PerformerCard,
  Timestamp,
  listReply,
  lineText,
} from '../core/schemas.ts';
import { op } from '../core/op.ts';

/** A list of creators. It belongs to one person, and nobody else sees it. */
export const CreatorList = z.object({
  _id: Id,
  name: z.string(),
  members: z.int().describe('Number of creators in it that can be seen now.'),
  /** Those added last, for its tile. */
  newest: z.array(PerformerCard),
  /** Whether the creator asked about is in it; false if none was asked about. */
  contains: z.boolean(),
  createdAt: Timestamp,
});
export type CreatorList = z.infer<typeof CreatorList>;

export const ListedCreator = PerformerCard.extend({
  isFollowed: z.boolean(),
  isSubscribed: z.boolean(),
  addedAt: Timestamp,
});
export type ListedCreator = z.infer<typeof ListedCreator>;

const ListName = z.strictObject({
  name: lineText()
    .min(1, 'Enter a name.')
    .max(limits.creatorLists.name, `Use at most ${limits.creatorLists.name} characters.`),
});
const MemberParams = z.strictObject({ id: Id, performerId: Id });

export const creatorLists = {
  'GET /creator-lists': op({
    summary: 'Your lists of creators, by name',
    access: 'user',
    ours: true,
    query: z.strictObject({ ...OffsetPage, performerId: Id.optional() }),
    reply: listReply(CreatorList),
  }),
  'POST /creator-lists': op({
    summary: 'Create a list of creators',
    access: 'user',
    ours: true,
    body: ListName,
    reply: CreatorList,
    creates: true,
    status: 201,
  }),
  'GET /creator-lists/:id': op({
    summary: 'One of your lists of creators',
    access: 'user',
    ours: true,
    params: IdParams,
    reply: CreatorList,
  }),
  'PUT /creator-lists/:id': op({
    summary: 'Rename a list of creators',
    access: 'user',
    ours: true,
    params: IdParams,
    body: ListName,
    reply: CreatorList,
  }),
  'DELETE /creator-lists/:id': op({
    summary: 'Delete a list of creators; you go on following those in it',
    access: 'user',
    ours: true,
    params: IdParams,
    reply: Done,
  }),
  'GET /creator-lists/:id/creators': op({
    summary: 'The creators in a list, last added first',
    access: 'user',
    ours: true,
    params: IdParams,
    query: z.strictObject(OffsetPage),
    reply: listReply(ListedCreator),
  }),
  'GET /creator-lists/:id/candidates': op({
    summary: 'Creators you follow who aren’t in a list yet, last followed first',
    access: 'user',
    ours: true,
    params: IdParams,
    query: z.strictObject({ ...OffsetPage, q: z.string().trim().max(100).optional() }),
    reply: listReply(PerformerCard),
  }),
  'PUT /creator-lists/:id/creators/:performerId': op({
    summary: 'Add a creator to a list',
    access: 'user',
    ours: true,
    params: MemberParams,
    reply: CreatorList,
  }),
  'DELETE /creator-lists/:id/creators/:performerId': op({
    summary: 'Remove a creator from a list; you go on following them',
    access: 'user',
    ours: true,
    params: MemberParams,
    reply: CreatorList,
  }),
};
