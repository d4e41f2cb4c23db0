import type { Api } from '../http/api.ts';
import type { BodyOf } from '../http/call.ts';

/** @public For the message pages. */
export const countWaiting = (api: Api, signal?: AbortSignal) =>
  api.call('GET /conversations/counts', { signal });
/** @public For the message pages. */
export const organizeConversation = (api: Api, id: string, body: BodyOf<'PUT /conversations/:id/inbox'>) =>
  api.call('PUT /conversations/:id/inbox', { params: { id }, body });

/** @public For the message pages. */
export const acceptRequest = (api: Api, id: string) =>
  api.call('POST /conversations/:id/accept-request', { params: { id } });
/** @public For the message pages. */
export const declineRequest = (api: Api, id: string) =>
  api.call('POST /conversations/:id/decline-request', { params: { id } });
/** @public For the message pages. */
export const getFirstMessageSettings = (api: Api, signal?: AbortSignal) =>
  api.call('GET /message-requests/settings', { signal });
/** @public For the message pages. */
export const setFirstMessageSettings = (api: Api, body: BodyOf<'PUT /message-requests/settings'>) =>
  api.call('PUT /message-requests/settings', { body });
