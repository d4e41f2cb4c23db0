import { and, eq, gt, isNull, lte, sql } from 'drizzle-orm';
import { greeting } from '#config/line-text.ts';
import { formatUtcDay } from '#lib/format-time.ts';
import { type Ctx, now, transaction } from '../../../../kernel/context.ts';
import { accountDeletions, accounts, dataExports, emailChanges } from '../../../../db/schema/accounts.ts';
import { documents } from '../../../../db/schema/files.ts';
import type { JobRun } from '../../../../kernel/job-payloads.ts';
import { enqueue } from '../../../../kernel/job-queue.ts';
import { mailAccount } from '../../../people/accounts/account-mail.ts';
import { reserveUsername } from '../../../people/accounts/former-usernames.ts';
import { removeDocuments } from '../../../base/files/documents.ts';
import { publicImageKeys } from '../../../base/files/public-images.ts';
import { forgetWords } from '../../../base/ledger/forgetting-query.ts';
import { mailParts } from '../../../base/site/mail-parts.ts';
import { exportKey } from '../export/address.ts';
import { loadWaits, waitTexts } from '../waits.ts';
import { eraseContent } from './content.ts';
import { dropSearchTerms, leaveLists } from './counted-query.ts';
import { type Named, forgetMentions } from './mentions.ts';
import { emptyMessages, emptyOffers, eraseFiles } from './remains.ts';
import { type Step, runStep } from './steps.ts';
import { lastSteps, personSteps } from './tables.ts';

type Account = typeof accounts.$inferSelect;

const dayMs = 24 * 60 * 60_000;
/** How long before it a deletion is announced again. */
const reminderMs = 3 * dayMs;

async function take(tx: Ctx, accountId: string, steps: readonly Step[]): Promise<void> {
  for (const step of steps) await runStep(tx.db, step, accountId);
}

async function loadNames(tx: Ctx, { id, name, username, email }: Account): Promise<Named> {
  const changes = await tx.db
    .select({ old: emailChanges.oldEmail, next: emailChanges.newEmail })
    .from(emailChanges)
    .where(eq(emailChanges.accountId, id));
  const emails = new Set([...(email ? [email] : []), ...changes.flatMap(({ old, next }) => [old, next])]);
  return { accountId: id, name, username, emails: [...emails] };
}

/** Objects that no row of `files` stands for. */
async function removeObjects(tx: Ctx, { id, avatar, cover }: Account): Promise<void> {
  const exports = await tx.db
    .select({ id: dataExports.id })
    .from(dataExports)
    .where(eq(dataExports.accountId, id));
  const pictures = { avatar, cover };
  const keys = [
    ...exports.map((each) => exportKey(each.id)),
    ...(['avatar', 'cover'] as const).flatMap((use) =>
      pictures[use] === null ? [] : publicImageKeys(use, pictures[use]),
    ),
  ];
  if (keys.length > 0) await enqueue(tx, { kind: 'remove-objects', payload: { keys } });
  await removeDocuments(tx, await tx.db.select().from(documents).where(eq(documents.ownerId, id)));
}

/** Notes what the deletion waits for, and tells its owner once for each reason. */
async function putOff(
  tx: Ctx,
  accountId: string,
  { wait, before }: { wait: keyof typeof waitTexts; before: string | null },
): Promise<void> {
  if (wait === before) return;
  await tx.db.update(accountDeletions).set({ heldBy: wait }).where(eq(accountDeletions.accountId, accountId));
  await mailAccount(tx, accountId, (site) => ({
    subject: `Your ${site} account can’t be deleted yet`,
    lines: [
      `Your account was due to be deleted by now, but something isn’t finished yet: ${waitTexts[wait]}`,
      'It will be deleted as soon as that’s done. You don’t need to do anything, and no one can see your account in the meantime.',
      `To keep your account, log in before then: ${tx.config.publicUrl}/auth/login`,
    ],
  }));
}

/**
 * Begins a deletion that is due: from the commit on nobody can log in, and nothing names the person. Returns who it
 * was, null if there is nothing to begin.
 */
const begin = (ctx: Ctx, accountId: string): Promise<Account | null> =>
  transaction(ctx, async (tx) => {
    // A login that keeps the account takes the same lock first.
    const [account] = await tx.db.select().from(accounts).where(eq(accounts.id, accountId)).for('update');
    const [asked] = await tx.db
      .select()
      .from(accountDeletions)
      .where(and(eq(accountDeletions.accountId, accountId), isNull(accountDeletions.begunAt)));
    if (!account || !asked || asked.dueAt > now(tx)) return null;
    const [wait] = await loadWaits(tx, accountId);
    if (wait) {
      await putOff(tx, accountId, { wait, before: asked.heldBy });
      return null;
    }
    const named = await loadNames(tx, account);
    if (account.username) await reserveUsername(tx, { accountId, username: account.username });
    await removeObjects(tx, account);
    await take(tx, accountId, personSteps);
    await forgetMentions(tx, named);
    await forgetWords(tx.db, accountId);
    await tx.db
      .update(accountDeletions)
      .set({ begunAt: now(tx), heldBy: null })
      .where(eq(accountDeletions.accountId, accountId));
    return account;
  });

/** The last mail. It doesn't go through the outbox, which would keep the address. */
async function sayGoodbye(ctx: Ctx, { name, email }: Account): Promise<void> {
  if (!email) return;
  const { siteName } = await ctx.settings.all();
  const subject = `Your ${siteName} account is deleted`;
  const text = [greeting(name), 'Your account is deleted, as you asked.', siteName].join('\n\n');
  const parts = mailParts(
    { subject, text, unsubscribeToken: null },
    { siteName, publicUrl: ctx.config.publicUrl },
  );
  await ctx.ports.mailer
    .send({ to: email, subject, text, parts })
    .catch((error: unknown) =>
      ctx.ports.log.warn('the mail about a deleted account could not be sent', { error: String(error) }),
    );
}

/** The job: deletes an account whose time has come. Repeating it goes on where it was. */
export async function eraseAccount(
  ctx: Ctx,
  { accountId }: { accountId: string },
  { signal }: JobRun,
): Promise<void> {
  const begun = await begin(ctx, accountId);
  if (begun) await sayGoodbye(ctx, begun);
  const [left] = await ctx.db
    .select({ id: accounts.id, isPerformer: accounts.isPerformer, begunAt: accountDeletions.begunAt })
    .from(accountDeletions)
    .innerJoin(accounts, eq(accounts.id, accountDeletions.accountId))
    .where(and(eq(accountDeletions.accountId, accountId), isNull(accountDeletions.erasedAt)));
  if (!left?.begunAt) return;
  await eraseContent(ctx, left, signal);
  await transaction(ctx, async (tx) => {
    await emptyMessages(tx, accountId);
    await emptyOffers(tx, accountId);
    await leaveLists(tx.db, accountId);
    await take(tx, accountId, lastSteps);
  });
  await eraseFiles(ctx, accountId, signal);
  await dropSearchTerms(ctx.db);
  await ctx.db
    .update(accountDeletions)
    .set({ erasedAt: now(ctx) })
    .where(eq(accountDeletions.accountId, accountId));
}

async function remind(ctx: Ctx, accountId: string): Promise<void> {
  await transaction(ctx, async (tx) => {
    const [row] = await tx.db
      .update(accountDeletions)
      .set({ remindedAt: now(tx) })
      .where(and(eq(accountDeletions.accountId, accountId), isNull(accountDeletions.remindedAt)))
      .returning({ dueAt: accountDeletions.dueAt });
    if (!row) return;
    const day = formatUtcDay(row.dueAt);
    await mailAccount(tx, accountId, (site) => ({
      subject: `Your ${site} account will be deleted on ${day}`,
      lines: [
        `In a few days, on ${day}, your account will be permanently deleted, as you asked.`,
        `To keep it, log in before that day: ${tx.config.publicUrl}/auth/login`,
      ],
    }));
  });
}

/** The recurring job: reminds of deletions that are near, and queues those that are due. */
export async function moveDueDeletions(ctx: Ctx): Promise<void> {
  const time = now(ctx);
  const near = await ctx.db
    .select({ id: accountDeletions.accountId })
    .from(accountDeletions)
    .where(
      and(
        isNull(accountDeletions.begunAt),
        isNull(accountDeletions.remindedAt),
        gt(accountDeletions.dueAt, time),
        lte(accountDeletions.dueAt, new Date(time.getTime() + reminderMs)),
        // Whoever asked only just now needn't be reminded.
        sql`${accountDeletions.dueAt} - ${accountDeletions.requestedAt} > interval '3 days'`,
      ),
    );
  for (const { id } of near) await remind(ctx, id);
  const due = await ctx.db
    .select({ id: accountDeletions.accountId })
    .from(accountDeletions)
    .where(and(isNull(accountDeletions.erasedAt), lte(accountDeletions.dueAt, time)));
  for (const { id } of due)
    await enqueue(ctx, { kind: 'account-erase', payload: { accountId: id }, dedupeKey: `erase:${id}` });
}
