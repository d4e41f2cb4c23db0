import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { accounts } from '#backend/db/schema/accounts.ts';
import { rooms } from '#backend/kernel/hub.ts';
import { testBackend } from '../../../setup/backend.ts';
import { type Person, testPassword } from '../../../setup/test-app.ts';

const { backend, call, ok, db, ports, makeFan, makeCreator, openSession } = await testBackend();

beforeEach(() => {
  ports.mailer.sent.length = 0;
  ports.transport.clear();
  ports.clock.move('2h');
});

let count = 0;
const fresh = () => `new-${(count += 1)}@example.com`;
const emailOf = async (id: string) =>
  (await db.select({ email: accounts.email }).from(accounts).where(eq(accounts.id, id)))[0]?.email;
/** Runs the jobs and returns the emails sent to an address. */
async function mailsTo(address: string) {
  while ((await backend.runJobs()) > 0);
  return ports.mailer.sent.filter(({ to }) => to === address);
}
const tokenIn = (text: string | undefined, page: string) =>
  new RegExp(`${page}\\?token=([\\w-]+)`).exec(text ?? '')?.[1] ?? '';
/** Requests a change and returns the tokens of both emails. */
async function ask(person: Person, email = fresh(), from = person.email) {
  await ok('PUT /users', { token: person.token, body: { email, password: testPassword } });
  return {
    email,
    old: tokenIn(
      (await mailsTo(from)).findLast(({ text }) => text.includes('/auth/email-change'))?.text,
      '/auth/email-change',
    ),
    fresh: tokenIn(
      (await mailsTo(email)).findLast(({ text }) => text.includes('/auth/verify-email'))?.text,
      '/auth/verify-email',
    ),
  };
}
const confirm = (token: string) => call('POST /auth/email-verification', { body: { token } });
const answer = (token: string, word: 'agree' | 'undo', person?: Person) =>
  call('POST /auth/email-change', { body: { token, answer: word }, token: person?.token });
async function forget(email: string) {
  ports.clock.move('1h');
  await ok('POST /auth/users/forgot', { body: { email } });
  return (await mailsTo(email)).filter(({ text }) => text.includes('/auth/reset-password?'));
}

test.each([
  ['a fan', makeFan],
  ['a creator', makeCreator],
])(
  '%s: a new address requires a proof or the password; without either, nothing is changed or sent',
  async (_, make) => {
    const person = await make();
    const change = (body: { email: string; password?: string; name?: string }) =>
      person.viewer.isPerformer
        ? call('PUT /performers/:id', { token: person.token, params: { id: person.id }, body })
        : call('PUT /users', { token: person.token, body });
    const email = fresh();
    ports.clock.move('10m');
    const wrong = await change({ email, name: 'Other', password: 'wrong' });
    expect([wrong.status, wrong.problem.errors?.[0]?.field]).toEqual([422, 'password']);
    const unproved = await change({ email, name: 'Other' });
    expect(unproved.problem).toMatchObject({ code: 'step_up_required', ways: ['password'] });
    expect(await ok('GET /users/me', { token: person.token })).toMatchObject({
      email: person.email,
      pendingEmail: null,
      name: expect.not.stringMatching('Other'),
    });
    expect([await mailsTo(email), await mailsTo(person.email)]).toEqual([[], []]);
    expect((await change({ email, password: testPassword })).status).toBe(200);
    expect(await ok('GET /users/me', { token: person.token })).toMatchObject({
      email: person.email,
      pendingEmail: email,
      emailVerified: true,
    });
    // Submitting the current address isn't a change.
    expect((await change({ email: person.email.toUpperCase(), name: 'Other' })).status).toBe(200);
    expect(await ok('GET /users/me', { token: person.token })).toMatchObject({
      email: person.email,
      pendingEmail: null,
      name: 'Other',
    });
  },
);

test.each([
  ['the new address first', ['new', 'old']],
  ['the old address first', ['old', 'new']],
])('the change takes effect once both addresses have agreed: %s', async (_, order) => {
  const fan = await makeFan();
  const change = await ask(fan);
  expect(
    (await mailsTo(fan.email)).map(({ subject, text }) => [subject, text.includes(change.email)]),
  ).toEqual([['The email address of your Limelight account is being changed', true]]);
  const say = { new: () => confirm(change.fresh), old: () => answer(change.old, 'agree') } as Record<
    string,
    () => ReturnType<typeof confirm> | ReturnType<typeof answer>
  >;
  const first = await say[order[0]!]!();
  expect([first.status, await emailOf(fan.id)]).toEqual([200, fan.email]);
  expect(first.data).toEqual(order[0] === 'new' ? { verified: true, waiting: true } : { state: 'waiting' });
  // In the meantime, password resets go to the old address only.
  expect([(await forget(change.email)).length, (await forget(fan.email)).length]).toEqual([0, 1]);
  expect((await say[order[1]!]!()).status).toBe(200);
  expect(await ok('GET /users/me', { token: fan.token })).toMatchObject({
    email: change.email,
    emailVerified: true,
    pendingEmail: null,
  });
  expect((await forget(change.email)).length).toBe(1);
  expect(
    (await call('POST /auth/login', { body: { credentials: change.email, password: testPassword } })).status,
  ).toBe(200);
  for (const again of order) expect((await say[again]!()).status).toBe(422);
});

test('a password reset link still in the old mailbox becomes invalid with the change', async () => {
  const fan = await makeFan();
  const reset = tokenIn((await forget(fan.email))[0]?.text, '/auth/reset-password');
  const change = await ask(fan);
  await confirm(change.fresh);
  await answer(change.old, 'agree');
  expect(
    (await call('POST /auth/users/reset', { body: { token: reset, password: 'a brand new password' } }))
      .status,
  ).toBe(422);
});

test('if the old mailbox stays silent, the change is made after a week if the new address has confirmed; otherwise it ends after two days', async () => {
  const [heard, unheard] = [await makeFan(), await makeFan()];
  const [one, two] = [await ask(heard), await ask(unheard)];
  await confirm(one.fresh);
  ports.clock.move('49h');
  while ((await backend.runJobs()) > 0);
  expect([await emailOf(heard.id), await emailOf(unheard.id)]).toEqual([heard.email, unheard.email]);
  expect((await confirm(two.fresh)).status).toBe(422);
  expect(
    (await ok('GET /users/me', { token: (await openSession(unheard.id)).token })).pendingEmail,
  ).toBeNull();
  ports.clock.move('5d');
  while ((await backend.runJobs()) > 0);
  expect([await emailOf(heard.id), await emailOf(unheard.id)]).toEqual([one.email, unheard.email]);
});

test('the old mailbox can undo the change before it and for a week after: the address is back, confirmed, and everyone is logged out', async () => {
  const late = await makeFan();
  const change = await ask(late);
  await confirm(change.fresh);
  await answer(change.old, 'agree');
  ports.clock.move('6d');
  ports.transport.clear();
  const thief = await openSession(late.id, 400);
  expect((await answer(change.old, 'undo')).data).toEqual({ state: 'undone' });
  expect(await emailOf(late.id)).toBe(late.email);
  expect((await call('GET /users/me', { token: thief.token })).status).toBe(401);
  expect(ports.transport.dropped).toContain(rooms.session(thief.sessionId));
  expect([(await forget(change.email)).length, (await forget(late.email)).length]).toEqual([0, 1]);
  expect((await answer(change.old, 'undo')).status).toBe(422);

  const early = await makeFan();
  const asked = await ask(early);
  expect((await answer(asked.old, 'undo', early)).data).toEqual({ state: 'undone' });
  // The session that undoes the change stays logged in.
  expect((await ok('GET /users/me', { token: early.token })).pendingEmail).toBeNull();
  expect((await confirm(asked.fresh)).status).toBe(422);
});

test('after a week it can no longer be undone', async () => {
  const fan = await makeFan();
  const change = await ask(fan);
  await confirm(change.fresh);
  await answer(change.old, 'agree');
  ports.clock.move('8d');
  expect([(await answer(change.old, 'undo')).status, await emailOf(fan.id)]).toEqual([422, change.email]);
});

test('a change on top of a change is undone with the first, and only the first mailbox can do that', async () => {
  const fan = await makeFan();
  const first = await ask(fan);
  await confirm(first.fresh);
  await answer(first.old, 'agree');
  const second = await ask(fan, fresh(), first.email);
  await confirm(second.fresh);
  await answer(second.old, 'agree');
  expect(await emailOf(fan.id)).toBe(second.email);
  await answer(first.old, 'undo');
  expect(await emailOf(fan.id)).toBe(fan.email);
  expect([(await answer(second.old, 'undo')).status, await emailOf(fan.id)]).toEqual([422, fan.email]);
});

test('a replaced address stays reserved for its owner while the change can be undone', async () => {
  const fan = await makeFan();
  const change = await ask(fan);
  await confirm(change.fresh);
  await answer(change.old, 'agree');
  const join = (username: string) =>
    call('POST /auth/users/register', {
      body: { name: 'X', username, email: fan.email, password: 'a brand new password' },
    });
  expect((await join('early-bird')).status).toBe(422);
  ports.clock.move('8d');
  expect((await join('late-bird')).status).toBe(201);
});

test('an address that has an account gets the same response, and only its owner is told', async () => {
  const [fan, other] = [await makeFan(), await makeFan()];
  const [known, unknown] = [other.email, fresh()];
  const replies = [];
  for (const email of [known, unknown]) {
    const { status, data } = await call('PUT /users', {
      token: fan.token,
      body: { email, password: testPassword },
    });
    replies.push([status, { ...data, pendingEmail: data.pendingEmail === email, updatedAt: null }]);
  }
  expect(replies[0]).toEqual(replies[1]);
  const [mail] = await mailsTo(other.email);
  expect([mail?.subject, mail?.text.includes('token=')]).toEqual([
    'You already have an account on Limelight',
    false,
  ]);
  expect(await emailOf(other.id)).toBe(other.email);
});

test("an address that was never confirmed needn't agree, but is told and can undo the change", async () => {
  const fan = await makeFan({ emailVerifiedAt: null });
  const change = await ask(fan);
  expect((await confirm(change.fresh)).data).toEqual({ verified: true, waiting: false });
  expect(await emailOf(fan.id)).toBe(change.email);
  expect([(await answer(change.old, 'undo')).status, await emailOf(fan.id)]).toEqual([200, fan.email]);
});

test('resetting the password by email cancels a change that someone else requested', async () => {
  const fan = await makeFan();
  const change = await ask(fan);
  const reset = tokenIn((await forget(fan.email))[0]?.text, '/auth/reset-password');
  await ok('POST /auth/users/reset', { body: { token: reset, password: 'a brand new password' } });
  expect([
    (await confirm(change.fresh)).status,
    (await answer(change.old, 'agree')).status,
    await emailOf(fan.id),
  ]).toEqual([422, 422, fan.email]);
});

test('the first address of an account takes effect at once, unconfirmed', async () => {
  const fan = await makeFan({ passwordHash: null });
  await db.update(accounts).set({ email: null, emailVerifiedAt: null }).where(eq(accounts.id, fan.id));
  const email = fresh();
  ports.clock.move('10m');
  // Whoever has the address can set a password: an open session isn't enough for the first one either.
  expect((await call('PUT /users', { token: fan.token, body: { email } })).problem.code).toBe(
    'step_up_required',
  );
  const { token } = await openSession(fan.id);
  expect(await ok('PUT /users', { token, body: { email } })).toMatchObject({
    email,
    emailVerified: false,
    pendingEmail: null,
  });
  expect(await mailsTo(email)).toHaveLength(1);
});

test('both confirmations at once make one change; at most five changes an hour', async () => {
  const fan = await makeFan();
  const change = await ask(fan);
  await Promise.all([
    confirm(change.fresh),
    answer(change.old, 'agree'),
    confirm(change.fresh),
    answer(change.old, 'agree'),
  ]);
  expect(await emailOf(fan.id)).toBe(change.email);
  const statuses = [];
  for (let index = 0; index < 5; index += 1)
    statuses.push(
      (await call('PUT /users', { token: fan.token, body: { email: fresh(), password: testPassword } }))
        .status,
    );
  expect(statuses).toEqual([200, 200, 200, 200, 429]);
});
