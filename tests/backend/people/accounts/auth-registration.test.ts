import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { accounts } from '#backend/db/schema/accounts.ts';
import { performers } from '#backend/db/schema/creators.ts';
import { creatorStatements } from '#config/creator-statements.ts';
import { documents } from '#backend/db/schema/files.ts';
import { testBackend } from '../../../setup/backend.ts';
import { moneyIn } from '../../../setup/money.ts';

const { backend, call, ok, raw, db, ports, settings, makeFan, makeCreator } = await testBackend();
const demo = await testBackend({ config: { demo: true } });

// Moves past the limit of registrations per address, which most of these tests don't concern.
beforeEach(() => ports.clock.move('2h'));

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

test('a fan signs up and is logged in for a day', async () => {
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
    'a taken email, whatever its case',
    { email: 'Taken@Example.com' },
    ['email', 'An account with this email address already exists.'],
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
  ['no email', { email: 'nowhere' }, ['email', 'Enter an email address.']],
  ['no name', { name: '   ' }, ['name', 'Enter a name.']],
])('rejects %s on the field, with a message', async (_, wrong, [field, message]) => {
  if (!(await accountOf('taken')))
    await ok('POST /auth/users/register', {
      body: someone({ username: 'taken', email: 'taken@example.com' }),
    });
  const { status, problem } = await raw('POST /auth/users/register', { body: someone(wrong) });
  expect(status).toBe(422);
  expect(problem.errors).toEqual([{ field, message }]);
});

test('reports both fields at once if both are taken', async () => {
  const body = someone();
  await ok('POST /auth/users/register', { body });
  const { problem } = await call('POST /auth/users/register', { body });
  expect(problem.errors?.map(({ field }) => field)).toEqual(['username', 'email']);
});

test('one name requested many times at once goes to one account', async () => {
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

test('if the site requires it, the address is confirmed before the first login', async () => {
  await settings.set('requireEmailVerification', true);
  const body = someone();
  const { token, requireEmailVerification } = await ok('POST /auth/users/register', { body });
  await settings.set('requireEmailVerification', false);
  expect([token, requireEmailVerification]).toEqual([null, true]);
  while ((await backend.runJobs()) > 0);
  const mail = ports.mailer.sent.find(({ to }) => to === body.email);
  expect(mail?.text).toContain('https://limelight.test/auth/verify-email?token=');
});

test('the email leads back to the page where the person signed up, however often it is sent, and never to another site', async () => {
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

test('where addresses are confirmed, one that has an account gets the same response after the same work, and an email that says so', async () => {
  const taken = await makeFan();
  await settings.set('requireEmailVerification', true);
  const joinAs = {
    fan: (body: ReturnType<typeof someone>) => call('POST /auth/users/register', { body }),
    creator: (body: ReturnType<typeof someone>) =>
      call('POST /auth/performers/register', { body, form: form() }),
  };
  for (const join of Object.values(joinAs)) {
    const seen = async (email: string) => {
      const body = someone({ email });
      const objects = ports.objects.keys().length;
      const work = ports.passwords.work;
      const { status, text } = await join(body);
      const spent = ports.passwords.work - work;
      // Trying again with the name or the address reveals nothing either.
      const again = await join(someone({ username: body.username }));
      const once = await join({ ...body, username: `${body.username}-2` });
      return {
        answer: [status, text, spent, again.status, again.problem.errors, once.status, once.text],
        body,
        left: ports.objects.keys().length - objects,
      };
    };
    const [known, unknown] = [await seen(taken.email), await seen(`nobody-${count}@example.com`)];
    expect(known.answer).toEqual(unknown.answer);
    expect([known.answer[0], known.left, await accountOf(known.body.username)]).toEqual([201, 0, undefined]);
  }
  await settings.set('requireEmailVerification', false);
  while ((await backend.runJobs()) > 0);
  const mails = ports.mailer.sent.filter(({ to }) => to === taken.email);
  // At most three emails per hour, however often it is tried.
  expect(mails.map(({ subject }) => subject)).toEqual(
    Array.from({ length: 3 }, () => 'You already have an account on Limelight'),
  );
  expect(mails[0]?.text).toContain('https://limelight.test/auth/forgot-password');
});

test('one address used many times at once, where addresses are confirmed: the same response for all, one account', async () => {
  await settings.set('requireEmailVerification', true);
  const bodies = Array.from({ length: 6 }, () => someone({ email: 'together@example.com' }));
  const answers = await Promise.all(bodies.map((body) => call('POST /auth/users/register', { body })));
  await settings.set('requireEmailVerification', false);
  expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
  expect(await db.$count(accounts, eq(accounts.email, 'together@example.com'))).toBe(1);
});

test("where addresses aren't confirmed, ten tries an hour per network reveal whether an address has an account", async () => {
  const taken = await makeFan();
  const tries = async (address: (index: number) => string) => {
    const statuses: number[] = [];
    for (let index = 0; index < 12; index += 1)
      statuses.push(
        (
          await call('POST /auth/users/register', {
            body: someone({ email: taken.email }),
            ip: address(index),
          })
        ).status,
      );
    return statuses;
  };
  const tenThenRefused = [...Array.from({ length: 10 }, () => 422), 429, 429];
  expect(await tries(() => '198.51.100.7')).toEqual(tenThenRefused);
  expect(await tries((index) => `2001:db8:7:7::${index + 1}`)).toEqual(tenThenRefused);
});

test('a creator signs up with documents, waits for approval and is invisible to others meanwhile', async () => {
  const body = someone();
  const { status, data } = await call('POST /auth/performers/register', {
    body: { ...body, statements: creatorStatements.version },
    form: form({ idFront: jpeg, idBack: pdf }),
  });
  expect(status).toBe(201);
  expect(data).toMatchObject({ pendingApproval: true, requireEmailVerification: false });
  const own = await ok('GET /performers/me', { token: data.token });
  expect(own).toMatchObject({
    username: body.username,
    verified: 'pending',
    isVerified: false,
    monthlyPrice: null,
    yearlyPrice: null,
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

test('the demo approves creators at once', async () => {
  const body = someone();
  const { pendingApproval, token } = await demo.ok('POST /auth/performers/register', { body, form: form() });
  expect(pendingApproval).toBe(false);
  expect((await demo.ok('GET /performers/me', { token })).verified).toBe('approved');
  expect((await demo.call('GET /performers/:id', { params: { id: body.username } })).status).toBe(200);
});

test("a new creator sells nothing that they haven't priced: no plan is available until they choose one", async () => {
  const body = someone();
  const { token } = await demo.ok('POST /auth/performers/register', { body, form: form() });
  const { _id: id } = await demo.ok('GET /performers/me', { token });
  const fan = await demo.makeFan();
  const view = () => demo.ok('GET /performers/:id', { token: fan.token, params: { id } });
  expect(await view()).toMatchObject({ monthlyPrice: null, yearlyPrice: null });
  const post = await demo.ok('POST /performer/feeds', {
    token,
    body: { text: 'For subscribers', audience: 'subscribers' },
  });
  const ways = async () =>
    (await demo.ok('GET /user/feeds/:id', { token: fan.token, params: { id: post._id } })).access;
  expect(await ways()).toEqual({ allowed: false, reason: 'locked', routes: [] });
  const refused = await demo.call('POST /payment/subscribe/performers', {
    token: fan.token,
    body: { performerId: id, type: 'monthly', cardId: await moneyIn(demo).addCard(fan) },
  });
  expect([refused.status, refused.problem.message]).toEqual([
    409,
    `${body.name} doesn’t offer a monthly subscription yet.`,
  ]);
  expect(
    (await demo.ok('GET /performers/user/search', { query: { q: body.username, maxPrice: 100_000 } })).data,
  ).toEqual([]);
  expect(
    (await demo.ok('GET /performers/user/search', { query: { q: body.username, sort: 'price' } })).total,
  ).toBe(1);
  const choose = (prices: { monthlyPrice?: number; yearlyPrice?: number }) =>
    demo.call('PUT /performers/:id', { token, params: { id }, body: prices });
  expect((await choose({ yearlyPrice: 5_000 })).problem.errors).toEqual([
    { field: 'monthlyPrice', message: 'Set a monthly price too.' },
  ]);
  expect((await choose({ monthlyPrice: 700, yearlyPrice: 8_401 })).problem.errors).toEqual([
    { field: 'yearlyPrice', message: 'A year can cost at most twelve months: 84.00.' },
  ]);
  expect((await choose({ monthlyPrice: 700, yearlyPrice: 8_400 })).status).toBe(200);
  expect((await choose({ monthlyPrice: 500 })).problem.errors?.[0]).toMatchObject({ field: 'monthlyPrice' });
  expect(await ways()).toMatchObject({ routes: [{ need: 'subscribe', price: 700 }] });
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
])('rejects %s, and leaves neither an account nor an object behind', async (_, parts, field) => {
  const body = someone();
  const before = ports.objects.keys().length;
  const { status, problem } = await raw('POST /auth/performers/register', { body, form: form(parts) });
  expect(status).toBe(422);
  expect(problem.errors?.[0]?.field).toBe(field);
  expect(await accountOf(body.username)).toBeUndefined();
  expect(ports.objects.keys()).toHaveLength(before);
});

test('a taken name leaves no stored document behind', async () => {
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

test('all that is wrong is told in one round: names, password and documents', async () => {
  const { username, email } = someone();
  await ok('POST /auth/performers/register', { body: { ...someone(), username, email }, form: form() });
  const { status, problem } = await call('POST /auth/performers/register', {
    body: { ...someone(), username, email, password: 'password123' },
    form: form({ idFront: new TextEncoder().encode('<html>') }),
  });
  expect([status, problem.errors?.map(({ field }) => field)]).toEqual([
    422,
    ['username', 'email', 'password', 'idFront'],
  ]);
});

test('a document that is too large is rejected with that reason', async () => {
  const large = new Uint8Array(15 * 1024 * 1024 + 1);
  large.set(jpeg);
  const { status, problem } = await call('POST /auth/performers/register', {
    body: someone(),
    form: form({ idFront: large }),
  });
  expect([status, problem.code]).toEqual([413, 'too_large']);
});

test('new documents replace the same side, and a rejected creator is pending again', async () => {
  const creator = await makeCreator({}, { verified: 'rejected', verifiedReason: 'Too blurred' });
  const first = await ok('POST /performers/documents/upload', {
    token: creator.token,
    body: { statements: creatorStatements.version },
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
  await backend.runJobs();
  expect(ports.objects.keys()).toHaveLength(keys);
  expect(await db.select().from(documents).where(eq(documents.ownerId, creator.id))).toHaveLength(2);
});

test('sending no document is an error that says so', async () => {
  const { status, problem } = await call('POST /performers/documents/upload', {
    token: (await makeCreator()).token,
    form: form({}),
  });
  expect([status, problem.errors?.[0]?.message]).toEqual([422, 'Choose a file.']);
});
