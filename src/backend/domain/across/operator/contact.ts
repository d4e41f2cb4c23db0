import { type SQL, and, asc, desc, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import { transaction } from '../../../kernel/context.ts';
import { accounts } from '../../../db/schema/accounts.ts';
import { contactMessages, contactReplies } from '../../../db/schema/site.ts';
import { AppError, conflict } from '../../../kernel/errors.ts';
import { type ContactMessage, answerByMail, setContactClosed } from '../../base/site/contact.ts';
import { type OperatorCtx, audit } from './audit.ts';

/** `open`: nobody has answered it or marked it as done. */
export type ContactState = 'open' | 'closed';
export type ListedContact = ContactMessage & { username: string | null; replies: number };
export type ContactReply = typeof contactReplies.$inferSelect;

const isUuid = (id: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id);
const noMessage = (id: string) => new AppError(404, 'not_found', `There is no message ${id}.`);

const replies = sql<number>`(SELECT count(*)::int FROM ${contactReplies} WHERE ${contactReplies.messageId} = ${contactMessages.id})`;
const select = (ctx: OperatorCtx, where: SQL | undefined) =>
  ctx.db
    .select({ message: contactMessages, username: accounts.username, replies })
    .from(contactMessages)
    .leftJoin(accounts, eq(accounts.id, contactMessages.accountId))
    .where(where);
type Selected = { message: ContactMessage; username: string | null; replies: number };
const listed = ({ message, ...more }: Selected): ListedContact => ({ ...message, ...more });

const stateIs = (state: ContactState | undefined) =>
  state && (state === 'open' ? isNull(contactMessages.closedAt) : isNotNull(contactMessages.closedAt));

/** Messages from the contact form: open ones longest waiting first, others newest first. */
export async function listContact(
  ctx: OperatorCtx,
  { state, offset = 0, limit }: { state?: ContactState | undefined; offset?: number; limit: number },
): Promise<{ data: ListedContact[]; total: number }> {
  const order = state === 'open' ? asc : desc;
  const rows = await select(ctx, stateIs(state))
    .orderBy(order(contactMessages.createdAt), order(contactMessages.id))
    .offset(offset)
    .limit(limit);
  return { data: rows.map(listed), total: await ctx.db.$count(contactMessages, stateIs(state)) };
}

/**
 * One message with what was answered, oldest first.
 * @throws AppError 404
 */
export async function showContact(
  ctx: OperatorCtx,
  id: string,
): Promise<ListedContact & { answers: ContactReply[] }> {
  const [row] = isUuid(id) ? await select(ctx, eq(contactMessages.id, id)) : [];
  if (!row) throw noMessage(id);
  const answers = await ctx.db
    .select()
    .from(contactReplies)
    .where(eq(contactReplies.messageId, id))
    .orderBy(asc(contactReplies.createdAt), asc(contactReplies.id));
  return { ...listed(row), answers };
}

async function lockMessage(tx: OperatorCtx, id: string): Promise<ContactMessage> {
  const [row] = isUuid(id)
    ? await tx.db.select().from(contactMessages).where(eq(contactMessages.id, id)).for('update')
    : [];
  if (!row) throw noMessage(id);
  return row;
}

/**
 * Emails an answer and closes the message. The same answer sent again within the conversation is refused, so
 * that a press repeated after a lost reply doesn't mail twice.
 * @throws AppError 404; 409 for an answer that was already sent
 */
export const answerContact = (ctx: OperatorCtx, id: string, text: string): Promise<void> =>
  transaction(ctx, async (tx) => {
    const message = await lockMessage(tx, id);
    const same = and(eq(contactReplies.messageId, id), eq(contactReplies.text, text));
    if ((await tx.db.$count(contactReplies, same)) > 0) throw conflict('This answer was already sent.');
    await answerByMail(tx, message, { author: tx.actor, text });
    await audit(tx, { action: 'contact.answered', subject: id, facts: { subject: message.subject } });
  });

/**
 * Marks a message as done without an answer, or puts it back into the queue.
 * @throws AppError 404; 409 if it is in that state already
 */
export const closeContact = (
  ctx: OperatorCtx,
  id: string,
  { isClosed, reason }: { isClosed: boolean; reason: string },
): Promise<void> =>
  transaction(ctx, async (tx) => {
    const message = await lockMessage(tx, id);
    if ((message.closedAt !== null) === isClosed)
      throw conflict(isClosed ? 'This message is already closed.' : 'This message is already open.');
    await setContactClosed(tx, id, isClosed);
    await audit(tx, {
      action: isClosed ? 'contact.closed' : 'contact.reopened',
      subject: id,
      facts: { subject: message.subject, reason },
    });
  });
