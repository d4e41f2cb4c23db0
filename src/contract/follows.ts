import { z } from 'zod';
import { Id, IdParams, OffsetPage, PerformerCard, listOf } from './core/schemas.ts';
import { op } from './core/op.ts';

const FollowState = z.object({
  performerId: Id,
  isFollowed: z.boolean(),
  followers: z.int().describe('Number of followers.'),
});
const Query = z.strictObject({ ...OffsetPage, q: z.string().trim().max(100).optional() });

export const follows = {
  'POST /follows/:id': op({
    summary: 'Follow a creator',
    access: 'user',
    params: IdParams,
    reply: FollowState,
  }),
  'DELETE /follows/:id': op({
    summary: 'Unfollow a creator',
    access: 'user',
    params: IdParams,
    reply: FollowState,
  }),
  'GET /follows/followers': op({
    summary: 'Your followers',
    access: 'performer',
    query: Query,
    reply: listOf(PerformerCard.extend({ followedAt: z.iso.datetime() })),
  }),
  'GET /follows/following': op({
    summary: 'Creators you follow',
    access: 'user',
    query: Query,
    reply: listOf(PerformerCard.extend({ followedAt: z.iso.datetime() })),
  }),
};
