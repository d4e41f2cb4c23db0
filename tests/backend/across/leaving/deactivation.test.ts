import { and, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { accounts, sessions } from '#backend/db/schema/accounts.ts';
import { auctions } from '#backend/db/schema/auctions.ts';
import { emailOutbox } from '#backend/db/schema/site.ts';
import { mayRenew } from '#backend/domain/trade/subscriptions/renewal-rules.ts';
import type { OperatorCtx } from '#backend/domain/across/operator/audit.ts';
import { restorePerson, suspendPerson } from '#backend/domain/across/moderation/people.ts';
import { listPeople } from '#backend/domain/across/operator/people.ts';
import { rooms } from '#backend/kernel/hub.ts';
import { auctionsIn } from '../../../setup/auctions.ts';
import { testBackend } from '../../../setup/backend.ts';
import { challengeFor, codeNow, turnOn } from '../../../setup/factors.ts';
import { postsIn } from '../../../setup/posts.ts';
import { shopIn } from '../../../setup/shop.ts';
import { type Person, testPassword } from '../../../setup/test-app.ts';

const app = await testBackend();
const { call, ok, ctx, db, ports, makeCreator, makeFan } = app;
const { makeFile, makePost, buy } = postsIn(app);
const { makeOrder } = shopIn(app);
const operator: OperatorCtx = { ...ctx, actor: 'olga', actorId: null };

const logIn = ({ username }: Person) =>
  call('POST /auth/login', { body: { credentials: username, password: testPassword } });
const comeBack = (challenge: unknown) =>
  call('POST /auth/login/reactivate', { body: { challenge: String(challenge) } });
const subjectsTo = async ({ email }: Person) =>
  (await db.select().from(emailOutbox).where(eq(emailOutbox.to, email))).map(({ subject }) => subject);
const mailOf = ({ email }: Person, subject: string) =>
  and(eq(emailOutbox.to, email), eq(emailOutbox.subject, subject));
const deactivated = async (person: Person) => {
  await ok('POST /auth/deactivation', { token: person.token });
  return person;
};

test('a deactivated creator is gone for everybody, and sessions and connections end', async () => {
  const [creator, fan] = [await makeCreator(), await makeFan()];
  const post = await makePost(creator.id, { audience: 'public' });
  const page = () => call('GET /performers/:id', { params: { id: creator.username }, token: fan.token });
  const read = () => call('GET /user/feeds/:id', { params: { id: post }, token: fan.token });
  expect([(await page()).status, (await read()).status]).toEqual([200, 200]);
  ports.transport.dropped.length = 0;
  await deactivated(creator);
  expect([(await page()).status, (await read()).status]).toEqual([404, 404]);
  expect(ports.transport.dropped).toContain(rooms.account(creator.id));
  expect(await db.select().from(sessions).where(eq(sessions.accountId, creator.id))).toEqual([]);
  expect((await call('GET /users/me', { token: creator.token })).status).toBe(401);
  expect(await subjectsTo(creator)).toEqual(['Your Limelight account is deactivated']);
});

test('it takes a proof', async () => {
  const fan = await makeFan();
  await db.update(sessions).set({ provedAt: null }).where(eq(sessions.accountId, fan.id));
  expect((await call('POST /auth/deactivation', { token: fan.token })).problem.code).toBe('step_up_required');
  expect((await call('GET /users/me', { token: fan.token })).status).toBe(200);
});

test('neither subscriptions to a deactivated creator renew nor those of a deactivated fan', async () => {
  const [creator, fan] = [await makeCreator(), await makeFan()];
  const subscription = { userId: fan.id, performerId: creator.id } as Parameters<typeof mayRenew>[1];
  const renews = () => mayRenew(ctx, subscription);
  expect(await renews()).toBe(true);
  await deactivated(creator);
  expect(await renews()).toBe(false);
  await comeBack((await logIn(creator)).problem['challenge']);
  expect(await renews()).toBe(true);
  await deactivated(fan);
  expect(await renews()).toBe(false);
});

test('logging in asks; saying yes opens the account and a session, once', async () => {
  const fan = await deactivated(await makeFan());
  const wrong = { credentials: fan.username, password: 'not the password' };
  expect((await call('POST /auth/login', { body: wrong })).problem.code).toBe('wrong_credentials');
  const { status, problem } = await logIn(fan);
  expect([status, problem.code]).toEqual([403, 'account_deactivated']);
  // Asking alone opens nothing.
  expect(await db.select().from(sessions).where(eq(sessions.accountId, fan.id))).toEqual([]);
  const { data } = await comeBack(problem['challenge']);
  expect((await ok('GET /users/me', { token: data.token }))._id).toBe(fan.id);
  expect((await comeBack(problem['challenge'])).problem.code).toBe('login_expired');
  expect((await logIn(fan)).status).toBe(200);
  expect(await subjectsTo(fan)).toContain('Your Limelight account is active again');
});

test('an answer that comes too late brings nobody back', async () => {
  const fan = await deactivated(await makeFan());
  const { problem } = await logIn(fan);
  ports.clock.move('11m');
  expect((await comeBack(problem['challenge'])).problem.code).toBe('login_expired');
  expect((await logIn(fan)).problem.code).toBe('account_deactivated');
});

test('with two-factor authentication, coming back takes the code first', async () => {
  const fan = await makeFan();
  const { uri } = await turnOn(app, fan);
  await deactivated(fan);
  ports.clock.move('30s');
  const challenge = await challengeFor(app, fan);
  // The challenge for the code doesn't stand for the code.
  expect((await comeBack(challenge)).problem.code).toBe('login_expired');
  const asked = await call('POST /auth/login/code', { body: { challenge, code: codeNow(app, uri) } });
  expect([asked.status, asked.problem.code]).toEqual([403, 'account_deactivated']);
  expect((await comeBack(asked.problem['challenge'])).status).toBe(200);
});

test('a forgotten password can be reset meanwhile, which opens nothing', async () => {
  const fan = await deactivated(await makeFan());
  await ok('POST /auth/users/forgot', { body: { email: fan.email } });
  await app.backend.runJobs();
  const [mail] = (await db.select().from(emailOutbox).where(eq(emailOutbox.to, fan.email))).filter(
    ({ subject }) => /password/i.test(subject),
  );
  const token = /token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
  const password = 'another horse battery';
  await ok('POST /auth/users/reset', { body: { token, password } });
  const again = await call('POST /auth/login', { body: { credentials: fan.username, password } });
  expect(again.problem.code).toBe('account_deactivated');
});

test('a suspension on top keeps its owner out; lifting it leaves the account deactivated', async () => {
  const creator = await deactivated(await makeCreator());
  const { problem } = await logIn(creator);
  await suspendPerson(operator, creator.username, { reason: 'Insults.', until: null });
  expect((await comeBack(problem['challenge'])).status).toBe(422);
  expect((await logIn(creator)).problem.code).toBe('account_suspended');
  await restorePerson(operator, creator.username, 'A mistake.');
  expect((await call('GET /performers/:id', { params: { id: creator.username } })).status).toBe(404);
  const [mail] = await db
    .select()
    .from(emailOutbox)
    .where(mailOf(creator, 'Your Limelight account is open again'));
  expect(mail?.text).toContain('reactivate your account when you do');
  expect((await logIn(creator)).problem.code).toBe('account_deactivated');
  await expect(restorePerson(operator, creator.username, 'Again.')).rejects.toThrow('isn’t suspended');
  const search = creator.username;
  expect(await listPeople(operator, { suspended: true, search, limit: 5 })).toEqual([]);
  expect(await listPeople(operator, { search, limit: 5 })).toMatchObject([{ reason: null }]);
});

test('what was bought from a deactivated creator stays readable', async () => {
  const [creator, fan, other] = [await makeCreator(), await makeFan(), await makeFan()];
  const file = await makeFile(creator.id);
  const post = await makePost(creator.id, { audience: 'public', price: 50 }, [file]);
  await buy(fan.id, post, creator.id);
  await deactivated(creator);
  const read = (token: string) => call('GET /user/feeds/:id', { params: { id: post }, token });
  expect((await read(other.token)).status).toBe(404);
  const { status, data } = await read(fan.token);
  expect([status, data.access]).toMatchObject([200, { allowed: true, reason: 'purchased' }]);
  const library = await ok('GET /user/library', { token: fan.token });
  expect(JSON.stringify(library)).toContain(post);
});

test('what others wait for is named with its place and has to be settled first', async () => {
  const [creator, fan] = [await makeCreator(), await makeFan()];
  await app.fund(fan.id, 10);
  await makeOrder(fan.id, creator.id);
  await makeOrder(fan.id, creator.id, { state: 'accepted' });
  await makeOrder(fan.id, creator.id, { state: 'shipped' });
  const auction = await auctionsIn(app).makeAuction(creator);
  const obligations = async ({ token }: Person) =>
    (await ok('GET /auth/deactivation', { token })).obligations.map(({ message, href }) => [message, href]);
  const orders = ['You have 2 orders to ship or deny.', '/creator/orders'];
  // An auction that nobody has bid in disappears with its creator.
  expect(await obligations(creator)).toEqual([orders]);
  expect(await obligations(fan)).toEqual([]);
  await db
    .update(auctions)
    .set({ state: 'live', bidCount: 1, currentPrice: 20, leaderId: fan.id })
    .where(eq(auctions.id, auction));
  expect(await obligations(creator)).toEqual([
    orders,
    ['You have 1 running auction with bids.', '/creator/auctions'],
  ]);
  expect(await obligations(fan)).toEqual([['You’re the highest bidder in 1 auction.', '/user/bids']]);
  const refused = await call('POST /auth/deactivation', { token: creator.token });
  expect([refused.status, refused.problem.message]).toEqual([
    409,
    'Settle this first: You have 2 orders to ship or deny. You have 1 running auction with bids.',
  ]);
  const [row] = await db.select().from(accounts).where(eq(accounts.id, creator.id));
  expect(row?.suspendedAt).toBeNull();
});
