import { greeting, isolated, withoutOverrides } from '#config/line-text.ts';
import { notificationKinds } from '#config/notification-types.ts';
import { utc } from '#lib/zone-days.ts';
import { type Ctx, now } from '../../../kernel/context.ts';
import { rooms } from '../../../kernel/hub.ts';
import { recipientRooms } from '../accounts/recipients.ts';
import { queueMail } from '../../base/site/mails.ts';
import { scheduleDigest } from './digests.ts';
import { groupText } from './group-text.ts';
import type { NotificationEvent } from './notification-event.ts';
import {
  type Entry,
  type Recipient,
  actorQuery,
  countQuery,
  recipientQuery,
  writeQuery,
} from './notify-query.ts';
import { queuePushes } from './push/queueing.ts';
import { type Chosen, defaults, wants } from './settings.ts';
import { buildToken, stopLine } from './unsubscribing.ts';

const toChosen = ({ channels, digest, quiet_from, quiet_to, time_zone, ...push }: Recipient): Chosen => ({
  channels: channels ?? defaults.channels,
  digest: digest ?? defaults.digest,
  quietFrom: quiet_from,
  quietTo: quiet_to,
  timeZone: time_zone ?? utc,
  pushMessages: push.push_messages ?? defaults.pushMessages,
  pushMessageText: push.push_message_text ?? defaults.pushMessageText,
});

/** Where one event goes for one person. */
interface Delivery {
  readonly isListed: boolean;
  readonly isMailedAtOnce: boolean;
  readonly digest: Entry['digest'];
  readonly isPushed: boolean;
}

function decideDelivery(
  { type, letter }: NotificationEvent,
  { email, has_device: hasDevices }: Recipient,
  chosen: Chosen,
): Delivery {
  const { isUrgent } = notificationKinds[type];
  const isMailed = email !== null && letter !== null && wants(chosen, type, 'email');
  return {
    isListed: wants(chosen, type, 'app'),
    isMailedAtOnce: isMailed && isUrgent,
    digest: isMailed && !isUrgent ? 'waiting' : 'none',
    isPushed: hasDevices && wants(chosen, type, 'push'),
  };
}

interface Written {
  readonly id: string;
  readonly count: number;
  readonly isNew: boolean;
}

/** Adds the actor to a group, once, and counts them. */
async function addActor(
  tx: Ctx,
  actor: string,
  row: { id: string; count: number; is_new: boolean },
): Promise<Written> {
  const added = await actorQuery(tx.db, { id: row.id, actor, at: now(tx).toISOString() });
  if (row.is_new || added.length === 0) return { id: row.id, count: row.count, isNew: row.is_new };
  const [counted] = await countQuery(tx.db, { id: row.id });
  return { id: row.id, count: counted?.count ?? row.count, isNew: false };
}

async function write(
  tx: Ctx,
  { to, type, actor, text, href, group }: NotificationEvent,
  { isListed, digest }: Delivery,
): Promise<Written> {
  const { key = null, phrase = null } = group ?? {};
  const [row] = await writeQuery(tx.db, {
    id: tx.ports.ids(),
    to,
    type,
    key,
    text,
    phrase,
    href,
    actors: actor !== undefined,
    listed: isListed,
    digest,
    at: now(tx).toISOString(),
  });
  if (!row) throw new Error('a notification was not written');
  return actor ? addActor(tx, actor.id, row) : { id: row.id, count: 1, isNew: row.is_new };
}

/**
 * Pushes what is new. A group that grows ("and 11 others") is pushed when it begins; one whose newest sentence
 * replaces the one before, each time.
 */
async function push(
  tx: Ctx,
  { to, group }: NotificationEvent,
  { id, isNew }: Omit<Written, 'count'>,
): Promise<void> {
  if (isNew || group?.phrase === undefined)
    await queuePushes(tx, [{ accountId: to, source: { kind: 'notification', id } }]);
}

async function mailAtOnce(
  tx: Ctx,
  { name, email }: Recipient,
  { to, type, actor, text, href, letter }: NotificationEvent,
): Promise<void> {
  if (email === null) return;
  const { siteName } = await tx.settings.all();
  const { subject, lines } = letter ?? {
    subject: text.replace(/\.$/, ''),
    lines: href === null ? [text] : [text, `${tx.config.publicUrl}${href}`],
  };
  const unsubscribeToken = buildToken(tx, { accountId: to, what: type });
  await queueMail(tx, {
    to: email,
    subject,
    text: [greeting(name), ...lines, siteName, stopLine(tx, unsubscribeToken)].join('\n\n'),
    unsubscribeToken,
    recipientId: to,
    actorIds: actor ? [actor.id] : [],
  });
}

/** Every open tab hears of it; where the actor closed places, those elsewhere alone. */
async function emit(
  tx: Ctx,
  news: NotificationEvent,
  { closes, text, isQuiet }: { closes: boolean; text: string; isQuiet: boolean },
) {
  const { to, type, kind = type, actor, href } = news;
  const heard = closes && actor ? await recipientRooms(tx, actor.id, [to]) : [rooms.account(to)];
  for (const room of heard)
    tx.emit(room, 'notification/created', { kind, text, href, ...(isQuiet ? { isQuiet } : {}) });
}

/** Null for a recipient who isn't told. */
async function findRecipient(
  tx: Ctx,
  { to, type, actor, group, once = false }: NotificationEvent,
): Promise<Recipient | null> {
  if (actor?.id === to) return null;
  const onceFor = once ? (group?.key ?? null) : null;
  const [recipient] = await recipientQuery(tx.db, {
    to,
    actor: actor?.id ?? null,
    once: onceFor,
    mutable: notificationKinds[type].isMutable === true,
  });
  return recipient ?? null;
}

/** For news that is neither listed nor told later. */
const unwritten: Written = { id: '', count: 1, isNew: true };

const isStored = ({ once = false }: NotificationEvent, { isListed, isPushed, digest }: Delivery): boolean =>
  isListed || isPushed || digest === 'waiting' || once;

/** The sentence of the group once there are several people in it. */
const formatGroupText = ({ actor, group }: NotificationEvent, count: number): string | null =>
  count > 1 && actor && group?.phrase !== undefined
    ? groupText([isolated(actor.name)], count, group.phrase)
    : null;

/** The sentence as it is written, mailed and pushed: a name in it doesn't change the order of what is beside it. */
function withIsolatedName({ text, ...news }: NotificationEvent): NotificationEvent {
  const name = news.actor?.name ?? '';
  const named = name ? text.replaceAll(name, () => isolated(name)) : text;
  return { ...news, text: withoutOverrides(named) };
}

/**
 * Tells a person what happened, on the channels they chose: writes it into their list, tells their open tabs,
 * pushes it to their devices, and emails it at once or with the next digest. Call it in the transaction of the event.
 */
export async function notify(tx: Ctx, about: NotificationEvent): Promise<void> {
  const news = withIsolatedName(about);
  const recipient = await findRecipient(tx, news);
  if (!recipient) return;
  const chosen = toChosen(recipient);
  const delivery = decideDelivery(news, recipient, chosen);
  const { id, count, isNew } = isStored(news, delivery) ? await write(tx, news, delivery) : unwritten;
  if (delivery.isPushed) await push(tx, news, { id, isNew });
  if (delivery.digest === 'waiting') await scheduleDigest(tx, news.to, chosen);
  if (delivery.isMailedAtOnce && isNew) await mailAtOnce(tx, recipient, news);
  const grouped = formatGroupText(news, count);
  await emit(tx, news, {
    closes: recipient.closes,
    text: grouped ?? news.text,
    isQuiet: !delivery.isListed || grouped !== null,
  });
}
