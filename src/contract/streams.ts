import { pending } from './core/op.ts';

export const streaming = {
  'PUT /streaming/update': pending('performer', 'Change the stream settings'),
  'PUT /streaming/set-duration': pending('performer', 'Record how long a stream ran'),
  'POST /streaming/live': pending('performer', 'Go live'),
  'PUT /streaming/live/:id': pending('performer', 'Change or end a live stream'),
  'GET /streaming/join/:id': pending('user', 'Join a stream'),
  'POST /streaming/agora/token': pending('user', 'A token of the media service'),
  'GET /streaming/user/search': pending('anyone', 'Who is live'),
};
