import { eq } from 'drizzle-orm';
import { afterEach, expect, test, vi } from 'vitest';
import { jobs } from '#backend/db/schema/kernel.ts';
import { notificationDigests } from '#backend/db/schema/notifications.ts';
import { emailOutbox } from '#backend/db/schema/site.ts';
import { testBackend } from '../../../setup/backend.ts';
import { requestingIn } from '../../../setup/requesting.ts';
import { talkOf } from '../../../setup/talk.ts';

const app = await testBackend();
const { ok, db, ports, backend } = app;
const { request, answer, write } = requestingIn(app);
const { history, unread } = talkOf(app);

const mailsTo = (to: string) => db.select().from(emailOutbox).where(eq(emailOutbox.to, to));
const sentTo = (to: string) => ports.mailer.sent.filter((mail) => mail.to === to);
const mailJobs = () => db.select().from(jobs).where(eq(jobs.kind, 'mail-send'));

afterEach(() => void vi.restoreAllMocks());

/** A request about which a mail to the creator is due. */
async function requestToTell() {
  const asked = await request(0);
  await ok('PUT /notifications/settings', {
    token: asked.creator.token,
    body: { channels: { 'message-request': { email: true } } },
  });
  await db.update(notificationDigests).set({ dueAt: ports.clock.now() });
  ports.clock.move('1h');
  return asked;
}

test('a mail server that refuses everything delays the mail, and no message', async () => {
  const { fan, creator, id } = await requestToTell();
  const post = vi.spyOn(ports.mailer, 'send').mockRejectedValue(new Error('421 try again later'));
  await backend.runJobs();
  const [mail, ...others] = await mailsTo(creator.email);
  expect([mail?.sentAt, others]).toEqual([null, []]);
  const tries = post.mock.calls.length;
  expect(tries).toBeGreaterThan(0);

  // Meanwhile the conversation goes on, in both directions and at once.
  expect((await answer(creator, id, 'accept')).status).toBe(200);
  for (const from of [creator, fan]) expect((await write(from, id, { text: 'Go on' })).status).toBe(201);
  expect((await history(creator, id)).total).toBe(3);
  expect(await unread(fan)).toBe(1);
  expect(ports.transport.of('message/created', `account:${creator.id}`).length).toBeGreaterThan(0);
  expect(post.mock.calls).toHaveLength(tries);

  // It is tried again, still refused, then accepted: sent once, and never again.
  ports.clock.move('1m');
  await backend.runJobs();
  expect(post.mock.calls.length).toBeGreaterThan(tries);
  expect(sentTo(creator.email)).toEqual([]);
  expect((await mailJobs()).filter((job) => job.failedAt !== null)).toEqual([]);
  post.mockRestore();
  ports.clock.move('1h');
  await backend.runJobs();
  ports.clock.move('1h');
  await backend.runJobs();
  expect(sentTo(creator.email)).toHaveLength(1);
  expect((await mailsTo(creator.email)).map(({ sentAt }) => sentAt === null)).toEqual([false]);
});

test('a mail server that never answers holds up no message', async () => {
  const { creator, id } = await requestToTell();
  const { promise, resolve } = Promise.withResolvers<void>();
  const post = vi.spyOn(ports.mailer, 'send').mockReturnValue(promise);
  const round = backend.runJobs();
  await vi.waitFor(() => expect(post).toHaveBeenCalled(), 10_000);
  expect((await answer(creator, id, 'accept')).status).toBe(200);
  expect((await write(creator, id, { text: 'Here' })).status).toBe(201);
  const other = await request(100);
  expect((await answer(other.creator, other.id, 'decline')).status).toBe(200);
  resolve();
  await round;
});
