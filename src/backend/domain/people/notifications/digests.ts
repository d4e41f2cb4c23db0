import { and, asc, eq, inArray, isNull, lte } from 'drizzle-orm';
import { greeting } from '#config/line-text.ts';
import { routes } from '#config/routes.ts';
import { plural } from '#lib/format.ts';
import { type Ctx, now, transaction } from '../../../kernel/context.ts';
import { accounts } from '../../../db/schema/accounts.ts';
import { notificationDigests, notifications } from '../../../db/schema/notifications.ts';
import { queueMail } from '../../base/site/mails.ts';
import { afterQuietHours, nextDigest } from './quiet-hours.ts';
import { closedTo } from '../../base/access/last-seen.ts';
import { type NotificationSentence, loadSentences } from './sentences.ts';
import { type Chosen, chosenBy, wants } from './settings.ts';
import { buildToken, stopLine } from './unsubscribing.ts';

type Waiting = typeof notifications.$inferSelect;

/** Digests that one round of the job sends; the next round takes the rest. */
const BATCH = 500;
/** Longer digests aren't read: they end with how many more there are. */
const MOST_LINES = 30;

/** Sees to it that what waits is mailed with the next digest; one that is due already stays due then. */
export async function scheduleDigest(tx: Ctx, accountId: string, chosen: Chosen): Promise<void> {
  const { digest, ...hours } = chosen;
  if (digest === 'off') return;
  const dueAt = nextDigest(now(tx), { digest, ...hours });
  await tx.db.insert(notificationDigests).values({ accountId, dueAt }).onConflictDoNothing();
}

/** What a digest says, and of whom. */
interface Contents {
  readonly lines: readonly string[];
  readonly actorIds: readonly string[];
}

const uniqueActorIds = (visible: readonly NotificationSentence[]): string[] => [
  ...new Set(visible.flatMap(({ actors }) => actors.map(({ id }) => id))),
];

async function loadContents(tx: Ctx, accountId: string, rows: readonly Waiting[]): Promise<Contents> {
  const everyone = await loadSentences(tx, { accountId, without: new Set() }, rows);
  const without = await closedTo(tx, accountId, uniqueActorIds(everyone));
  const visible = without.size === 0 ? everyone : await loadSentences(tx, { accountId, without }, rows);
  return {
    lines: visible.map(({ sentence, row: { href } }) =>
      href === null ? sentence : `${sentence}\n${tx.config.publicUrl}${href}`,
    ),
    actorIds: uniqueActorIds(visible),
  };
}

async function mailDigest(tx: Ctx, accountId: string, { lines, actorIds }: Contents): Promise<void> {
  const [person] = await tx.db
    .select({ name: accounts.name, email: accounts.email })
    .from(accounts)
    .where(and(eq(accounts.id, accountId), isNull(accounts.suspendedAt)));
  if (!person?.email) return;
  const { siteName } = await tx.settings.all();
  const { publicUrl } = tx.config;
  const unsubscribeToken = buildToken(tx, { accountId, what: 'digest' });
  const more = lines.length - MOST_LINES;
  const body = [
    greeting(person.name),
    'Here’s what happened since your last update.',
    ...lines.slice(0, MOST_LINES),
    ...(more > 0 ? [`And ${more} more.`] : []),
    `See all notifications: ${publicUrl}${routes.notifications}`,
    siteName,
    stopLine(tx, unsubscribeToken),
  ];
  await queueMail(tx, {
    to: person.email,
    subject: `${plural(lines.length, 'new notification')} on ${siteName}`,
    text: body.join('\n\n'),
    unsubscribeToken,
    recipientId: accountId,
    actorIds,
  });
}

/**
 * Mails what waits for one person, in one transaction with taking the digest off the list: a process that is
 * killed has mailed all of it or nothing.
 */
async function sendDigest(tx: Ctx, accountId: string): Promise<void> {
  const time = now(tx);
  const taken = await tx.db
    .delete(notificationDigests)
    .where(and(eq(notificationDigests.accountId, accountId), lte(notificationDigests.dueAt, time)))
    .returning({ id: notificationDigests.accountId });
  if (taken.length === 0) return;
  const chosen = await chosenBy(tx, accountId);
  const later = afterQuietHours(time, chosen);
  if (later > time) {
    await tx.db.insert(notificationDigests).values({ accountId, dueAt: later }).onConflictDoNothing();
    return;
  }
  const rows = await tx.db
    .update(notifications)
    .set({ digest: 'sent' })
    .where(and(eq(notifications.accountId, accountId), eq(notifications.digest, 'waiting')))
    .returning();
  // What was read in the app, or is no longer wanted, isn't news.
  const news = rows
    .filter((row) => row.readAt === null && wants(chosen, row.type, 'email'))
    .sort((a, b) => b.updatedAt.getTime() - a.updatedAt.getTime());
  const contents = await loadContents(tx, accountId, news);
  if (contents.lines.length > 0) await mailDigest(tx, accountId, contents);
  // What isn't listed anywhere has done its work.
  const unlisted = rows.filter((row) => !row.isListed).map((row) => row.id);
  if (unlisted.length > 0) await tx.db.delete(notifications).where(inArray(notifications.id, unlisted));
}

/** The job: mails the digests that are due. */
export async function sendDigests(ctx: Ctx): Promise<void> {
  const due = await ctx.db
    .select({ id: notificationDigests.accountId })
    .from(notificationDigests)
    .where(lte(notificationDigests.dueAt, now(ctx)))
    .orderBy(asc(notificationDigests.dueAt))
    .limit(BATCH);
  for (const { id } of due) await transaction(ctx, (tx) => sendDigest(tx, id));
}
