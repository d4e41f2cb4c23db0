interface NotificationKind {
  /** Whether it is emailed by default. */
  readonly email: boolean;
  /** Whether it is pushed by default to the devices where the person turned that on. */
  readonly push: boolean;
  /**
   * About money or safety: emailed at once and pushed, also during quiet hours. Everything else waits for the
   * digest, or for the end of the quiet hours.
   */
  readonly isUrgent: boolean;
  /** Only creators get it, so only they see it in their settings. */
  readonly isForCreators: boolean;
  /** Whether muting a creator silences it: what they publish and say, not what was paid for or agreed. */
  readonly isMutable?: boolean;
}

const social = { email: true, push: true, isUrgent: false, isForCreators: false };
const urgent = { email: true, push: true, isUrgent: true, isForCreators: false };

/** All notification types, in the order of the settings. */
const kinds = {
  follow: { email: false, push: false, isUrgent: false, isForCreators: true, isMutable: true },
  like: { email: false, push: false, isUrgent: false, isForCreators: true, isMutable: true },
  comment: { ...social, isForCreators: true, isMutable: true },
  reply: { ...social, isMutable: true },
  mention: { ...social, isMutable: true },
  subscription: { ...social, isForCreators: true },
  tip: { ...social, isForCreators: true },
  purchase: { ...social, isForCreators: true },
  'message-request': social,
  /** A stream was announced or has begun. An email would come too late. */
  live: { ...social, email: false, isMutable: true },
  'ticket-refund': urgent,
  'private-stream': social,
  'scheduled-message': { ...social, isForCreators: true },
  'co-creator': { ...social, isForCreators: true },
  media: { email: false, push: false, isUrgent: false, isForCreators: true },
  'new-post': { ...social, isMutable: true },
  poll: { email: false, push: false, isUrgent: false, isForCreators: false, isMutable: true },
  order: urgent,
  outbid: urgent,
  auction: urgent,
  'subscription-renewal': urgent,
  'subscription-failed': urgent,
  'subscription-price': urgent,
  verification: { ...urgent, isForCreators: true },
  payout: { ...urgent, isForCreators: true },
  dispute: urgent,
  adjustment: urgent,
  gift: social,
  referral: social,
  report: urgent,
  moderation: urgent,
  'data-export': urgent,
} as const satisfies Record<string, NotificationKind>;

export type NotificationType = keyof typeof kinds;
export const notificationKinds: Readonly<Record<NotificationType, NotificationKind>> = kinds;
export const notificationTypes = Object.keys(kinds) as [NotificationType, ...NotificationType[]];

/** The channels through which notifications are delivered. */
export const notificationChannels = ['app', 'email', 'push'] as const;
export type NotificationChannel = (typeof notificationChannels)[number];
