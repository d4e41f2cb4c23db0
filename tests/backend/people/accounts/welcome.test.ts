import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { emailOutbox } from '#backend/db/schema/site.ts';
import { testBackend } from '../../../setup/backend.ts';
import { postsIn } from '../../../setup/posts.ts';
import { testPassword } from '../../../setup/test-app.ts';

const app = await testBackend();
const { db, settings, ok, makeFan, makeCreator } = app;
const { follow, block } = postsIn(app);

let count = 0;
function newcomer() {
  const username = `newcomer-${(count += 1)}`;
  return { name: 'New', username, email: `${username}@example.com`, password: testPassword };
}
const mailsTo = async (email: string) =>
  (await db.select().from(emailOutbox).where(eq(emailOutbox.to, email))).filter(({ subject }) =>
    subject.startsWith('Welcome'),
  );

test('a fan who joins gets one welcome mail, which leads to the first steps', async () => {
  await settings.set('requireEmailVerification', false);
  const body = newcomer();
  await ok('POST /auth/users/register', { token: null, body });
  const [mail, ...more] = await mailsTo(body.email);
  expect(more).toEqual([]);
  expect(mail?.subject).toMatch(/^Welcome to /);
  expect(mail?.text).toContain('/welcome');
  expect(mail?.text).toContain('/explore');
});

test('where addresses are confirmed, it comes with the confirmation, and not again with another', async () => {
  await settings.set('requireEmailVerification', true);
  const body = newcomer();
  await ok('POST /auth/users/register', { token: null, body });
  expect(await mailsTo(body.email)).toEqual([]);
  const linkIn = async () => {
    const mails = await db.select().from(emailOutbox).where(eq(emailOutbox.to, body.email));
    return mails.flatMap(({ text }) => /verify-email\?token=([\w-]+)/.exec(text)?.[1] ?? []).at(-1)!;
  };
  await ok('POST /auth/email-verification', { token: null, body: { token: await linkIn() } });
  expect(await mailsTo(body.email)).toHaveLength(1);
  await settings.set('requireEmailVerification', false);
});

test('interests are kept for their owner, each once', async () => {
  const fan = await makeFan();
  const { token } = fan;
  expect(await ok('GET /users/interests', { token })).toEqual({ interests: [] });
  await ok('PUT /users/interests', { token, body: { interests: ['Glass ', 'ink', 'glass'] } });
  expect(await ok('GET /users/interests', { token })).toEqual({ interests: ['glass', 'ink'] });
  expect(await ok('GET /users/interests', { token: (await makeFan()).token })).toEqual({ interests: [] });
});

test('suggested are creators of the interests, each with the interest, then popular ones; nobody known or closed', async () => {
  const [ink, glass, popular] = [
    await makeCreator({}, { categories: ['paper', 'ink'], feeds: 1 }),
    await makeCreator({}, { categories: ['glass'], feeds: 1, followers: 3 }),
    await makeCreator({}, { categories: ['steel'], feeds: 1, followers: 900 }),
  ];
  // Nothing to see there.
  await makeCreator({}, { categories: ['glass'] });
  const fan = await makeFan();
  const { token } = fan;
  await ok('PUT /users/interests', { token, body: { interests: ['glass', 'ink'] } });
  const suggested = async () =>
    (await ok('GET /explore/suggestions', { token })).data.map(({ performer, interest }) => [
      performer._id,
      interest,
    ]);
  expect(await suggested()).toEqual([
    [glass.id, 'glass'],
    [ink.id, 'ink'],
    [popular.id, null],
  ]);
  await follow(fan.id, glass.id);
  await block(popular.id, fan.id);
  expect(await suggested()).toEqual([[ink.id, 'ink']]);
});
