import { list, read, write } from '../../http/endpoints.ts';

export const createBroadcast = write('POST /messages/broadcast-message', {
  invalidates: (_input, { problem }) => (problem ? [] : ['Broadcasts']),
});
export const countAudience = read('POST /broadcasts/count', {
  tags: ['Broadcasts', 'FanLists', 'Followers', 'Subscribers'],
});
export const listBroadcasts = list('GET /broadcasts', { tags: ['Broadcasts'], by: 'offset' });
export const getBroadcast = read('GET /broadcasts/:id', { tags: ['Broadcasts'] });
export const changeBroadcast = write('PUT /broadcasts/:id', { invalidates: ['Broadcasts'] });
export const deleteBroadcast = write('DELETE /broadcasts/:id', { invalidates: ['Broadcasts'] });
export const unsendBroadcast = write('POST /broadcasts/:id/unsend', { invalidates: ['Broadcasts'] });
export const listBroadcastRecipients = list('GET /broadcasts/:id/recipients', {
  tags: ['Broadcasts'],
  by: 'offset',
});
