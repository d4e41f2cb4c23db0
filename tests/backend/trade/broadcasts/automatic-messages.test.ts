import { and, eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { accounts } from '#backend/db/schema/accounts.ts';
import { automaticMessageFiles } from '#backend/db/schema/creator-messages.ts';
import { files } from '#backend/db/schema/files.ts';
import { performers } from '#backend/db/schema/creators.ts';
import { subscriptions } from '#backend/db/schema/subscriptions.ts';
import { sendAutomatic } from '#backend/domain/trade/broadcasts/automatic-sending.ts';
import type { AutomaticKind } from '#contract/trade/broadcasts/automatic-messages.ts';
import type { CallInput } from '#contract/core/registry.ts';
import { rooms } from '#backend/kernel/hub.ts';
import { broadcastsIn } from '../../../setup/broadcasting.ts';
import { subscriptionApp } from '../../../setup/subscribing.ts';
import { talkOf } from '../../../setup/talk.ts';
import type { Person } from '../../../setup/test-app.ts';

const app = await subscriptionApp();
const { call, ok, db, ports, backend, ctx, makeFan, makeCreator, fund, block, begin, until, addCard } = app;
const { received, makeFile } = broadcastsIn(app);
const talk = talkOf(app);

type Body = CallInput<'PUT /automatic-messages/:kind'>['body'];
const trySet = (creator: Person, kind: AutomaticKind, body: Partial<Body> = {}) =>
  call('PUT /automatic-messages/:kind', {
    token: creator.token,
    params: { kind },
    body: { isOn: true, text: 'Hello, {name}. {name}, look around!', ...body },
  });
async function set(creator: Person, kind: AutomaticKind, body: Partial<Body> = {}) {
  const { status, data, text } = await trySet(creator, kind, body);
  if (status !== 200) throw new Error(`${status}: ${text}`);
  return data;
}
const follow = (fan: Person, creator: Person) =>
  ok('POST /follows/:id', { token: fan.token, params: { id: creator.id } });
const unfollow = (fan: Person, creator: Person) =>
  ok('DELETE /follows/:id', { token: fan.token, params: { id: creator.id } });
/** Follows, and runs the jobs this causes. */
async function followed(fan: Person, creator: Person) {
  await follow(fan, creator);
  await backend.runJobs();
}
const welcomer = async (body: Partial<Body> = {}) => {
  const creator = await makeCreator();
  await set(creator, 'follow', body);
  return creator;
};

describe('a welcome on following', () => {
  test('arrives once, with the name in it, as a message with source auto', async () => {
    const [creator, fan] = [await welcomer(), await makeFan({ name: 'Robin $& Q' })];
    await followed(fan, creator);
    expect(await received(fan, creator)).toMatchObject([
      { text: 'Hello, Robin $& Q. Robin $& Q, look around!', source: 'auto', type: 'text', price: 0 },
    ]);
    expect(await talk.unread(fan)).toBe(1);
    expect(ports.transport.of('message/created', rooms.account(fan.id))).toHaveLength(1);
    await unfollow(fan, creator);
    await followed(fan, creator);
    expect(await received(fan, creator)).toHaveLength(1);
    const { data } = await ok('GET /automatic-messages', { token: creator.token });
    expect(data.map(({ kind, isOn, sent }) => [kind, isOn, sent])).toEqual([
      ['follow', true, 1],
      ['subscribe', false, 0],
      ['renewal-failed', false, 0],
      ['subscription-ended', false, 0],
    ]);
  });

  test('is sent once also when its job runs several times at once', async () => {
    const [creator, fan] = [await welcomer(), await makeFan()];
    await follow(fan, creator);
    const cause = { performerId: creator.id, accountId: fan.id, kind: 'follow', cause: '' } as const;
    await Promise.all([sendAutomatic(ctx, cause), sendAutomatic(ctx, cause), sendAutomatic(ctx, cause)]);
    await backend.runJobs();
    expect(await received(fan, creator)).toHaveLength(1);
  });

  test('sells its files: locked until bought, and the sale goes to the creator', async () => {
    const creator = await makeCreator();
    const fileId = await makeFile(creator.id);
    await set(creator, 'follow', { files: [fileId], price: 30 });
    const fan = await makeFan();
    await fund(fan.id, 100);
    await followed(fan, creator);
    const [message] = await received(fan, creator);
    expect(message).toMatchObject({ price: 30, type: 'photo', access: { allowed: false } });
    expect(message!.files[0]!.url).toBeNull();
    const bought = await call('POST /wallet/charges/message/:id', {
      token: fan.token,
      params: { id: message!._id },
      body: { expectedPrice: 30 },
    });
    expect(bought.status).toBe(201);
    expect((await received(fan, creator))[0]!.files[0]!.url).not.toBeNull();
    // Another text without the file: what was sent keeps it.
    await set(creator, 'follow', { files: [] });
    expect(await db.$count(automaticMessageFiles, eq(automaticMessageFiles.fileId, fileId))).toBe(0);
    expect(await db.$count(files, eq(files.id, fileId))).toBe(1);
  });

  test('doesn’t reach who blocked, was suspended, muted the creator or left in the meantime', async () => {
    const creator = await welcomer();
    const [blocker, suspended, muted, gone, staying] = [
      await makeFan(),
      await makeFan(),
      await makeFan(),
      await makeFan(),
      await makeFan(),
    ];
    await ok('PUT /mass-messages/mutes/:id', { token: muted.token, params: { id: creator.id } });
    for (const fan of [blocker, suspended, muted, gone, staying]) await follow(fan, creator);
    await block(blocker.id, creator.id);
    await db.update(accounts).set({ suspendedAt: ports.clock.now() }).where(eq(accounts.id, suspended.id));
    await unfollow(gone, creator);
    await backend.runJobs();
    await db.update(accounts).set({ suspendedAt: null }).where(eq(accounts.id, suspended.id));
    const counts = [];
    for (const fan of [suspended, muted, gone, staying]) counts.push((await received(fan, creator)).length);
    expect(counts).toEqual([0, 0, 0, 1]);
    expect((await ok('GET /automatic-messages', { token: creator.token })).data[0]!.sent).toBe(1);
    // Who left before it was sent is welcomed when they come back.
    await followed(gone, creator);
    expect(await received(gone, creator)).toHaveLength(1);
  });

  test('isn’t sent when it is off, also when it was turned off before its job, nor by a creator who lost approval', async () => {
    const creator = await welcomer();
    const [early, late, last] = [await makeFan(), await makeFan(), await makeFan()];
    await follow(early, creator);
    await set(creator, 'follow', { isOn: false });
    await followed(late, creator);
    expect([await received(early, creator), await received(late, creator)]).toEqual([[], []]);
    await set(creator, 'follow');
    await follow(last, creator);
    await db.update(performers).set({ verified: 'rejected' }).where(eq(performers.accountId, creator.id));
    await backend.runJobs();
    await db.update(performers).set({ verified: 'approved' }).where(eq(performers.accountId, creator.id));
    expect(await received(last, creator)).toEqual([]);
    expect((await trySet(await makeCreator({}, { verified: 'pending' }), 'follow')).status).toBe(403);
  });
});

describe('setting up', () => {
  test('wrong input is refused in a sentence', async () => {
    const creator = await makeCreator();
    const theirs = await makeFile((await makeCreator()).id);
    for (const [body, field] of [
      [{ text: ' ' }, 'text'],
      [{ price: 10 }, 'price'],
      [{ price: -1 }, 'price'],
      [{ files: [theirs] }, 'files'],
      [{ text: 'x'.repeat(5_001) }, 'text'],
      [{ text: '{name}'.repeat(84) }, 'text'],
    ] as const) {
      const { status, problem } = await trySet(creator, 'subscribe', body as Partial<Body>);
      expect({ body, status, field: problem.errors?.[0]?.field }).toEqual({ body, status: 422, field });
    }
    expect((await trySet(creator, 'birthday' as AutomaticKind)).status).toBe(404);
  });

  test('what is off needs no text, and what one creator sets up is nobody else’s', async () => {
    const [creator, other] = [await makeCreator(), await makeCreator()];
    await set(creator, 'subscribe', { isOn: false, text: '' });
    await set(creator, 'follow');
    const theirs = await ok('GET /automatic-messages', { token: other.token });
    expect(theirs.data.every(({ isOn, text, updatedAt }) => !isOn && text === '' && updatedAt === null)).toBe(
      true,
    );
  });
});

test('subscribing, a failed renewal and the end each send theirs once; subscribing again soon doesn’t', async () => {
  const { fan, creator } = await begin();
  const kinds = ['subscribe', 'renewal-failed', 'subscription-ended'] as const;
  for (const kind of kinds) await set(creator, kind, { text: `${kind} {name}` });
  const texts = async () => (await received(fan, creator)).map(({ text }) => text).toReversed();
  const cardId = await addCard(fan, 'pays', '02/26');
  const { _id } = (await app.subscribe('monthly', { cardId })).data;
  await backend.runJobs();
  expect(await texts()).toEqual(['subscribe Fay']);
  await db
    .update(subscriptions)
    .set({ periodEnd: new Date('2026-03-05T10:00:00Z'), billingAnchor: new Date('2026-02-05T10:00:00Z') })
    .where(eq(subscriptions.id, _id));
  const failed = ['subscribe Fay', 'renewal-failed Fay'];
  for (const moment of ['2026-03-05T09:30:00Z', '2026-03-06T10:01:00Z', '2026-03-08T10:01:00Z']) {
    await until(moment);
    await backend.runJobs();
    expect(await texts()).toEqual(failed);
  }
  await until('2026-03-10T10:01:00Z');
  await backend.runJobs();
  expect(await texts()).toEqual([...failed, 'subscription-ended Fay']);
  const [row] = await db
    .select()
    .from(subscriptions)
    .where(and(eq(subscriptions.id, _id), eq(subscriptions.state, 'expired')));
  expect(row).toBeDefined();
  // More than 30 days after the first: welcomed again; right after that: not.
  const again = (await app.subscribe('monthly', { cardId: await addCard(fan, 'pays', '12/29') })).data;
  await backend.runJobs();
  expect((await texts()).at(-1)).toBe('subscribe Fay');
  await db
    .update(subscriptions)
    .set({ state: 'expired', periodEnd: ports.clock.now() })
    .where(eq(subscriptions.id, again._id));
  await app.subscribe('monthly', { cardId: await addCard(fan, 'pays', '11/29') });
  await backend.runJobs();
  expect(await texts()).toHaveLength(4);
});
