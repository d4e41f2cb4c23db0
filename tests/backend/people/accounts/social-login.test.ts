import { eq } from 'drizzle-orm';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import type { SocialLoginEnd, SocialLoginStart } from '#contract/people/auth/social.ts';
import { accounts, consents, sessions } from '#backend/db/schema/accounts.ts';
import { performers } from '#backend/db/schema/creators.ts';
import { socialLogins } from '#backend/db/schema/factors.ts';
import { sitePosts } from '#backend/db/schema/operator.ts';
import { emailOutbox } from '#backend/db/schema/site.ts';
import { createOpenIdProvider, createXProvider } from '#backend/node/ports/identity-providers.ts';
import { testBackend } from '../../../setup/backend.ts';
import { turnOn } from '../../../setup/factors.ts';
import { type Mischief, startProvider } from '../../../setup/identity-provider.ts';
import { quiet } from '../../../setup/quiet.ts';
import { testPassword } from '../../../setup/test-app.ts';

const keys = { clientId: 'limelight', clientSecret: 'hidden', log: quiet };
const provider = await startProvider(keys.clientId);
afterAll(() => provider.close());
const { origin } = provider;
const identityProviders = {
  google: createOpenIdProvider({ ...keys, name: 'Google', issuer: new URL(origin) }),
  twitter: createXProvider(keys, { pages: origin, api: origin }),
};
const app = await testBackend({ ports: { identityProviders } });
const { call, ok, db, ports, settings, makeFan, openSession } = app;

let people = 0;
beforeEach(() => {
  people += 1;
  provider.state.mischief = {};
  provider.state.person = {
    sub: `person-${people}`,
    name: `Ann ${people}`,
    email: `ann-${people}@example.com`,
    email_verified: true,
  };
});

interface More {
  token?: string;
  role?: 'user' | 'performer';
  connect?: boolean;
  terms?: string;
}
const start = async ({ token, ...body }: More = {}) =>
  (await ok('POST /auth/google/login', { body, token })) as SocialLoginStart;
/** What the browser brings back after its person agreed. */
function returned({ url, ...kept }: SocialLoginStart) {
  const { code, state } = provider.agree(url);
  expect(state).toBe(kept.oauthToken);
  return { code, ...kept };
}
const finish = async (body: ReturnType<typeof returned>, token?: string) => {
  const reply = await call('POST /auth/google/login', { body, token });
  return { ...reply, data: reply.data as SocialLoginEnd };
};
const logIn = async (more: More = {}) => finish(returned(await start(more)), more.token);
const accountsNamed = (name: string) => db.select().from(accounts).where(eq(accounts.name, name));

describe('a login with a provider', () => {
  test('records what a new account agreed to, in the version that was shown', async () => {
    const moment = ports.clock.now();
    await db.insert(sitePosts).values({
      id: ports.ids(),
      slug: 'terms',
      title: 'Terms',
      html: '<p>Be kind.</p>',
      kind: 'page',
      version: 4,
      publishedAt: moment,
      createdAt: moment,
      updatedAt: moment,
    });
    const { data } = await finish(returned(await start({ terms: '4' })));
    const me = await ok('GET /users/me', { token: data.session?.token ?? '' });
    expect(await db.select().from(consents).where(eq(consents.accountId, me._id))).toMatchObject([
      { kind: 'terms', version: '4' },
    ]);
    expect(me.consentDue).toBe(false);
    await db.delete(sitePosts);
  });

  test('makes an account with its confirmed address the first time, and finds it afterwards', async () => {
    const first = await logIn();
    expect([first.status, first.data.isNew]).toEqual([200, true]);
    const me = await ok('GET /users/me', { token: first.data.session?.token });
    expect(me).toMatchObject({
      name: provider.state.person.name,
      email: provider.state.person.email,
      username: null,
    });
    provider.state.person = { ...provider.state.person, name: 'Renamed', email: 'moved@example.com' };
    const again = await logIn();
    expect(again.data.isNew).toBe(false);
    expect((await ok('GET /users/me', { token: again.data.session?.token }))._id).toBe(me._id);
  });

  test('an address the provider hasn’t confirmed isn’t taken over', async () => {
    const fan = await makeFan();
    provider.state.person = { ...provider.state.person, email: fan.email, email_verified: false };
    const { data } = await logIn();
    const me = await ok('GET /users/me', { token: data.session?.token });
    expect([me.email, me._id === fan.id]).toEqual([null, false]);
  });

  test('the address of an account that exists isn’t enough to get into it', async () => {
    const fan = await makeFan();
    provider.state.person = { ...provider.state.person, email: fan.email.toUpperCase() };
    const { status, problem } = await logIn();
    expect([status, problem.code]).toEqual([409, 'account_exists']);
    // Only the fan's own.
    expect(await db.select().from(sessions).where(eq(sessions.accountId, fan.id))).toHaveLength(1);
  });

  test('as a creator makes a page that waits for approval', async () => {
    const { data } = await logIn({ role: 'performer' });
    const me = await ok('GET /performers/me', { token: data.session?.token });
    expect(me).toMatchObject({ verified: 'draft', documents: [] });
    expect(await db.select().from(performers).where(eq(performers.accountId, me._id))).toHaveLength(1);
  });

  test('a suspended account stays shut, and one with two-factor authentication asks for its code', async () => {
    const { data } = await logIn();
    const me = await ok('GET /users/me', { token: data.session?.token });
    await turnOn(app, { token: data.session?.token ?? '' });
    expect((await logIn()).problem).toMatchObject({
      code: 'second_factor_required',
      challenge: expect.any(String),
    });
    await db.update(accounts).set({ suspendedAt: ports.clock.now() }).where(eq(accounts.id, me._id));
    expect((await logIn()).problem.code).toBe('account_suspended');
  });

  test('the same answer twice at once works once; two answers at once make one account', async () => {
    const body = returned(await start());
    const same = await Promise.all([finish(body), finish(body)]);
    expect(same.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422]);
    provider.state.person = { sub: 'twins', name: 'Twins' };
    const two = await Promise.all([logIn(), logIn()]);
    expect(two.map(({ status }) => status)).toEqual([200, 200]);
    expect(await accountsNamed('Twins')).toHaveLength(1);
  });

  test('is only finished by the browser that began it, with the same provider, within a day', async () => {
    const mine = returned(await start());
    const other = await start();
    const swapped = { ...mine, oauthToken: other.oauthToken };
    expect((await finish(swapped)).problem.code).toBe('login_expired');
    expect((await finish({ ...mine, oauthTokenSecret: 'v1.AAAA.AAAA' })).problem.code).toBe('login_expired');
    expect((await call('POST /auth/twitter/callback', { body: mine })).problem.code).toBe('login_expired');
    ports.clock.move('25h');
    expect((await finish(mine)).problem.code).toBe('login_expired');
  });

  test('a code of another login isn’t accepted: PKCE and the nonce belong to one', async () => {
    const [mine, theirs] = [returned(await start()), returned(await start())];
    expect((await finish({ ...mine, code: theirs.code })).problem.code).toBe('social_login_failed');
  });
});

describe('a provider’s answer is refused', () => {
  const past = Math.floor(Date.now() / 1000) - 3_600;
  test.each<[string, Mischief]>([
    ['of another issuer', { claims: { iss: 'https://evil.example' } }],
    ['for another site', { claims: { aud: 'somebody-else' } }],
    ['for several sites', { claims: { aud: ['limelight', 'somebody-else'] } }],
    ['for another login', { claims: { nonce: 'another' } }],
    ['that has expired', { claims: { exp: past, iat: past - 300 } }],
    ['without a person', { claims: { sub: '' } }],
    ['that isn’t signed', { signature: 'none' }],
    ['signed with an unknown key', { signature: 'other' }],
    ['without an ID token', { withoutIdToken: true }],
  ])('%s', async (_, mischief) => {
    provider.state.mischief = mischief;
    const { status, problem } = await logIn();
    expect([status, problem.code]).toEqual([422, 'social_login_failed']);
    expect(await accountsNamed(provider.state.person.name)).toEqual([]);
  });

  test('a provider in trouble is said', async () => {
    provider.state.mischief = { status: 503 };
    const { status, problem } = await logIn();
    expect([status, problem.message]).toEqual([
      503,
      'We can’t reach Google right now. Try again in a minute.',
    ]);
    const away = createOpenIdProvider({ ...keys, name: 'Google', issuer: new URL('http://127.0.0.1:9') });
    const handshake = { state: 's', nonce: 'n', codeVerifier: 'v', redirectUri: 'https://limelight.test/' };
    await expect(away.authorize(handshake)).rejects.toMatchObject({ status: 503 });
  });
});

describe('X', () => {
  const body = async () => {
    const started = await ok('POST /auth/twitter/login', { body: {} });
    return returned(started);
  };
  test('logs in without an address', async () => {
    const { session, isNew } = await ok('POST /auth/twitter/callback', { body: await body() });
    expect(isNew).toBe(true);
    const { token } = session ?? {};
    expect(await ok('GET /users/me', { token })).toMatchObject({ email: null });
    expect((await ok('GET /auth/social', { token })).data).toMatchObject([
      { provider: 'twitter', name: '@ann' },
    ]);
  });
  test('isn’t asked where it isn’t set up', async () => {
    const bare = await testBackend({ ports: { identityProviders: {} } });
    expect((await bare.ok('GET /settings/public')).socialLogins).toEqual([]);
    expect((await bare.call('POST /auth/twitter/login', { body: {} })).status).toBe(404);
    expect((await ok('GET /settings/public')).socialLogins).toEqual(['google', 'twitter']);
  });
});

describe('connecting', () => {
  test('takes a proof, is idempotent, and then logs in to the account', async () => {
    const fan = await makeFan();
    const begun = await start({ token: fan.token, connect: true });
    ports.clock.move('11m');
    const late = await call('POST /auth/google/login', { body: { connect: true }, token: fan.token });
    expect([late.status, late.problem.code]).toEqual([403, 'step_up_required']);
    const { data } = await finish(returned(begun), fan.token);
    expect(data).toEqual({ session: null, isNew: false });
    await ok('POST /auth/step-up', { body: { password: testPassword }, token: fan.token });
    expect((await logIn({ token: fan.token, connect: true })).status).toBe(200);
    const again = await logIn();
    expect((await ok('GET /users/me', { token: again.data.session?.token }))._id).toBe(fan.id);
  });

  test('is emailed; disowning a login takes the provider off again', async () => {
    const fan = await makeFan();
    await logIn({ token: fan.token, connect: true });
    const mails = async () =>
      (await db.select().from(emailOutbox).where(eq(emailOutbox.to, fan.email))).map(({ subject, text }) => ({
        subject,
        text,
      }));
    expect((await mails()).map(({ subject }) => subject)).toContainEqual(
      expect.stringMatching(/^Google is connected to your/),
    );
    await logIn();
    const token =
      /undo=login&token=(\S+)/.exec((await mails()).map(({ text }) => text).join('\n'))?.[1] ?? '';
    await ok('POST /auth/logins/disown', { body: { token } });
    expect(await db.select().from(socialLogins).where(eq(socialLogins.accountId, fan.id))).toEqual([]);
  });

  test('is finished by the account that began it, and by nobody else', async () => {
    const [fan, other] = [await makeFan(), await makeFan()];
    for (const token of [other.token, undefined])
      expect((await finish(returned(await start({ token: fan.token, connect: true })), token)).status).toBe(
        401,
      );
    expect(await db.select().from(socialLogins).where(eq(socialLogins.accountId, fan.id))).toEqual([]);
  });

  test('a provider’s account belongs to one account here, and one of each kind to an account', async () => {
    const [fan, other] = [await makeFan(), await makeFan()];
    expect((await logIn({ token: fan.token, connect: true })).status).toBe(200);
    expect((await logIn({ token: other.token, connect: true })).status).toBe(409);
    provider.state.person = { sub: `second-${people}`, name: 'Second' };
    expect((await logIn({ token: fan.token, connect: true })).status).toBe(409);
  });
});

describe('disconnecting', () => {
  const remove = (token: string | undefined) =>
    call('DELETE /auth/social/:provider', { params: { provider: 'google' }, token });
  test('never takes the last way in, also twice at once', async () => {
    const { data } = await logIn();
    const { token } = data.session ?? {};
    expect([(await remove(token)).status, (await ok('GET /auth/social', { token })).hasPassword]).toEqual([
      409,
      false,
    ]);
    const { _id: accountId } = await ok('GET /users/me', { token });
    await db.insert(socialLogins).values({
      id: ports.ids(),
      accountId,
      provider: 'twitter',
      subject: `x-${people}`,
      label: '@ann',
      createdAt: ports.clock.now(),
    });
    const both = await Promise.all([
      remove(token),
      call('DELETE /auth/social/:provider', { params: { provider: 'twitter' }, token }),
    ]);
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  });

  test('takes a proof, and with a password nothing else', async () => {
    const fan = await makeFan();
    await logIn({ token: fan.token, connect: true });
    ports.clock.move('11m');
    expect((await remove(fan.token)).problem.code).toBe('step_up_required');
    const { token } = await openSession(fan.id, 1);
    await ok('POST /auth/step-up', { body: { password: testPassword }, token });
    expect([(await remove(token)).status, (await remove(token)).status]).toEqual([200, 404]);
  });
});

test('settings that ask for confirmed addresses let confirmed ones of a provider in', async () => {
  await settings.set('requireEmailVerification', true);
  expect((await logIn()).status).toBe(200);
});
