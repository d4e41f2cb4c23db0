import { eq } from 'drizzle-orm';
import { afterEach, expect, it } from 'vitest';
import { notifications } from '#backend/db/schema/notifications.ts';
import { streams } from '#backend/db/schema/streams/streams.ts';
import { testBackend } from '../../../setup/backend.ts';
import { goingLiveIn } from '../../../setup/going-live.ts';
import { privateStreamsIn } from '../../../setup/private-streams.ts';

const app = await testBackend();
const { db, ports, makeCreator, makeFan } = app;
const { live, goLive, tryLive, flow, look, rowOf, join } = goingLiveIn(app);
const { openCreator, richFan, ask, answer } = privateStreamsIn(app);
const { stats } = live;
afterEach(() => Object.assign(live, { stats, hasRoom: undefined }));

it('no stream begins where no more can be carried, and the log says what the operator can do', async () => {
  const creator = await makeCreator();
  Object.assign(live, { hasRoom: () => false });
  expect((await tryLive(creator)).problem).toMatchObject({
    status: 503,
    message: 'There’s no room for another stream right now. Try again in a few minutes.',
  });
  expect(await db.$count(streams, eq(streams.performerId, creator.id))).toBe(0);
  expect(ports.log.lines.map(({ message }) => message).join()).toContain('no free port for another stream');
  const host = await openCreator();
  const fan = await richFan();
  const id = await ask(fan, host);
  expect(await answer(host, id, 'accept')).toMatchObject({ status: 503 });
  // It can be announced, and begun later.
  const scheduledAt = new Date(ports.clock.now().getTime() + 600_000).toISOString();
  const streamId = await goLive(creator, { scheduledAt });
  Object.assign(live, { hasRoom: () => true });
  await goLive(creator, { streamId });
  expect(await answer(host, id, 'accept')).toMatchObject({ status: 200 });
});

it('what needs no more room isn’t refused for lack of it', async () => {
  const [creator, host, fan] = [await makeCreator(), await openCreator(), await richFan()];
  const streamId = await goLive(creator);
  const id = await ask(fan, host);
  await answer(host, id, 'accept');
  Object.assign(live, { hasRoom: () => false });
  // From another tab: the page offers to continue there.
  expect((await tryLive(creator)).problem).toMatchObject({
    status: 409,
    message: 'You’re already live in another tab or on another device.',
  });
  expect(await tryLive(creator, { takeOver: true })).toMatchObject({ status: 201 });
  expect((await tryLive(creator, { streamId })).problem).toMatchObject({ status: 409 });
  expect((await tryLive(host)).problem).toMatchObject({
    status: 409,
    message: 'End your private stream first.',
  });
  expect(await answer(host, id, 'accept')).toMatchObject({
    status: 200,
    data: { _id: id, state: 'accepted' },
  });
});

const fail = () =>
  Object.assign(live, {
    stats: async (id: string) => {
      const found = await stats(id);
      return found && { ...found, hasFailed: true };
    },
  });

it('a stream whose relay keeps failing ends with the media it had, and its creator is told why', async () => {
  const [creator, fan] = [await makeCreator(), await makeFan()];
  const id = await goLive(creator);
  await join(fan, id);
  await flow(creator, id, { seconds: 30, fans: [fan] });
  fail();
  ports.clock.move(60_000);
  await look();
  expect(await rowOf(id)).toMatchObject({ state: 'ended', mediaSeconds: 30 });
  const told = await db.select().from(notifications).where(eq(notifications.accountId, creator.id));
  expect(told.map(({ text }) => text)).toContain(
    '“Good evening” ended because of a technical problem on our side. You can go live again.',
  );
});
