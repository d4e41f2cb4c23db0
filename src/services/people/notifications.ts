import type { Api } from '../http/api.ts';
import type { BodyOf, QueryOf } from '../http/call.ts';

export const listNotifications = (api: Api, query: QueryOf<'GET /notifications'>, signal?: AbortSignal) =>
  api.call('GET /notifications', { query, signal });
export const countUnreadNotifications = (api: Api) => api.call('GET /notifications/unread');
export const readNotification = (api: Api, id: string) =>
  api.call('POST /notifications/:id/read', { params: { id }, keepalive: true });
export const readAllNotifications = (api: Api, until: string) =>
  api.call('POST /notifications/read-all', { body: { until } });
export const listPushDevices = (api: Api, signal?: AbortSignal) =>
  api.call('GET /notifications/push', { signal });
export const addPushDevice = (api: Api, body: BodyOf<'POST /notifications/push'>) =>
  api.call('POST /notifications/push', { body });
export const removePushDevice = (api: Api, id: string) =>
  api.call('DELETE /notifications/push/:id', { params: { id } });
export const testPushDevice = (api: Api, id: string) =>
  api.call('POST /notifications/push/:id/test', { params: { id } });
export const viewNotificationSettings = (api: Api, signal?: AbortSignal) =>
  api.call('GET /notifications/settings', { signal });
export const updateNotificationSettings = (api: Api, body: BodyOf<'PUT /notifications/settings'>) =>
  api.call('PUT /notifications/settings', { body });
export const unsubscribe = (api: Api, token: string) =>
  api.call('POST /notifications/unsubscribe', { body: { token } });
export const setPostAlerts = (api: Api, { id, posts }: { id: string; posts: boolean }) =>
  api.call('PUT /follows/:id/notifications', { params: { id }, body: { posts } });
export const viewPostAlerts = (api: Api, id: string, signal?: AbortSignal) =>
  api.call('GET /follows/:id/notifications', { params: { id }, signal });
