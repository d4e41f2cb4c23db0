import type { notifications } from '#contract/people/notifications.ts';
import type { HandlersOf } from '../../../kernel/handlers.ts';
import { addDevice, listDevices, removeDevice, testDevice } from './push/devices.ts';
import { countUnread, listNotifications, markAllRead, markRead } from './queries.ts';
import { updateSettings, viewSettings } from './settings.ts';
import { unsubscribe } from './unsubscribing.ts';

export const notificationHandlers: HandlersOf<typeof notifications> = {
  'GET /notifications': (ctx, { query }) => listNotifications(ctx, query),
  'GET /notifications/unread': (ctx) => countUnread(ctx),
  'POST /notifications/:id/read': (ctx, { params }) => markRead(ctx, params.id),
  'POST /notifications/read-all': (ctx, { body }) => markAllRead(ctx, new Date(body.until)),
  'GET /notifications/push': (ctx) => listDevices(ctx),
  'POST /notifications/push': (ctx, { body }) => addDevice(ctx, body),
  'DELETE /notifications/push/:id': (ctx, { params }) => removeDevice(ctx, params.id),
  'POST /notifications/push/:id/test': (ctx, { params }) => testDevice(ctx, params.id),
  'GET /notifications/settings': (ctx) => viewSettings(ctx),
  'PUT /notifications/settings': (ctx, { body }) => updateSettings(ctx, body),
  'POST /notifications/unsubscribe': (ctx, { body }) => unsubscribe(ctx, body.token),
};
