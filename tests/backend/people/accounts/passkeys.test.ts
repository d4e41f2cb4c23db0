import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import type { PasskeyAnswer } from '#contract/people/auth/passkeys.ts';
import { accounts } from '#backend/db/schema/accounts.ts';
import { passkeys, socialLogins } from '#backend/db/schema/factors.ts';
import { emailOutbox } from '#backend/db/schema/site.ts';
import { type Authenticator, type Quirks, makeAuthenticator } from '../../../setup/authenticator.ts';
import { testBackend } from '../../../setup/backend.ts';
import { challengeFor, turnOn } from '../../../setup/factors.ts';
import { addPasskey } from '../../../setup/passkeys.ts';
import { type Person, testPassword } from '../../../setup/test-app.ts';

const app = await testBackend();
const { call, ok, db, ports, makeFan, openSession } = app;

const options = (challenge?: string) => ok('POST /auth/login/passkey/options', { body: { challenge } });
const enter = (
  credential: PasskeyAnswer,
  more: { challenge?: string; device?: string; ip?: string } = {},
) => {
  const { ip, ...body } = more;
  return call('POST /auth/login/passkey', { body: { credential, ...body }, ip });
};
const logIn = async (authenticator: Authenticator, quirks: Quirks = {}) =>
  enter(authenticator.answer(await options(), quirks));
const mailsTo = async ({ email }: Person) =>
  (await db.select().from(emailOutbox).where(eq(emailOutbox.to, email))).map(({ subject, text }) => ({
    subject,
    text,
  }));
/** A fan with a passkey. */
async function withPasskey() {
  const fan = await makeFan();
  return { fan, ...(await addPasskey(app, fan)) };
}
const statuses = (answers: readonly { status: number }[]) =>
  answers.map(({ status }) => status).toSorted((a, b) => a - b);

test('a passkey logs in by itself, names no account before, and notes when it was used', async () => {
  const { fan, authenticator, id } = await withPasskey();
  expect(await options()).toMatchObject({ rpId: 'limelight.test', allowCredentials: [] });
  ports.clock.move('1h');
  const { data } = await enter(authenticator.answer(await options()));
  expect((await ok('GET /users/me', { token: data.token }))._id).toBe(fan.id);
  const { data: listed } = await ok('GET /auth/passkeys', { token: fan.token });
  expect(listed).toEqual([
    {
      _id: id,
      name: 'My phone',
      createdAt: expect.any(String) as string,
      lastUsedAt: ports.clock.now().toISOString(),
      isBackedUp: true,
    },
  ]);
});

test('wrong origin, host, kind, signature, owner, or nobody verified: refused, and nothing is noted', async () => {
  const { authenticator, id } = await withPasskey();
  const wrong: Quirks[] = [
    { origin: 'https://limelight.test.evil.example' },
    { origin: 'http://limelight.test' },
    { rpId: 'evil.example' },
    { type: 'webauthn.create' },
    { isForged: true },
    { isUnverified: true },
    { userHandle: 'AAAA' },
  ];
  for (const quirks of wrong) {
    // A browser of their own for each, because five wrong ones are the most.
    await db.execute('DELETE FROM rate_limits');
    expect((await logIn(authenticator, quirks)).problem, JSON.stringify(quirks)).toMatchObject({
      status: 422,
      code: 'passkey_refused',
    });
  }
  const [row] = await db.select().from(passkeys).where(eq(passkeys.id, id));
  expect(row).toMatchObject({ lastUsedAt: null, counter: 0 });
  await db.execute('DELETE FROM rate_limits');
  expect((await logIn(authenticator)).status).toBe(200);
});

test('a challenge works once, also twice at once, for five minutes, and only for what it was made', async () => {
  const { fan, authenticator } = await withPasskey();
  const once = await options();
  const answer = authenticator.answer(once);
  expect(statuses(await Promise.all([enter(answer), enter(answer)]))).toEqual([200, 422]);
  expect((await enter(authenticator.answer(once))).problem.code).toBe('passkey_expired');

  const late = await options();
  ports.clock.move('5m');
  expect((await enter(authenticator.answer(late))).problem.code).toBe('passkey_expired');

  const proof = await ok('POST /auth/step-up/options', { token: fan.token });
  expect((await enter(authenticator.answer(proof))).problem.code).toBe('passkey_expired');
  const invented = {
    ...(await options()),
    challenge: Buffer.from('9999999999999.a.b').toString('base64url'),
  };
  expect((await enter(authenticator.answer(invented))).problem.code).toBe('passkey_expired');
  const forLogin = authenticator.answer(await options());
  const asProof = await call('POST /auth/step-up', { token: fan.token, body: { passkey: forLogin } });
  expect(asProof.problem.code).toBe('passkey_expired');
});

test('a counter that goes back is a copy: refused; one that always says 0 is fine', async () => {
  const { authenticator } = await withPasskey();
  expect((await logIn(authenticator, { counter: 7 })).status).toBe(200);
  for (const counter of [7, 6, 0])
    expect((await logIn(authenticator, { counter })).problem.code).toBe('passkey_refused');
  expect((await logIn(authenticator, { counter: 8 })).status).toBe(200);

  const { authenticator: other } = await withPasskey();
  for (let index = 0; index < 2; index += 1) expect((await logIn(other, { counter: 0 })).status).toBe(200);
});

test('of a passkey and its copy at once, with the same count, one logs in', async () => {
  const { authenticator } = await withPasskey();
  const answers = [await options(), await options()].map((one) => authenticator.answer(one, { counter: 3 }));
  expect(statuses(await Promise.all(answers.map((answer) => enter(answer))))).toEqual([200, 422]);
});

test('after the password it replaces the code, for this login and account only', async () => {
  const { fan, authenticator } = await withPasskey();
  await turnOn(app, fan);
  const body = { credentials: fan.username, password: testPassword };
  const { problem } = await call('POST /auth/login', { body });
  expect(problem).toMatchObject({ code: 'second_factor_required', ways: ['code', 'passkey'] });
  const challenge = String(problem['challenge']);
  const asked = await options(challenge);
  expect(asked.allowCredentials.map(({ id }) => id)).toEqual([authenticator.id]);

  const { authenticator: foreign } = await withPasskey();
  expect((await enter(foreign.answer(asked), { challenge })).problem.code).toBe('passkey_unknown');
  const elsewhere = await options(await challengeFor(app, fan));
  expect((await enter(authenticator.answer(elsewhere), { challenge })).problem.code).toBe('passkey_expired');
  const answer = authenticator.answer(asked);
  const { data } = await enter(answer, { challenge });
  expect((await ok('GET /users/me', { token: data.token }))._id).toBe(fan.id);
  expect((await enter(answer, { challenge })).problem.code).toBe('login_expired');
  // By itself it stands for both factors.
  expect((await logIn(authenticator)).status).toBe(200);
});

test('it proves who is there before a sensitive change, for this session', async () => {
  const { fan, authenticator, id } = await withPasskey();
  const { authenticator: foreign } = await withPasskey();
  const other = (await openSession(fan.id)).token;
  ports.clock.move('10m');
  const { token } = fan;
  const asked = (await call('DELETE /auth/passkeys/:id', { token, params: { id } })).problem;
  expect(asked).toMatchObject({ code: 'step_up_required', ways: ['password', 'passkey'] });
  const prove = async (by: Authenticator, from = token) =>
    call('POST /auth/step-up', {
      token,
      body: { passkey: by.answer(await ok('POST /auth/step-up/options', { token: from })) },
    });
  expect((await prove(foreign)).problem.code).toBe('passkey_unknown');
  expect((await prove(authenticator, other)).problem.code).toBe('passkey_expired');
  expect((await prove(authenticator)).status).toBe(200);
  await ok('DELETE /auth/passkeys/:id', { token, params: { id } });
});

test('wrong answers are counted like wrong codes; a known browser has tries of its own', async () => {
  const { authenticator } = await withPasskey();
  const { data } = await logIn(authenticator);
  const tried: number[] = [];
  for (let index = 0; index < 6; index += 1) {
    const answer = authenticator.answer(await options(), { isForged: true });
    tried.push((await enter(answer, { ip: `198.51.100.${index}` })).status);
  }
  expect(tried).toEqual([422, 422, 422, 422, 422, 429]);
  expect((await enter(authenticator.answer(await options()), { device: data.device })).status).toBe(200);
});

test('adding: a proof first, once each, another’s challenge never, with an email that undoes it', async () => {
  const fan = await makeFan();
  const other = await makeFan();
  const asked = await ok('POST /auth/passkeys/options', { token: fan.token });
  const authenticator = makeAuthenticator();
  const credential = authenticator.create(asked);
  const add = (body: object, token = fan.token) =>
    call('POST /auth/passkeys', { token, body: { name: 'Key', credential: body as never } });
  expect((await add(credential, other.token)).problem.code).toBe('passkey_expired');
  for (const quirks of [{ origin: 'https://evil.example' }, { rpId: 'evil.example' }, { isUnverified: true }])
    expect((await add(makeAuthenticator().create(asked, quirks))).problem.code).toBe('passkey_refused');
  expect((await add({ ...credential, id: makeAuthenticator().id })).problem.code).toBe('passkey_refused');
  expect(statuses(await Promise.all([add(credential), add(credential)]))).toEqual([201, 422]);
  const again = authenticator.create(await ok('POST /auth/passkeys/options', { token: other.token }));
  expect((await add(again, other.token)).status).toBe(409);

  const [mail] = await mailsTo(fan);
  expect(mail?.subject).toBe('A passkey was added to your Limelight account');
  const link = /undo=passkey&token=(\S+)/.exec(mail?.text ?? '')?.[1] ?? '';
  await ok('POST /auth/passkeys/undo', { body: { token: link } });
  expect((await call('GET /users/me', { token: fan.token })).status).toBe(401);
  expect((await logIn(authenticator)).problem.code).toBe('passkey_unknown');
  expect((await call('POST /auth/passkeys/undo', { body: { token: link } })).status).toBe(422);

  ports.clock.move('10m');
  const refused = await call('POST /auth/passkeys/options', { token: other.token });
  expect(refused.problem.code).toBe('step_up_required');
});

test('an account has at most 20 passkeys, also when two are added at once', async () => {
  const { fan } = await withPasskey();
  const { token } = fan;
  const [row] = await db.select().from(passkeys).where(eq(passkeys.accountId, fan.id));
  for (let index = 0; index < 18; index += 1)
    await db
      .insert(passkeys)
      .values({ ...row!, id: ports.ids(), credentialId: `other-${fan.id}-${index}`, undoHash: null });
  const made = [
    makeAuthenticator().create(await ok('POST /auth/passkeys/options', { token })),
    makeAuthenticator().create(await ok('POST /auth/passkeys/options', { token })),
  ];
  const answers = await Promise.all(
    made.map((credential) => call('POST /auth/passkeys', { token, body: { name: 'Key', credential } })),
  );
  expect(statuses(answers)).toEqual([201, 409]);
  expect((await call('POST /auth/passkeys/options', { token })).status).toBe(409);
});

test('the last way to log in stays: passkeys and providers count together', async () => {
  const { fan, id } = await withPasskey();
  const { token } = fan;
  const remove = (passkey: string) => call('DELETE /auth/passkeys/:id', { token, params: { id: passkey } });
  await db.update(accounts).set({ passwordHash: null }).where(eq(accounts.id, fan.id));
  expect((await remove(id)).status).toBe(409);
  await db.insert(socialLogins).values({
    id: ports.ids(),
    accountId: fan.id,
    provider: 'google',
    subject: fan.id,
    label: fan.email,
    createdAt: ports.clock.now(),
  });
  // Both at once: one stays.
  const both = await Promise.all([
    remove(id),
    call('DELETE /auth/social/:provider', { token, params: { provider: 'google' } }),
  ]);
  expect(statuses(both)).toEqual([200, 409]);
});

test('suspended and deactivated accounts take the same way as with a password, and so does a new browser', async () => {
  const { fan, authenticator } = await withPasskey();
  await ok('POST /auth/deactivation', { token: fan.token });
  const { problem } = await logIn(authenticator);
  expect(problem.code).toBe('account_deactivated');
  await ok('POST /auth/login/reactivate', { body: { challenge: String(problem['challenge']) } });
  ports.clock.move('2m');
  await logIn(authenticator);
  expect((await mailsTo(fan)).some(({ subject }) => subject.startsWith('New login'))).toBe(true);
  await db
    .update(accounts)
    .set({ suspendedAt: ports.clock.now(), suspendedReason: 'Spam' })
    .where(eq(accounts.id, fan.id));
  expect((await logIn(authenticator)).problem.code).toBe('account_suspended');
});
