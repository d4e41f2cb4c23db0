import { and, eq, gt, isNull } from 'drizzle-orm';
import { limits } from '#config/limits.ts';
import { type Ctx, now } from '../../../../kernel/context.ts';
import { accounts, sessions } from '../../../../db/schema/accounts.ts';
import { pushSubscriptions } from '../../../../db/schema/notifications.ts';
import { AppError } from '../../../../kernel/errors.ts';
import type { JobPayloads, PushSource } from '../../../../kernel/job-payloads.ts';
import { enqueue, enqueueAll } from '../../../../kernel/job-queue.ts';
import { limitRate } from '../../../../kernel/rate-limit.ts';
import { placesClosedBy } from '../../../base/access/block-rules.ts';
import { wasSeenIn } from '../../../base/access/last-seen.ts';
import { afterQuietHours } from '../quiet-hours.ts';
import { type Chosen, chosenBy } from '../settings.ts';
import { laterJob } from './queueing.ts';
import { type PushText, sendTo } from './transmitting.ts';

/** What is pushed of a source at this moment. */
export interface PushNews extends PushText {
  /** Grows with each event. */
  readonly stamp: number;
  /** When the newest event happened. */
  readonly at: Date;
  /** Who did it. Devices in places that one of them closed aren't told. */
  readonly fromIds: readonly string[];
}
/** Null when there is no news anymore: it was read, deleted, turned off, or the two may not meet. */
export type Reader = (
  ctx: Ctx,
  of: { accountId: string; source: PushSource; chosen: Chosen },
) => Promise<PushNews | null>;

const DAY_MS = 24 * 3_600_000;

/** Devices of accounts that aren't suspended, in sessions that haven't expired. */
const devicesWhere = (ctx: Ctx, mine: ReturnType<typeof eq>) =>
  ctx.db
    .select({
      id: pushSubscriptions.id,
      accountId: pushSubscriptions.accountId,
      endpoint: pushSubscriptions.endpoint,
      p256dh: pushSubscriptions.p256dh,
      auth: pushSubscriptions.auth,
      ip: sessions.ip,
      country: sessions.country,
      places: sessions.places,
    })
    .from(pushSubscriptions)
    .innerJoin(sessions, eq(sessions.id, pushSubscriptions.sessionId))
    .innerJoin(accounts, eq(accounts.id, pushSubscriptions.accountId))
    .where(and(mine, gt(sessions.expiresAt, now(ctx)), isNull(accounts.suspendedAt)));

type Device = Awaited<ReturnType<typeof devicesWhere>>[number];

/** Without the devices in places that one of the actors closed. */
async function open(ctx: Ctx, devices: readonly Device[], { fromIds }: PushNews): Promise<Device[]> {
  const closed = await Promise.all(fromIds.map((id) => placesClosedBy(ctx, id)));
  return devices.filter((device) => !closed.some((places) => wasSeenIn(ctx, device, places)));
}

/** Whether the account has had its pushes of this hour. */
async function isFlooded(ctx: Ctx, accountId: string): Promise<boolean> {
  try {
    await limitRate(ctx, `push:${accountId}`, { max: limits.push.perHour, seconds: 3_600 });
    return false;
  } catch (error) {
    if (error instanceof AppError) return true;
    throw error;
  }
}

/**
 * The job that decides: nothing is pushed while the person looks at the site, after they have read it, or
 * beyond the hourly limit. In quiet hours only what is urgent is; the rest is decided when they end.
 */
export async function pushDue(
  ctx: Ctx,
  { accountId, source }: JobPayloads['push-due'],
  read: Reader,
): Promise<void> {
  if (await ctx.isLooking(accountId)) return;
  const devices = await devicesWhere(ctx, eq(pushSubscriptions.accountId, accountId));
  if (devices.length === 0) return;
  const chosen = await chosenBy(ctx, accountId);
  const news = await read(ctx, { accountId, source, chosen });
  if (!news) return;
  const time = now(ctx);
  const later = news.isUrgent ? time : afterQuietHours(time, chosen);
  if (later > time) return enqueue(ctx, laterJob(accountId, source, later));
  const receivers = await open(ctx, devices, news);
  if (receivers.length === 0 || (await isFlooded(ctx, accountId))) return undefined;
  return enqueueAll(
    ctx,
    receivers.map(({ id }) => ({
      kind: 'push-send' as const,
      payload: { subscriptionId: id, source, stamp: news.stamp },
      dedupeKey: `push-send:${id}:${source.kind}:${source.id}:${news.stamp}`,
    })),
  );
}

/**
 * The job that sends to one device, after asking once more whether it is still news: what is blocked, read or
 * taken back meanwhile isn't sent.
 */
export async function pushSend(
  ctx: Ctx,
  { subscriptionId, source, stamp }: JobPayloads['push-send'],
  read: Reader,
): Promise<void> {
  const [device] = await devicesWhere(ctx, eq(pushSubscriptions.id, subscriptionId));
  if (!device) return;
  const { accountId } = device;
  const news = await read(ctx, { accountId, source, chosen: await chosenBy(ctx, accountId) });
  if (!news || news.stamp !== stamp || now(ctx).getTime() - news.at.getTime() > DAY_MS) return;
  const [told] = await open(ctx, [device], news);
  if (!told) return;
  const { title, body, url, tag, unread, isUrgent } = news;
  await sendTo(ctx, told, { title, body, url, tag, unread, isUrgent });
}
