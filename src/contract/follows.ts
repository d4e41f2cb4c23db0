import { z } from 'zod';
import { Id, IdParams, OffsetPage, PerformerCard, listOf } from './core/schemas.ts';
import { op } from './core/op.ts';

const FollowState = z.object({ performerId: Id, isFollowed: z.boolean(), followers: z.int() });
const Query = z.strictObject({ ...OffsetPage, q: z.string().trim().max(100).optional() });

export const follows = {
  'POST /follows/:id': op({
    summary: 'Follow a creator',
    access: 'user',
    params: IdParams,
    reply: FollowState,
  }),
  'DELETE /follows/:id': op({
    summary: 'Stop following a creator',
    access: 'user',
    params: IdParams,
    reply: FollowState,
  }),
  'GET /follows/followers': op({
    summary: 'Who follows the caller',
    access: 'performer',
    query: Query,
    reply: listOf(PerformerCard.extend({ followedAt: z.iso.datetime() })),
  }),
  'GET /follows/following': op({
    summary: 'Whom the caller follows',
    access: 'user',
    query: Query,
    reply: listOf(PerformerCard.extend({ followedAt: z.iso.datetime() })),
  }),
};
