import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { sessions } from '#backend/db/schema/accounts.ts';
import { operators } from '#backend/db/schema/operator.ts';
import { performers } from '#backend/db/schema/creators.ts';
import { contract } from '#contract/core/registry.ts';
import type { OpDef } from '#contract/core/op.ts';
import type { OperatorCtx } from '#backend/domain/across/operator/audit.ts';
import { addOperator, listOperators, removeOperator } from '#backend/domain/across/operator/operators.ts';
import { suspendPerson } from '#backend/domain/across/moderation/people.ts';
import { testBackend } from '../../../setup/backend.ts';
import { codeNow, turnOn } from '../../../setup/factors.ts';
import { newOperator } from '../../../setup/operators.ts';
import type { Person } from '../../../setup/test-app.ts';

const app = await testBackend();
const { call, ok, raw, ctx, db, ports, makeCreator, makeFan, openSession } = app;
const shell: OperatorCtx = { ...ctx, actor: 'root', actorId: null };
const enter = ({ token }: Pick<Person, 'token'>) => call('GET /operator/me', { token });

describe('the operator page', () => {
  test('opens for an operator with a second factor, and for nobody else', async () => {
    const person = await makeFan();
    const unknown = await raw('GET /operator/nothing-like-it', { token: person.token });
    expect([unknown.status, unknown.text]).toEqual([
      404,
      '{"status":404,"code":"not_found","message":"Unknown operation."}',
    ]);
    const stranger = await enter(person);
    expect([stranger.status, stranger.text]).toEqual([unknown.status, unknown.text]);
    expect(await addOperator(shell, person.username)).toMatchObject({ isProtected: false });
    const unprotected = await enter(person);
    expect([unprotected.status, unprotected.problem.code]).toEqual([403, 'second_factor_required_for_desk']);
    await turnOn(app, person);
    expect((await ok('GET /operator/me', { token: person.token })).username).toBe(person.username);
    await removeOperator(shell, person.email);
    expect((await enter(person)).text).toBe(unknown.text);
  });

  test('is closed to a suspended operator, to a session that is over, and without a second factor again', async () => {
    const [suspended, other] = [await newOperator(app), await newOperator(app)];
    await suspendPerson(shell, suspended.username, { reason: 'Left the team', until: null });
    expect((await enter(suspended)).status).toBe(404);
    expect((await enter(await openSession(suspended.id))).status).toBe(404);
    expect((await enter(await openSession(other.id, -1))).status).toBe(404);
    expect((await enter(other)).status).toBe(200);
    await ok('DELETE /auth/second-factor', { token: other.token });
    expect((await enter(other)).status).toBe(403);
  });

  test('says nothing about the input of somebody who may not come in', async () => {
    const { token } = await makeFan();
    expect((await raw('GET /operator/me', { token, query: { surprise: '1' } })).status).toBe(404);
  });

  test('stays closed where the installation says so', async () => {
    const closed = await testBackend({ config: { deskClosed: true } });
    const person = await newOperator(closed);
    expect((await closed.call('GET /operator/me', { token: person.token })).status).toBe(404);
  });
});

describe('the session', () => {
  const act = ({ token }: Pick<Person, 'token'>) =>
    call('POST /operator/words', { token, body: { words: [`w${ports.ids().slice(-6)}`], reason: 'Spam' } });
  const asked = { status: 403, code: 'step_up_required', ways: ['code'] };
  const withoutProof = async (accountId: string) => {
    const session = await openSession(accountId);
    await db.update(sessions).set({ factorPassedAt: null }).where(eq(sessions.id, session.sessionId));
    return session;
  };

  test('itself has passed the second factor: the account having one isn’t enough', async () => {
    const operator = await newOperator(app);
    const old = await withoutProof(operator.id);
    expect((await enter(old)).problem).toMatchObject(asked);
    expect((await act(old)).problem).toMatchObject(asked);
    expect((await enter(operator)).status).toBe(200);
  });

  test('acts for some minutes and looks for some hours after a code; a new one opens both again', async () => {
    const operator = await makeFan();
    const { uri } = await turnOn(app, operator);
    await addOperator(shell, operator.username);
    await db
      .update(sessions)
      .set({ expiresAt: new Date(ports.clock.now().getTime() + 86_400_000) })
      .where(eq(sessions.accountId, operator.id));
    ports.clock.move('30m');
    expect((await enter(operator)).status).toBe(200);
    expect((await act(operator)).problem).toMatchObject(asked);
    ports.clock.move('12h');
    expect((await enter(operator)).problem).toMatchObject(asked);
    await ok('POST /auth/step-up', { token: operator.token, body: { code: codeNow(app, uri) } });
    expect((await act(operator)).status).toBe(200);
  });

  test('lasts hours, one from before and one that is to be remembered', async () => {
    const operator = await makeFan();
    const before = await openSession(operator.id, 24 * 365);
    await addOperator(shell, operator.username);
    const { token } = await ok('POST /auth/login', {
      body: { credentials: operator.username, password: operator.password, remember: true },
    });
    for (const open of [before.token, token])
      expect((await call('GET /users/me', { token: open })).status).toBe(200);
    ports.clock.move('12h');
    for (const open of [before.token, token])
      expect((await call('GET /users/me', { token: open })).status).toBe(401);
  });

  test('is asked for by every call of the desk that changes or opens something', async () => {
    const operator = await newOperator(app);
    ports.clock.move('30m');
    const acting = Object.entries(contract as Record<string, OpDef>).filter(
      ([route, { access }]) => access === 'operator' && !route.startsWith('GET '),
    );
    expect(acting.length).toBeGreaterThan(20);
    for (const [route] of acting)
      expect(
        (await raw(route, { token: operator.token, params: { id: operator.id, fileId: operator.id } }))
          .problem,
        route,
      ).toMatchObject(asked);
  });
});

describe('who is an operator', () => {
  test('is said by the command line alone, once', async () => {
    const person = await makeFan();
    await addOperator(shell, person.username);
    await expect(addOperator(shell, person.email)).rejects.toMatchObject({ status: 409 });
    await expect(addOperator(shell, 'nobody-here')).rejects.toMatchObject({ status: 404 });
    expect(await listOperators(shell)).toContainEqual(
      expect.objectContaining({ username: person.username, addedBy: 'root' }),
    );
    await removeOperator(shell, person.username);
    await expect(removeOperator(shell, person.username)).rejects.toMatchObject({ status: 409 });
    expect(await db.select().from(operators).where(eq(operators.accountId, person.id))).toEqual([]);
  });

  test('of two commands at once that add the same account, one succeeds', async () => {
    const person = await makeFan();
    const both = await Promise.allSettled([1, 2].map(() => addOperator(shell, person.username)));
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  });
});

test('the queues say how many wait, and since when', async () => {
  const { token } = await newOperator(app);
  const queueOf = async () =>
    (await ok('GET /operator/me', { token })).queues.find(({ name }) => name === 'creators')!;
  await db.update(performers).set({ verified: 'approved' });
  expect(await queueOf()).toEqual({ name: 'creators', count: 0, oldestAt: null });
  const since = ports.clock.now().toISOString();
  await makeCreator({}, { verified: 'pending' });
  ports.clock.move('2d');
  await makeCreator({}, { verified: 'pending' });
  await makeCreator();
  const fresh = await newOperator(app);
  expect((await ok('GET /operator/me', { token: fresh.token })).queues).toContainEqual({
    name: 'creators',
    count: 2,
    oldestAt: since,
  });
});
