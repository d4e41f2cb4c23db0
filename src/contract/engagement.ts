import { pending } from './op.ts';

export const comments = {
  'POST /comments': pending('user', 'Write a comment'),
  'GET /comments': pending('anyone', 'Comments of an item'),
  'PUT /comments/:id': pending('user', 'Change an own comment'),
  'DELETE /comments/:id': pending('user', 'Delete a comment'),
};
export const reactions = {
  'POST /reactions': pending('user', 'Like or bookmark'),
  'DELETE /reactions': pending('user', 'Take a like or bookmark back'),
  'GET /reactions/:type/bookmark': pending('user', 'Bookmarks of one kind'),
};
export const reports = { 'POST /reports': pending('user', 'Report an item or a person') };
export const referrals = {
  'GET /referrals/user/code': pending('user', 'The own referral code'),
  'GET /referrals/user/search': pending('user', 'Who joined by the own code'),
};
