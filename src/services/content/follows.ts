import type { ReplyOf } from '#contract/core/registry.ts';
import { list, write } from '../http/endpoints.ts';

export type Follower = ReplyOf<'GET /follows/followers'>['data'][number];
export type Followed = ReplyOf<'GET /follows/following'>['data'][number];

/** Pages follow someone by dispatching `followRequested` of the follow slice. */
export const followPerformer = write('POST /follows/:id');
export const unfollowPerformer = write('DELETE /follows/:id');
export const listFollowers = list('GET /follows/followers', { tags: ['Followers'], by: 'offset' });
export const listFollowing = list('GET /follows/following', { tags: ['Following'], by: 'offset' });
