import { and, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { sessions } from '#backend/db/schema/accounts.ts';
import { moderationDecisions } from '#backend/db/schema/moderation.ts';
import { auditLog } from '#backend/db/schema/operator.ts';
import { emailOutbox } from '#backend/db/schema/site.ts';
import type { OperatorCtx } from '#backend/domain/across/operator/audit.ts';
import { decideAppeal } from '#backend/domain/across/moderation/appeals.ts';
import { listCases } from '#backend/domain/across/moderation/queue.ts';
import { restorePerson, suspendPerson } from '#backend/domain/across/moderation/people.ts';
import { listPeople, removePersonsFactor } from '#backend/domain/across/operator/people.ts';
import { rooms } from '#backend/kernel/hub.ts';
import { testBackend } from '../../../setup/backend.ts';
import { challengeFor, turnOn } from '../../../setup/factors.ts';
import { type Person, testPassword } from '../../../setup/test-app.ts';

const app = await testBackend();
const { backend, call, ok, ctx, db, ports, makeCreator, makeFan } = app;
const operator: OperatorCtx = { ...ctx, actor: 'olga', actorId: null };
const insults = { reason: 'Insults in comments.', until: null };

const logIn = ({ username }: Person) =>
  call('POST /auth/login', { body: { credentials: username, password: testPassword } });
const mailsTo = async ({ email }: Person) => db.select().from(emailOutbox).where(eq(emailOutbox.to, email));
const decisionsAbout = ({ id }: Person) =>
  db.select().from(moderationDecisions).where(eq(moderationDecisions.accountId, id));
const audited = (subject: string, action: string) =>
  db
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.subject, subject), eq(auditLog.action, action)));

test('a suspended creator can’t log in, is told why and until when, and their page is gone', async () => {
  const creator = await makeCreator();
  const until = new Date(ports.clock.now().getTime() + 7 * 86_400_000);
  await suspendPerson(operator, creator.email, { reason: insults.reason, until });
  const refused = await logIn(creator);
  const end = `${until.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  expect([refused.status, refused.problem.message]).toEqual([
    403,
    `This account is suspended until ${end}. Reason: Insults in comments. You can appeal the decision.`,
  ]);
  expect((await call('GET /performers/:id', { params: { id: creator.username } })).status).toBe(404);
  const [mail] = await mailsTo(creator);
  expect(mail?.text).toContain(`suspended until ${end}`);
  expect(mail?.text).toContain('Reason: Insults in comments.');
  const [decision] = await decisionsAbout(creator);
  expect(decision).toMatchObject({
    action: 'suspend',
    state: 'in-force',
    ground: 'terms',
    rule: 'Terms of service',
    facts: insults.reason,
    decidedBy: 'olga',
    until,
  });
  expect(await audited(decision?.id ?? '', 'moderation.suspend')).toMatchObject([
    { actor: 'olga', facts: { facts: insults.reason, until: until.toISOString() } },
  ]);
});

test('the decision can be appealed by the link in the email, and says that nobody reported', async () => {
  const fan = await makeFan();
  await suspendPerson(operator, fan.username, { ...insults, ground: 'illegal', rule: 'Insult laws' });
  const [mail] = await mailsTo(fan);
  const [, id = '', token = ''] = /decisions\/([\w-]+)\?token=(\S+)/.exec(mail?.text ?? '') ?? [];
  const shown = await ok('GET /decisions/:id', { params: { id }, query: { token } });
  expect(shown).toMatchObject({ action: 'ban', ground: 'illegal', rule: 'Insult laws', reported: false });
  await ok('POST /decisions/:id/appeal', { params: { id }, body: { text: 'It wasn’t me.', token } });
  const { rows } = await listCases(operator, { state: 'appealed', limit: 50 });
  expect(rows.map(({ row }) => row.targetId)).toContain(fan.id);
  await decideAppeal({ ...operator, actor: 'oscar' }, id, { outcome: 'reversed', answer: 'You’re right.' });
  expect((await logIn(fan)).status).toBe(200);
});

test('its sessions end at once, and the server closes its connections', async () => {
  const fan = await makeFan();
  expect((await call('GET /users/me', { token: fan.token })).status).toBe(200);
  await suspendPerson(operator, fan.username, insults);
  expect((await call('GET /users/me', { token: fan.token })).status).toBe(401);
  expect(await db.select().from(sessions).where(eq(sessions.accountId, fan.id))).toEqual([]);
  ports.transport.clear();
  ports.transport.dropped.length = 0;
  await backend.runJobs();
  expect(ports.transport.dropped).toContain(rooms.account(fan.id));
});

test('a wrong password says nothing of the suspension', async () => {
  const fan = await makeFan();
  await suspendPerson(operator, fan.username, insults);
  const { problem } = await call('POST /auth/login', {
    body: { credentials: fan.username, password: 'not the password' },
  });
  expect(problem.message).toBe('Incorrect credentials!');
});

test('it ends by itself, once; a longer one that replaced it doesn’t end early', async () => {
  const [fan, other] = [await makeFan(), await makeFan()];
  const inDays = (days: number) => new Date(ports.clock.now().getTime() + days * 86_400_000);
  await suspendPerson(operator, fan.username, { reason: 'A day off.', until: inDays(1) });
  await suspendPerson(operator, other.username, { reason: 'A day off.', until: inDays(1) });
  await suspendPerson(operator, other.username, { reason: 'And another.', until: inDays(3) });
  ports.clock.move('25h');
  await backend.runJobs();
  expect([(await logIn(fan)).status, (await logIn(other)).status]).toEqual([200, 403]);
  const mails = await mailsTo(fan);
  expect(mails.filter(({ subject }) => subject.endsWith('is open again'))).toHaveLength(1);
  ports.clock.move('48h');
  await backend.runJobs();
  expect((await logIn(other)).status).toBe(200);
});

test('restoring opens it, once; unknown people and past ends are refused, and nothing is changed', async () => {
  const fan = await makeFan();
  await suspendPerson(operator, fan.username, insults);
  await restorePerson(operator, fan.username, 'Mistaken identity.');
  expect((await logIn(fan)).status).toBe(200);
  await expect(restorePerson(operator, fan.username, 'Again.')).rejects.toMatchObject({ status: 409 });
  await expect(suspendPerson(operator, 'nobody-here', insults)).rejects.toMatchObject({ status: 404 });
  const past = { reason: 'Late.', until: new Date(ports.clock.now().getTime() - 1) };
  await expect(suspendPerson(operator, fan.username, past)).rejects.toMatchObject({ status: 422 });
  expect((await logIn(fan)).status).toBe(200);
  const [decision] = await decisionsAbout(fan);
  expect(decision).toMatchObject({ action: 'ban', state: 'lifted' });
  expect(await audited(decision?.id ?? '', 'moderation.lifted')).toHaveLength(1);
  const subjects = (await mailsTo(fan)).map(({ subject }) => subject);
  expect(subjects.filter((subject) => /suspended|open again|decision/.test(subject))).toEqual([
    expect.stringContaining('is suspended'),
    expect.stringContaining('is open again'),
  ]);
});

test('the list finds people by part of a name, username or email, and the suspended ones', async () => {
  const fan = await makeFan({ username: 'odd_one', name: 'Odd 100%', email: 'odd@list.example' });
  await makeFan({ username: 'oddxone', name: 'Other', email: 'other@list.example' });
  const found = async (search: string, suspended = false) =>
    (await listPeople(operator, { search, suspended, limit: 50 })).map(({ username }) => username);
  expect(await found('odd_one')).toEqual(['odd_one']);
  expect(await found('100%')).toEqual(['odd_one']);
  expect(await found('LIST.example')).toEqual(['oddxone', 'odd_one']);
  expect(await found('list.example', true)).toEqual([]);
  await suspendPerson(operator, fan.username, insults);
  expect(await found('list.example', true)).toEqual(['odd_one']);
  expect(await listPeople(operator, { limit: 1 })).toHaveLength(1);
});

test('a lost second factor is taken off, with a mail and a line in the audit log', async () => {
  const fan = await makeFan();
  await turnOn(app, fan);
  await challengeFor(app, fan);
  await removePersonsFactor(operator, fan.username, 'She called.');
  expect((await logIn(fan)).status).toBe(200);
  expect(await ok('GET /auth/second-factor', { token: fan.token })).toMatchObject({ enabledAt: null });
  expect((await mailsTo(fan)).map(({ subject }) => subject)).toContainEqual(
    expect.stringMatching(/^Two-factor authentication is off/),
  );
  expect(await audited(fan.id, 'account.second-factor-removed')).toHaveLength(1);
  await expect(removePersonsFactor(operator, fan.username, 'Again.')).rejects.toMatchObject({ status: 409 });
});
