import type { Api } from '../../http/api.ts';
import type { BodyOf } from '../../http/call.ts';

export const countWaiting = (api: Api) => api.call('GET /conversations/counts');
export const organizeConversation = (api: Api, id: string, body: BodyOf<'PUT /conversations/:id/inbox'>) =>
  api.call('PUT /conversations/:id/inbox', { params: { id }, body });

export const acceptRequest = (api: Api, id: string) =>
  api.call('POST /conversations/:id/accept-request', { params: { id } });
export const declineRequest = (api: Api, id: string) =>
  api.call('POST /conversations/:id/decline-request', { params: { id } });
export const getFirstMessageSettings = (api: Api) => api.call('GET /message-requests/settings');
export const setFirstMessageSettings = (api: Api, body: BodyOf<'PUT /message-requests/settings'>) =>
  api.call('PUT /message-requests/settings', { body });
