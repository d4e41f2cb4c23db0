import { list, read, write } from '../http/endpoints.ts';

export const listNotifications = list('GET /notifications', { tags: ['Notifications'] });
export const countUnreadNotifications = read('GET /notifications/unread');
export const readNotification = write('POST /notifications/:id/read', { invalidates: ['Notifications'] });
export const readAllNotifications = write('POST /notifications/read-all', {
  invalidates: (_input, { problem }) => (problem ? [] : ['Notifications']),
});

/** The browsers that receive the user's push notifications. */
export const listPushDevices = read('GET /notifications/push', { tags: ['PushDevices'], keepSeconds: 0 });
export const addPushDevice = write('POST /notifications/push', { invalidates: ['PushDevices'] });
export const removePushDevice = write('DELETE /notifications/push/:id', { invalidates: ['PushDevices'] });
/** A refusal can mean that the device was removed. */
export const testPushDevice = write('POST /notifications/push/:id/test', {
  invalidates: (_input, { problem }) => (problem ? ['PushDevices'] : []),
});

export const viewNotificationSettings = read('GET /notifications/settings', {
  tags: ['NotificationSettings'],
});
export const updateNotificationSettings = write('PUT /notifications/settings');
export const unsubscribe = write('POST /notifications/unsubscribe');

export const viewPostAlerts = read('GET /follows/:id/notifications', {
  tags: (_alerts, { params: { id } }) => [{ type: 'Creator', id }],
});
export const setPostAlerts = write('PUT /follows/:id/notifications', {
  invalidates: ({ params: { id } }, { problem }) => (problem ? [] : [{ type: 'Creator', id }]),
});
