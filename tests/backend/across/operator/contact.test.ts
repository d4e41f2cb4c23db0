import { and, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { auditLog } from '#backend/db/schema/operator.ts';
import { contactReplies, emailOutbox } from '#backend/db/schema/site.ts';
import type { OperatorCtx } from '#backend/domain/across/operator/audit.ts';
import {
  answerContact,
  closeContact,
  listContact,
  showContact,
} from '#backend/domain/across/operator/contact.ts';
import { testBackend } from '../../../setup/backend.ts';

const app = await testBackend();
const { call, ctx, db, makeFan, ports } = app;
const operator: OperatorCtx = { ...ctx, actor: 'olga', actorId: null };
let network = 0;

async function write(more: Record<string, string> = {}, token?: string): Promise<string> {
  const body = {
    name: 'Eve',
    email: 'eve@example.com',
    subject: 'My bill',
    message: 'Where is it?\nThanks.',
  };
  const ip = `192.0.2.${(network += 1)}`;
  ports.clock.move(1_000);
  const { status } = await call('POST /contact', { body: { ...body, ...more }, ip, ...(token && { token }) });
  expect(status).toBe(201);
  return (await listContact(operator, { limit: 1 })).data[0]?.id ?? '';
}
const audited = (subject: string) => db.select().from(auditLog).where(eq(auditLog.subject, subject));

test('an answer is emailed with what was asked, kept, audited, and closes the message', async () => {
  const id = await write();
  await answerContact(operator, id, 'It’s in your account.');
  const [mail] = await db
    .select()
    .from(emailOutbox)
    .where(and(eq(emailOutbox.to, 'eve@example.com'), eq(emailOutbox.subject, 'Re: My bill')));
  expect(mail?.text).toMatch(
    /^Hi Eve,\n\nIt’s in your account\.\n\nLimelight\n\nOn \d{4}-\d\d-\d\d you wrote:\n> Where/,
  );
  expect(mail?.text).toContain('> Where is it?\n> Thanks.');
  const shown = await showContact(operator, id);
  expect(shown).toMatchObject({
    username: null,
    replies: 1,
    answers: [{ author: 'olga', text: 'It’s in your account.' }],
  });
  expect(shown.closedAt).not.toBeNull();
  expect(await audited(id)).toMatchObject([{ actor: 'olga', action: 'contact.answered' }]);
});

test('the same answer pressed twice at once is mailed once', async () => {
  const id = await write({ subject: 'Twice' });
  const outcomes = await Promise.allSettled([1, 2, 3].map(() => answerContact(operator, id, 'Once.')));
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(await db.$count(contactReplies, eq(contactReplies.messageId, id))).toBe(1);
  expect(await db.$count(emailOutbox, eq(emailOutbox.subject, 'Re: Twice'))).toBe(1);
});

test('header injection through name and subject stays on one line', async () => {
  const id = await write({ name: 'Eve\r\nBcc: all@example.com', subject: 'A\r\nBcc: b@example.com' });
  await answerContact(operator, id, 'Fine.');
  const [mail] = await db
    .select()
    .from(emailOutbox)
    .where(eq(emailOutbox.subject, 'Re: A Bcc: b@example.com'));
  expect(mail?.text.split('\n')[0]).toBe('Hi Eve Bcc: all@example.com,');
});

test('the queue lists open messages longest waiting first, with the account that wrote', async () => {
  const fan = await makeFan();
  const first = await write({ subject: 'First' }, fan.token);
  const second = await write({ subject: 'Second' });
  const { data, total } = await listContact(operator, { state: 'open', limit: 50 });
  expect(data.map(({ id }) => id)).toEqual([first, second]);
  expect([total, data[0]?.username]).toEqual([2, fan.username]);
  await closeContact(operator, first, { isClosed: true, reason: 'Spam.' });
  await expect(closeContact(operator, first, { isClosed: true, reason: 'Spam.' })).rejects.toThrow(
    'already closed',
  );
  expect((await listContact(operator, { state: 'open', limit: 50 })).data.map(({ id }) => id)).toEqual([
    second,
  ]);
  await closeContact(operator, first, { isClosed: false, reason: 'It isn’t.' });
  expect((await listContact(operator, { state: 'open', limit: 1, offset: 1 })).data[0]?.id).toBe(second);
  expect(await audited(first)).toMatchObject([{ action: 'contact.closed' }, { action: 'contact.reopened' }]);
});

test('an unknown message is a 404', async () => {
  for (const id of ['nonsense', ports.ids()]) {
    await expect(showContact(operator, id)).rejects.toMatchObject({ status: 404 });
    await expect(answerContact(operator, id, 'Hello.')).rejects.toMatchObject({ status: 404 });
  }
});
