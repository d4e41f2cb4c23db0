import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { accounts, files, performers } from '#backend/db/schema';
import { testBackend } from '../setup/backend.ts';

const { backend, call, ok, raw, db, ports, settings, makeCreator } = await testBackend();
const demo = await testBackend({ config: { demo: true } });

let count = 0;
const someone = (more: Record<string, string> = {}) => {
  count += 1;
  return {
    name: 'Grace',
    username: `grace-${count}`,
    email: `grace-${count}@example.com`,
    password: 'long enough',
    ...more,
  };
};
const jpeg = new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3]);
const pdf = new TextEncoder().encode('%PDF-1.7 …');
const form = (parts: Record<string, Uint8Array<ArrayBuffer>> = { idFront: jpeg }) => {
  const data = new FormData();
  for (const [field, bytes] of Object.entries(parts))
    data.set(field, new File([bytes], '../../etc/passwd', { type: 'image/png' }));
  return data;
};
const accountOf = async (username: string) =>
  (await db.select().from(accounts).where(eq(accounts.username, username)))[0];

test('a fan joins and is logged in for a day', async () => {
  const body = someone({ username: 'Grace.Hopper', email: 'Grace@Example.COM' });
  const { status, data } = await call('POST /auth/users/register', { body });
  expect(status).toBe(201);
  expect(data).toMatchObject({ requireEmailVerification: false, pendingApproval: false });
  const me = await ok('GET /users/me', { token: data.token });
  expect(me).toMatchObject({
    username: 'grace.hopper',
    email: 'grace@example.com',
    isPerformer: false,
    balance: 0,
    avatar: '/icons/no-avatar.svg',
    totalNotSeenMessages: 0,
    emailVerified: false,
  });
  const account = await accountOf('grace.hopper');
  expect(account?.passwordHash).not.toContain(body.password);
});

test.each([
  [
    'a taken username, whatever its case',
    { username: 'TAKEN' },
    ['username', 'That username is taken. Choose another.'],
  ],
  [
    'a taken e-mail, whatever its case',
    { email: 'Taken@Example.com' },
    ['email', 'There is an account with this e-mail address already.'],
  ],
  ['a page of the site', { username: 'home' }, ['username', 'That username is reserved. Choose another.']],
  ['a word of authority', { username: 'Admin' }, ['username', 'That username is reserved. Choose another.']],
  [
    'a hidden folder',
    { username: '.well-known' },
    ['username', 'That username is reserved. Choose another.'],
  ],
  ['a short password', { password: 'short' }, ['password', 'Use at least 8 characters.']],
  ['a short username', { username: 'ab' }, ['username', 'Use at least 3 characters.']],
  [
    'letters no address has',
    { username: 'müller' },
    ['username', 'Use letters, digits, dots, dashes and underscores.'],
  ],
  ['no e-mail', { email: 'nowhere' }, ['email', 'Enter an e-mail address.']],
  ['no name', { name: '   ' }, ['name', 'Enter a name.']],
])('refuses %s on the field, in a sentence', async (_, wrong, [field, message]) => {
  if (!(await accountOf('taken')))
    await ok('POST /auth/users/register', {
      body: someone({ username: 'taken', email: 'taken@example.com' }),
    });
  const { status, problem } = await raw('POST /auth/users/register', { body: someone(wrong) });
  expect(status).toBe(422);
  expect(problem.errors).toEqual([{ field, message }]);
});

test('tells both fields at once when both are taken', async () => {
  const body = someone();
  await ok('POST /auth/users/register', { body });
  const { problem } = await call('POST /auth/users/register', { body });
  expect(problem.errors?.map(({ field }) => field)).toEqual(['username', 'email']);
});

test('one name for many at once goes to one', async () => {
  const bodies = Array.from({ length: 8 }, () => someone({ username: 'contested' }));
  const answers = await Promise.all(bodies.map((body) => call('POST /auth/users/register', { body })));
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
    201, 422, 422, 422, 422, 422, 422, 422,
  ]);
  const refused = answers.find(({ status }) => status === 422);
  expect(refused?.problem.errors).toEqual([
    { field: 'username', message: 'That username is taken. Choose another.' },
  ]);
});

test('where the site asks for it, the address is confirmed before the first login', async () => {
  await settings.set('requireEmailVerification', true);
  const body = someone();
  const { token, requireEmailVerification } = await ok('POST /auth/users/register', { body });
  await settings.set('requireEmailVerification', false);
  expect([token, requireEmailVerification]).toEqual([null, true]);
  while ((await backend.runJobs()) > 0);
  const mail = ports.mailer.sent.find(({ to }) => to === body.email);
  expect(mail?.text).toContain('https://limelight.test/auth/verify-email?token=');
});

test('the mail leads back to where somebody was when they joined, however often it is sent, and never off the site', async () => {
  await settings.set('requireEmailVerification', true);
  const from = '/lena?trial=abcd1234';
  const linksTo = async (email: string) => {
    while ((await backend.runJobs()) > 0);
    return ports.mailer.sent
      .filter(({ to }) => to === email)
      .map(({ text }) => new URL(/https:\S+/.exec(text)![0]).searchParams);
  };
  const [fan, creator, plain] = [someone(), someone(), someone()];
  await ok('POST /auth/users/register', { body: { ...fan, from } });
  await ok('POST /auth/performers/register', { body: { ...creator, from }, form: form({ idFront: jpeg }) });
  await ok('POST /auth/users/register', { body: plain });
  await ok('POST /auth/email-verification', { body: { email: fan.email, from: '/messages' } });
  expect((await linksTo(fan.email)).map((link) => link.get('from'))).toEqual([from, '/messages']);
  expect((await linksTo(creator.email)).map((link) => link.get('from'))).toEqual([from]);
  const [link] = await linksTo(plain.email);
  expect([
    link!.has('from'),
    (await call('POST /auth/email-verification', { body: { token: link!.get('token')! } })).status,
  ]).toEqual([false, 200]);
  for (const away of [
    'https://elsewhere.test/',
    '//elsewhere.test',
    '/\\elsewhere.test',
    'lena',
    '',
    `/${'x'.repeat(500)}`,
    '/\u0000',
  ]) {
    expect([
      away,
      (await raw('POST /auth/users/register', { body: { ...someone(), from: away } })).status,
    ]).toEqual([away, 422]);
    expect([
      away,
      (await raw('POST /auth/email-verification', { body: { email: fan.email, from: away } })).status,
    ]).toEqual([away, 422]);
  }
  await settings.set('requireEmailVerification', false);
});

test('a creator joins with documents, waits for approval and is nobody to others meanwhile', async () => {
  const body = someone();
  const { status, data } = await call('POST /auth/performers/register', {
    body,
    form: form({ idFront: jpeg, idBack: pdf }),
  });
  expect(status).toBe(201);
  expect(data).toMatchObject({ pendingApproval: true, requireEmailVerification: false });
  const own = await ok('GET /performers/me', { token: data.token });
  expect(own).toMatchObject({
    username: body.username,
    verified: 'pending',
    isVerified: false,
    monthlyPrice: 999,
    yearlyPrice: 9999,
    freeDays: 1,
  });
  expect(own.documents.map(({ mime, type }) => [mime, type])).toEqual([
    ['image/jpeg', 'document'],
    ['application/pdf', 'document'],
  ]);
  expect((await call('GET /performers/:id', { params: { id: body.username } })).status).toBe(404);
  expect(
    (await call('GET /performers/:id', { params: { id: body.username }, token: data.token })).status,
  ).toBe(200);
  expect((await ok('GET /performers/user/search', { query: { q: body.username } })).data).toEqual([]);
});

test('the demo approves at once', async () => {
  const body = someone();
  const { pendingApproval, token } = await demo.ok('POST /auth/performers/register', { body, form: form() });
  expect(pendingApproval).toBe(false);
  expect((await demo.ok('GET /performers/me', { token })).verified).toBe('approved');
  expect((await demo.call('GET /performers/:id', { params: { id: body.username } })).status).toBe(200);
});

test('default prices keep to the operator’s bounds', async () => {
  await settings.set('minimumSubscriptionPrice', 1_500);
  await settings.set('maximumSubscriptionPrice', 5_000);
  const { token } = await ok('POST /auth/performers/register', { body: someone(), form: form() });
  expect(await ok('GET /performers/me', { token })).toMatchObject({
    monthlyPrice: 1_500,
    yearlyPrice: 5_000,
  });
  await settings.set('minimumSubscriptionPrice', 295);
  await settings.set('maximumSubscriptionPrice', 30_000);
});

const svg = new TextEncoder().encode(
  '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
);
const gif = new TextEncoder().encode('GIF89a……');
test.each([
  ['an SVG', { idFront: svg }, 'idFront'],
  ['a GIF', { idFront: gif }, 'idFront'],
  ['a program', { idFront: new Uint8Array([0x4d, 0x5a, 0x90, 0]) }, 'idFront'],
  ['a wrong back side', { idFront: jpeg, idBack: svg }, 'idBack'],
  ['no document', {}, 'idFront'],
  ['an empty file', { idFront: new Uint8Array() }, 'idFront'],
  ['a file nobody asked for', { idFront: jpeg, selfie: jpeg }, 'selfie'],
])('refuses %s, and neither an account nor an object is left behind', async (_, parts, field) => {
  const body = someone();
  const before = ports.objects.keys().length;
  const { status, problem } = await raw('POST /auth/performers/register', { body, form: form(parts) });
  expect(status).toBe(422);
  expect(problem.errors?.[0]?.field).toBe(field);
  expect(await accountOf(body.username)).toBeUndefined();
  expect(ports.objects.keys()).toHaveLength(before);
});

test('a taken name leaves no document behind', async () => {
  const body = someone();
  await ok('POST /auth/users/register', { body });
  const before = ports.objects.keys().length;
  expect((await call('POST /auth/performers/register', { body, form: form() })).status).toBe(422);
  const race = someone();
  await Promise.all(
    [1, 2, 3, 4].map(() => call('POST /auth/performers/register', { body: race, form: form() })),
  );
  expect(ports.objects.keys()).toHaveLength(before + 1);
});

test('a document that is too large is refused as such', async () => {
  const large = new Uint8Array(15 * 1024 * 1024 + 1);
  large.set(jpeg);
  const { status, problem } = await call('POST /auth/performers/register', {
    body: someone(),
    form: form({ idFront: large }),
  });
  expect([status, problem.code]).toEqual([413, 'too_large']);
});

test('new documents replace the side they show, and a rejected creator waits again', async () => {
  const creator = await makeCreator({}, { verified: 'rejected', verifiedReason: 'Too blurred' });
  const first = await ok('POST /performers/documents/upload', {
    token: creator.token,
    form: form({ idFront: jpeg, idBack: jpeg }),
  });
  expect(first.total).toBe(2);
  const [profile] = await db.select().from(performers).where(eq(performers.accountId, creator.id));
  expect(profile).toMatchObject({ verified: 'pending', verifiedReason: null });
  const keys = ports.objects.keys().length;
  const second = await ok('POST /performers/documents/upload', {
    token: creator.token,
    form: form({ idFront: pdf }),
  });
  expect(second.data.map(({ mime }) => mime).toSorted((a, b) => a.localeCompare(b))).toEqual([
    'application/pdf',
    'image/jpeg',
  ]);
  expect(ports.objects.keys()).toHaveLength(keys);
  expect(await db.select().from(files).where(eq(files.ownerId, creator.id))).toHaveLength(2);
});

test('sending no document at all says so', async () => {
  const creator = await makeCreator();
  const { status, problem } = await call('POST /performers/documents/upload', {
    token: creator.token,
    form: form({}),
  });
  expect([status, problem.errors?.[0]?.message]).toEqual([422, 'Choose a file.']);
});
