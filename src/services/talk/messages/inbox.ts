import { read, write } from '../../http/endpoints.ts';

export const countWaiting = read('GET /conversations/counts');
export const organizeConversation = write('PUT /conversations/:id/inbox');
export const acceptRequest = write('POST /conversations/:id/accept-request');
export const declineRequest = write('POST /conversations/:id/decline-request');
/** A creator's terms for first messages. */
export const getFirstMessageSettings = read('GET /message-requests/settings', {
  tags: ['FirstMessageSettings'],
});
export const setFirstMessageSettings = write('PUT /message-requests/settings', {
  invalidates: (_input, { problem }) => (problem ? [] : ['FirstMessageSettings']),
});
