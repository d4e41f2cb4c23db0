import { read, write } from '../../http/endpoints.ts';

/** What a creator knows about the other person of a conversation. */
export const getFanPanel = read('GET /conversations/:id/fan', {
  tags: ['FanPanel', 'Earnings', 'Subscribers', 'Followers', 'FanLists'],
  keepSeconds: 0,
});
export const setFanNote = write('PUT /conversations/:id/fan/note', {
  // Also after a conflict: the note that was saved elsewhere is shown then.
  invalidates: ['FanPanel'],
});
