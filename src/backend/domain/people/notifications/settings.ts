import { eq } from 'drizzle-orm';
import {
  type NotificationChannel,
  type NotificationType,
  notificationKinds,
  notificationTypes,
} from '#config/notification-types.ts';
import type { NotificationSettings } from '#contract/people/notifications.ts';
import type { ParsedInput } from '#contract/core/registry.ts';
import { utc } from '#lib/zone-days.ts';
import { type Ctx, type UserCtx, now, transaction } from '../../../kernel/context.ts';
import { accounts } from '../../../db/schema/accounts.ts';
import { notificationSettings } from '../../../db/schema/notifications.ts';
import { invalid } from '../../../kernel/errors.ts';

type Row = typeof notificationSettings.$inferSelect;
type Stored = Pick<Row, 'channels' | 'digest' | 'quietFrom' | 'quietTo' | 'pushMessages' | 'pushMessageText'>;
/** What a person chose, or the defaults, and the account's time zone, in which the times are. */
export type Chosen = Stored & { readonly timeZone: string };

export const defaults: Stored = {
  channels: {},
  digest: 'daily',
  quietFrom: null,
  quietTo: null,
  pushMessages: true,
  pushMessageText: false,
};

/** Whether a person wants to hear of a type on a channel. */
export function wants(
  { channels, digest }: Pick<Chosen, 'channels' | 'digest'>,
  type: NotificationType,
  channel: NotificationChannel,
): boolean {
  const { email, push, isUrgent } = notificationKinds[type];
  const chosen = channels[type]?.[channel];
  if (channel === 'app') return chosen ?? true;
  if (channel === 'push') return chosen ?? push;
  return (chosen ?? email) && (isUrgent || digest !== 'off');
}

export async function chosenBy(ctx: Ctx, accountId: string): Promise<Chosen> {
  const [row] = await ctx.db
    .select({ timeZone: accounts.timeZone, settings: notificationSettings })
    .from(accounts)
    .leftJoin(notificationSettings, eq(notificationSettings.accountId, accounts.id))
    .where(eq(accounts.id, accountId));
  return { ...(row?.settings ?? defaults), timeZone: row?.timeZone ?? utc };
}

function view(chosen: Stored): NotificationSettings {
  const { channels, digest, quietFrom, quietTo, pushMessages, pushMessageText } = chosen;
  const of = (type: NotificationType) => ({
    app: channels[type]?.app ?? true,
    email: channels[type]?.email ?? notificationKinds[type].email,
    push: channels[type]?.push ?? notificationKinds[type].push,
  });
  return {
    channels: Object.fromEntries(
      notificationTypes.map((type) => [type, of(type)]),
    ) as NotificationSettings['channels'],
    digest,
    quietHours: quietFrom !== null && quietTo !== null ? { from: quietFrom, to: quietTo } : null,
    push: { messages: pushMessages, messageText: pushMessageText },
  };
}

export const viewSettings = async (ctx: UserCtx): Promise<NotificationSettings> =>
  view(await chosenBy(ctx, ctx.viewer.id));

type Change = ParsedInput<'PUT /notifications/settings'>['body'];

/** Without the keys that a change leaves out. */
const given = <T extends object>(change: T): Partial<T> =>
  Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)) as Partial<T>;

function changed(chosen: Stored, { channels = {}, digest, quietHours, push = {} }: Change): Stored {
  const merged = { ...chosen.channels };
  for (const type of notificationTypes)
    if (channels[type]) merged[type] = { ...merged[type], ...given(channels[type]) };
  const quiet =
    quietHours === undefined ? {} : { quietFrom: quietHours?.from ?? null, quietTo: quietHours?.to ?? null };
  const pushed = given({ pushMessages: push.messages, pushMessageText: push.messageText });
  return { ...chosen, ...given({ digest }), ...quiet, ...pushed, channels: merged };
}

/** Changes what an account chose, under a lock, so that two tabs that save at once both count. */
export function changeSettings(ctx: Ctx, accountId: string, change: Change): Promise<NotificationSettings> {
  return transaction(ctx, async (tx) => {
    await tx.db
      .select({ id: accounts.id })
      .from(accounts)
      .where(eq(accounts.id, accountId))
      .for('no key update');
    const { timeZone: _, ...before } = await chosenBy(tx, accountId);
    const chosen = changed(before, change);
    const time = now(tx);
    await tx.db
      .insert(notificationSettings)
      .values({ accountId, ...chosen, createdAt: time, updatedAt: time })
      .onConflictDoUpdate({ target: notificationSettings.accountId, set: { ...chosen, updatedAt: time } });
    return view(chosen);
  });
}

/** @throws AppError 422 for quiet hours of no length. */
export async function updateSettings(ctx: UserCtx, change: Change): Promise<NotificationSettings> {
  if (change.quietHours && change.quietHours.from === change.quietHours.to)
    throw invalid('quietHours', 'Quiet hours need a different start and end.');
  return changeSettings(ctx, ctx.viewer.id, change);
}
