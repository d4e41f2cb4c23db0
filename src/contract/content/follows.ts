import { z } from 'zod';
import { Id, IdParams, OffsetPage, PerformerCard, Timestamp, listReply } from '../core/schemas.ts';
import { op } from '../core/op.ts';

const FollowState = z.object({
  performerId: Id,
  isFollowed: z.boolean(),
  followers: z.int().describe('Number of followers.'),
});
const PostAlerts = z.object({ posts: z.boolean() });
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
  'GET /follows/:id/notifications': op({
    summary: 'Whether you’re notified of a creator’s new posts',
    access: 'user',
    params: IdParams,
    reply: PostAlerts,
    ours: true,
  }),
  'PUT /follows/:id/notifications': op({
    summary: 'Turn notifications of a creator’s new posts on or off, as a follower or subscriber',
    access: 'user',
    params: IdParams,
    body: z.strictObject({ posts: z.boolean() }),
    reply: PostAlerts,
    ours: true,
  }),
  'GET /follows/followers': op({
    summary: 'Your followers, or those who began to follow you in a date range',
    access: 'performer',
    /** `from` is inclusive, `to` exclusive. */
    query: Query.extend({ from: Timestamp.optional(), to: Timestamp.optional() }),
    reply: listReply(PerformerCard.extend({ followedAt: z.iso.datetime() })),
  }),
  'GET /follows/following': op({
    summary: 'Creators you follow',
    access: 'user',
    query: Query,
    reply: listReply(
      PerformerCard.extend({
        followedAt: z.iso.datetime(),
        notifyPosts: z.boolean().describe('Whether you’re notified of their new posts.'),
      }),
    ),
  }),
};
