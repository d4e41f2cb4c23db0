import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { fetchRows } from '#backend/db/db.ts';
import { accountDeletions, accounts, sessions } from '#backend/db/schema/accounts.ts';
import { ledgerTransactions } from '#backend/db/schema/ledger.ts';
import { conversationMembers, conversations, messageFiles, messages } from '#backend/db/schema/messages.ts';
import { moderationCases } from '#backend/db/schema/moderation.ts';
import { operators } from '#backend/db/schema/operator.ts';
import { emailOutbox } from '#backend/db/schema/site.ts';
import { eraseAccount } from '#backend/domain/across/leaving/erasing/erase.ts';
import { suspendPerson } from '#backend/domain/across/moderation/people.ts';
import type { OperatorCtx } from '#backend/domain/across/operator/audit.ts';
import { post } from '#backend/domain/base/ledger/ledger.ts';
import { transaction } from '#backend/kernel/context.ts';
import { testBackend } from '../../../setup/backend.ts';
import { postsIn } from '../../../setup/posts.ts';
import { shopIn } from '../../../setup/shop.ts';
import { type Person, testPassword } from '../../../setup/test-app.ts';

const app = await testBackend();
const { backend, call, ok, ctx, db, ports, makeCreator, makeFan } = app;
const { makeFile, makePost } = postsIn(app);
const { makeOrder } = shopIn(app);
const operator: OperatorCtx = { ...ctx, actor: 'olga', actorId: null };
const running = { attempt: 1, signal: new AbortController().signal };
const nothing = { tokens: 0, earnings: 0 };

const ask = ({ token, username }: Person, losses = nothing) =>
  call('POST /auth/deletion', { token, body: { confirmation: username, losses } });
const logIn = ({ username }: Pick<Person, 'username'>, password = testPassword) =>
  call('POST /auth/login', { body: { credentials: username, password } });
const view = ({ token }: Person) => ok('GET /auth/deletion', { token });
const mailsTo = ({ email }: Person) => db.select().from(emailOutbox).where(eq(emailOutbox.to, email));
const deletionOf = async ({ id }: Person) =>
  (await db.select().from(accountDeletions).where(eq(accountDeletions.accountId, id)))[0];
const accountOf = async ({ id }: Person) => (await db.select().from(accounts).where(eq(accounts.id, id)))[0];
/** Moves the clock, and lets the jobs that are due by then run. */
const pass = async (time: Parameters<typeof ports.clock.move>[0]) => {
  ports.clock.move(time);
  await backend.runJobs();
};

test('asking closes the account at once; logging in keeps it, and says so', async () => {
  const creator = await makeCreator();
  const page = () => call('GET /performers/:id', { params: { id: creator.username } });
  const { data } = await ask(creator);
  expect(data.dueAt).toBe(new Date(ports.clock.now().getTime() + 14 * 86_400_000).toISOString());
  expect((await page()).status).toBe(404);
  expect((await call('GET /users/me', { token: creator.token })).status).toBe(401);
  const [mail] = await mailsTo(creator);
  expect(mail?.subject).toMatch(/will be deleted on/);
  expect(mail?.text).toContain('log in before that day: https://limelight.test/auth/login');

  expect((await logIn(creator, 'wrong')).problem.code).toBe('wrong_credentials');
  expect(await deletionOf(creator)).toBeDefined();
  const kept = await logIn(creator);
  expect([kept.status, kept.data.deletionCancelled]).toEqual([200, true]);
  expect((await page()).status).toBe(200);
  expect(await deletionOf(creator)).toBeUndefined();
  expect((await mailsTo(creator)).map(({ subject }) => subject)).toContain(
    'Your Limelight account won’t be deleted',
  );
  expect((await logIn(creator)).data.deletionCancelled).toBeUndefined();
  await pass('15d');
  expect((await accountOf(creator))?.username).toBe(creator.username);
});

test('it takes a proof and the own username, in any case', async () => {
  const fan = await makeFan();
  await db.update(sessions).set({ provedAt: null }).where(eq(sessions.accountId, fan.id));
  expect((await ask(fan)).problem.code).toBe('step_up_required');
  await ok('POST /auth/step-up', { token: fan.token, body: { password: testPassword } });
  const wrong = await ask({ ...fan, username: 'somebody-else' });
  expect([wrong.status, wrong.problem.errors?.[0]?.field]).toEqual([422, 'confirmation']);
  expect((await ask({ ...fan, username: `@${fan.username.toUpperCase()}` })).status).toBe(200);
});

test('tokens and small earnings are lost only as far as that was agreed to', async () => {
  const fan = await makeFan();
  await app.fund(fan.id, 120);
  expect((await view(fan)).losses).toEqual({ tokens: 120, earnings: 0 });
  const refused = await ask(fan, { tokens: 100, earnings: 0 });
  expect([refused.status, refused.problem.errors?.[0]?.field]).toEqual([422, 'losses']);
  expect((await ask(fan, { tokens: 120, earnings: 0 })).status).toBe(200);
});

async function earn(creator: Person, cents: number): Promise<void> {
  await transaction(ctx, (tx) =>
    post(tx, {
      kind: 'charge',
      subject: 'tip',
      actorId: null,
      performerId: creator.id,
      description: 'Tip to a creator',
      postings: [
        { site: 'exchangeMoney', amount: -cents },
        { kind: 'earnings', ownerId: creator.id, amount: cents },
      ],
    }),
  );
}

test('money that can be paid out, orders on their way, and being an operator stand in the way', async () => {
  const [creator, fan] = [await makeCreator(), await makeFan()];
  await app.fund(fan.id, 10);
  const messagesOf = async (person: Person) => (await view(person)).obligations.map(({ message }) => message);
  await earn(creator, 900);
  expect(await messagesOf(creator)).toEqual([]);
  expect((await view(creator)).losses.earnings).toBe(900);
  await earn(creator, 9_100);
  expect(await messagesOf(creator)).toEqual(['You have $100.00 of earnings that can be paid out.']);
  expect((await view(creator)).losses.earnings).toBe(0);
  await makeOrder(fan.id, creator.id, { state: 'shipped' });
  expect(await messagesOf(creator)).toContain('You shipped 1 order that hasn’t been delivered.');
  expect(await messagesOf(fan)).toEqual(['You’re waiting for 1 order.']);
  await db.insert(operators).values({ accountId: fan.id, addedBy: 'root', createdAt: ports.clock.now() });
  const refused = await ask(fan, { tokens: 1_000, earnings: 0 });
  expect([refused.status, refused.problem.message]).toEqual([
    409,
    'Settle this first: You’re waiting for 1 order. You’re an operator of this site. Have yourself removed from its operators first.',
  ]);
  expect(await deletionOf(fan)).toBeUndefined();
});

test('a reminder is sent once, three days before', async () => {
  const fan = await makeFan();
  await ask(fan);
  const count = async () => (await mailsTo(fan)).length;
  await pass('10d');
  expect(await count()).toBe(1);
  await pass('25h');
  await pass('1h');
  const mails = await mailsTo(fan);
  expect(mails).toHaveLength(2);
  expect(mails[1]?.text).toContain('In a few days');
});

test('after 14 days the account is gone: no login, the address is free, the username reserved for a while', async () => {
  const fan = await makeFan();
  await ask(fan);
  const sent = () => ports.mailer.sent.filter(({ to }) => to === fan.email).map(({ subject }) => subject);
  await pass('14d');
  expect((await logIn(fan)).problem.code).toBe('wrong_credentials');
  expect((await logIn({ username: fan.email })).problem.code).toBe('wrong_credentials');
  expect(await accountOf(fan)).toMatchObject({ name: 'Deleted account', username: null, email: null });
  expect(sent()).toContain('Your Limelight account is deleted');
  const join = (username: string) =>
    call('POST /auth/users/register', {
      body: { name: 'Anew', username, email: fan.email, password: 'another horse battery' },
    });
  expect((await join(fan.username)).problem.errors?.[0]?.field).toBe('username');
  await pass('31d');
  expect((await join(fan.username)).status).toBeLessThan(300);
});

test('an open case puts the deletion off, which its owner is told once; then it goes on', async () => {
  const fan = await makeFan();
  await ask(fan);
  const moment = ports.clock.now();
  const id = ports.ids();
  await db.insert(moderationCases).values({
    id,
    targetType: 'account',
    targetId: fan.id,
    accountId: fan.id,
    category: 'spam',
    createdAt: moment,
    updatedAt: moment,
  });
  await pass('14d');
  await pass('1h');
  expect(await deletionOf(fan)).toMatchObject({ heldBy: 'case', begunAt: null });
  const told = (await mailsTo(fan)).filter(({ subject }) => subject.includes('can’t be deleted yet'));
  expect(told).toHaveLength(1);
  expect(told[0]?.text).toContain('A report or an appeal that concerns you hasn’t been decided.');
  await db.update(moderationCases).set({ state: 'closed' }).where(eq(moderationCases.id, id));
  await pass('1h');
  expect((await deletionOf(fan))?.erasedAt).toBeInstanceOf(Date);
});

test('an account that was suspended meanwhile can’t log in, and is deleted when it is due', async () => {
  const creator = await makeCreator();
  await ask(creator);
  await suspendPerson(operator, creator.username, { reason: 'Insults.', until: null });
  expect((await logIn(creator)).problem.code).toBe('account_suspended');
  await pass('14d');
  expect(await accountOf(creator)).toMatchObject({ name: 'Deleted account', suspendedReason: null });
});

test('a job that ends in the middle goes on where it was', async () => {
  const creator = await makeCreator();
  for (let count = 0; count < 3; count += 1)
    await makePost(creator.id, { audience: 'public' }, [await makeFile(creator.id)]);
  await ask(creator);
  ports.clock.move('14d');
  const stopping = new AbortController();
  let looked = 0;
  const signal = Object.create(stopping.signal, {
    throwIfAborted: {
      value: () => {
        looked += 1;
        if (looked > 2) throw new Error('the process stops');
      },
    },
  }) as AbortSignal;
  await expect(eraseAccount(ctx, { accountId: creator.id }, { attempt: 1, signal })).rejects.toThrow('stops');
  const left = async () =>
    (await fetchRows(db.execute(sql`SELECT id FROM feeds WHERE performer_id = ${creator.id}::uuid`))).length;
  expect(await left()).toBe(1);
  expect((await logIn(creator)).problem.code).toBe('wrong_credentials');
  await eraseAccount(ctx, { accountId: creator.id }, running);
  expect(await left()).toBe(0);
  expect((await deletionOf(creator))?.erasedAt).toBeInstanceOf(Date);
});

test('texts stay with whoever received them, under another name; pictures and empty messages go', async () => {
  const [creator, fan] = [await makeCreator(), await makeFan()];
  const moment = ports.clock.now();
  const conversationId = ports.ids();
  const file = await makeFile(fan.id, { type: 'message-photo' });
  const [text, picture, empty] = [ports.ids(), ports.ids(), ports.ids()];
  const sent = { conversationId, senderId: fan.id, recipientId: creator.id, createdAt: moment };
  await db.insert(conversations).values({
    id: conversationId,
    type: 'private',
    pairKey: [creator.id, fan.id].toSorted().join(':'),
    lastSeq: 3,
    lastMessageId: empty,
    lastMessageAt: moment,
    createdAt: moment,
    updatedAt: moment,
  });
  for (const [accountId, otherId] of [
    [creator.id, fan.id],
    [fan.id, creator.id],
  ] as const)
    await db
      .insert(conversationMembers)
      .values({ conversationId, accountId, otherId, lastMessageAt: moment, wroteAt: moment });
  await db.insert(messages).values([
    { ...sent, id: text, seq: 1, text: 'See you on Sunday' },
    { ...sent, id: picture, seq: 2, type: 'photo', text: 'My garden' },
    { ...sent, id: empty, seq: 3, type: 'photo', text: '' },
  ]);
  await db.insert(messageFiles).values([
    { messageId: picture, fileId: file, position: 0 },
    { messageId: empty, fileId: file, position: 0 },
  ]);
  await ask(fan);
  await pass('14d');
  const { token } = await app.openSession(creator.id);
  const list = await ok('GET /conversations', { token });
  expect(list.data).toMatchObject([
    { _id: conversationId, lastMessage: { text: 'My garden', type: 'text' } },
  ]);
  expect(JSON.stringify(list.data)).toContain('"name":"Deleted account"');
  const talk = await ok('GET /messages/conversations/:id', { params: { id: conversationId }, token });
  expect(talk.data.map((each) => [each.text, each.type, each.isDeleted, each.files.length])).toEqual(
    expect.arrayContaining([
      ['See you on Sunday', 'text', false, 0],
      ['My garden', 'text', false, 0],
    ]),
  );
  expect(JSON.stringify(talk)).not.toContain(file);
});

test('outside a deletion, the database still refuses any change of the ledger, and within one all but words', async () => {
  const fan = await makeFan();
  await app.fund(fan.id, 5);
  const change = { description: 'Another word' };
  const of = eq(ledgerTransactions.actorId, fan.id);
  const refused = expect.objectContaining({ cause: expect.objectContaining({ code: '23001' }) });
  await expect(db.update(ledgerTransactions).set(change).where(of)).rejects.toEqual(refused);
  const within = (work: (tx: Pick<typeof db, 'update' | 'delete'>) => Promise<unknown>) =>
    db.transaction(async (tx) => {
      await tx.execute(sql`SELECT set_config('limelight.erases', 'yes', true)`);
      await work(tx);
    });
  await expect(
    within((tx) => tx.update(ledgerTransactions).set({ subject: 'tip' }).where(of)),
  ).rejects.toEqual(refused);
  await expect(within((tx) => tx.delete(ledgerTransactions).where(of))).rejects.toEqual(refused);
  await within((tx) => tx.update(ledgerTransactions).set(change).where(of));
  await expect(db.update(ledgerTransactions).set(change).where(of)).rejects.toEqual(refused);
});
