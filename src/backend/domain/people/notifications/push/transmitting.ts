import { eq } from 'drizzle-orm';
import { shortText } from '#lib/short-text.ts';
import type { Ctx } from '../../../../kernel/context.ts';
import { pushSubscriptions } from '../../../../db/schema/notifications.ts';
import { loadPushKeys } from './keys.ts';

/** What a device shows. The service worker (`public/sw.js`) reads these names. */
export interface PushText {
  readonly title: string;
  readonly body: string;
  /** The page it opens: a path. */
  readonly url: string;
  /** One with the same tag replaces the one that is shown. */
  readonly tag: string;
  /** For the badge on the app's icon; null leaves it. */
  readonly unread: number | null;
  readonly isUrgent: boolean;
}

/** How long push services keep a notification for a device that is off. */
const KEPT_SECONDS = 24 * 3_600;
/** Longer texts are cut: a payload is at most about 4 kB. */
const MOST_CHARACTERS = 240;

/** Push services compare topics of up to 32 characters. */
const toTopic = ({ ports }: Ctx, tag: string): string => ports.crypto.sha256(tag).slice(0, 32);

/**
 * Sends to one device, and removes it when its subscription has ended.
 * @throws when trying again later may help.
 */
export async function sendTo(
  ctx: Ctx,
  { id, endpoint, p256dh, auth }: { id: string; endpoint: string; p256dh: string; auth: string },
  { isUrgent, ...text }: PushText,
): Promise<'sent' | 'gone' | 'refused'> {
  const { push } = ctx.ports;
  if (!push) return 'refused';
  const { contactEmail } = await ctx.settings.all();
  const outcome = await push.send({
    endpoint,
    p256dh,
    auth,
    keys: await loadPushKeys(ctx, push),
    subject: `mailto:${contactEmail ?? `operator@${new URL(ctx.config.publicUrl).hostname}`}`,
    payload: JSON.stringify({
      ...text,
      title: shortText(text.title, MOST_CHARACTERS),
      body: shortText(text.body, MOST_CHARACTERS),
    }),
    topic: toTopic(ctx, text.tag),
    seconds: KEPT_SECONDS,
    isUrgent,
  });
  if (outcome === 'gone') await ctx.db.delete(pushSubscriptions).where(eq(pushSubscriptions.id, id));
  if (outcome === 'refused') ctx.ports.log.warn('a push service refused a notification', { device: id });
  return outcome;
}
