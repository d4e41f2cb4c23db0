import { z } from 'zod';
import { notificationTypes } from '#config/notification-types.ts';
import { Id, IdParams, KeyPage, Timestamp, listReply } from '../core/schemas.ts';
import { op } from '../core/op.ts';

const Type = z.enum(notificationTypes);

const Actor = z.object({ _id: Id, username: z.string(), name: z.string(), avatar: z.string() });
export const Notification = z.object({
  _id: Id,
  type: Type,
  text: z.string().describe('One sentence, with the names of the newest people of the group.'),
  href: z.string().nullable().describe('The page it is about; null when there is none.'),
  actors: z.array(Actor).describe('The newest people of the group, at most three.'),
  count: z.int().describe('Number of people in the group; 1 for what isn’t grouped.'),
  isRead: z.boolean(),
  createdAt: Timestamp,
  updatedAt: Timestamp.describe('When the newest event joined the group.'),
});
export type Notification = z.infer<typeof Notification>;

/** Counting stops at 100: the badge shows 99+ from there on. */
const Unread = z.object({ unread: z.int().describe('Number of unread notifications, at most 100.') });

const Minute = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Enter a time, such as 22:00.')
  .describe('Hours and minutes in the account’s time zone.');
const Channels = z.strictObject({ app: z.boolean(), email: z.boolean(), push: z.boolean() });
const PushChoice = z.strictObject({
  messages: z.boolean().describe('Whether new messages are pushed.'),
  messageText: z.boolean().describe('Whether a push notification shows what the message says.'),
});

export const NotificationSettings = z.object({
  channels: z.record(Type, Channels).describe('By type and channel.'),
  digest: z
    .enum(['hourly', 'daily', 'off'])
    .describe('How often everything that isn’t about money or safety is emailed.'),
  quietHours: z
    .object({ from: Minute, to: Minute })
    .nullable()
    .describe('Digests and push notifications wait until they are over. Null: none.'),
  push: PushChoice,
});
export type NotificationSettings = z.infer<typeof NotificationSettings>;

const PushDevice = z.object({
  _id: Id,
  userAgent: z.string(),
  createdAt: Timestamp,
  current: z.boolean().describe('Whether it belongs to the session of this call.'),
});
export type PushDevice = z.infer<typeof PushDevice>;
const key = (bytes: number, what: string) =>
  z
    .string()
    .regex(new RegExp(`^[A-Za-z0-9_-]{${Math.ceil((bytes * 4) / 3)}}={0,2}$`), `Send ${what} in base64url.`);

export const notifications = {
  'GET /notifications': op({
    summary: 'Your notifications, newest first',
    access: 'user',
    query: z.strictObject(KeyPage),
    reply: listReply(Notification),
    ours: true,
  }),
  'GET /notifications/unread': op({
    summary: 'Number of unread notifications',
    access: 'user',
    reply: Unread,
    ours: true,
  }),
  'POST /notifications/:id/read': op({
    summary: 'Mark a notification as read',
    access: 'user',
    params: IdParams,
    reply: Unread,
    ours: true,
  }),
  'POST /notifications/read-all': op({
    summary: 'Mark all notifications as read; those that came after `until` stay unread',
    access: 'user',
    body: z.strictObject({ until: Timestamp }),
    reply: Unread,
    ours: true,
  }),
  'POST /notifications/unsubscribe': op({
    summary: 'Stop the emails that the token of an email names; works without logging in',
    access: 'anyone',
    body: z.strictObject({ token: z.string().min(1).max(300) }),
    reply: z.object({ what: z.enum([...notificationTypes, 'digest']) }),
    ours: true,
  }),
  'GET /notifications/push': op({
    summary: 'The devices that receive your push notifications, and the key to subscribe with',
    access: 'user',
    reply: z.object({
      publicKey: z
        .string()
        .nullable()
        .describe('The site’s VAPID key in base64url; null when it can’t send push notifications.'),
      devices: z.array(PushDevice),
    }),
    ours: true,
  }),
  'POST /notifications/push': op({
    summary: 'Receive push notifications on this device until you log out of it',
    access: 'user',
    body: z.strictObject({
      endpoint: z.string().min(1).max(1_000).describe('As the browser’s push service gave it.'),
      keys: z.strictObject({ p256dh: key(65, 'a public key'), auth: key(16, 'a shared secret') }),
    }),
    reply: PushDevice,
    status: 201,
    ours: true,
  }),
  'DELETE /notifications/push/:id': op({
    summary: 'Stop push notifications on one of your devices',
    access: 'user',
    params: IdParams,
    reply: z.object({ success: z.literal(true) }),
    ours: true,
  }),
  'POST /notifications/push/:id/test': op({
    summary: 'Send a test notification to one of your devices',
    access: 'user',
    params: IdParams,
    reply: z.object({ success: z.literal(true) }),
    ours: true,
  }),
  'GET /notifications/settings': op({
    summary: 'Your notification settings',
    access: 'user',
    reply: NotificationSettings,
    ours: true,
  }),
  'PUT /notifications/settings': op({
    summary: 'Change your notification settings; what is left out stays',
    access: 'user',
    body: z.strictObject({
      channels: z.partialRecord(Type, Channels.partial()).optional(),
      digest: NotificationSettings.shape.digest.optional(),
      quietHours: z.strictObject({ from: Minute, to: Minute }).nullable().optional(),
      push: PushChoice.partial().optional(),
    }),
    reply: NotificationSettings,
    ours: true,
  }),
};
