import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { emailOutbox } from '#backend/db/schema/site.ts';
import { testBackend } from '../../../setup/backend.ts';
import { moderationIn } from '../../../setup/moderation.ts';
import { newOperator } from '../../../setup/operators.ts';
import { postsIn } from '../../../setup/posts.ts';

const app = await testBackend();
const { report, caseOf } = moderationIn(app);
const { makePost } = postsIn(app);

test('a report about a child reaches every operator at once, and isn’t hidden behind an earlier reason', async () => {
  const [olga, oscar] = [await newOperator(app), await newOperator(app)];
  const creator = await app.makeCreator();
  const post = await makePost(creator.id);
  const mailsTo = (email: string) => app.db.select().from(emailOutbox).where(eq(emailOutbox.to, email));
  await report(await app.makeFan(), 'feed', post, 'spam');
  expect(await mailsTo(olga.email)).toEqual([]);
  await report(await app.makeFan(), 'feed', post, 'child-safety');
  const found = await caseOf(post);
  expect(found.category).toBe('child-safety');
  for (const { email } of [olga, oscar]) {
    const mails = await mailsTo(email);
    expect(mails.map(({ subject }) => subject)).toEqual(['Child safety report on Limelight']);
    expect(mails[0]?.text).toContain(`/operator/cases/${found.id}`);
  }
  // Once about each case: the next ones add nothing that calls for another look at once.
  await report(await app.makeFan(), 'feed', post, 'child-safety');
  expect(await mailsTo(olga.email)).toHaveLength(1);
  const other = await makePost(creator.id);
  await report(await app.makeFan(), 'feed', other, 'child-safety');
  expect(await mailsTo(olga.email)).toHaveLength(2);
  await report(await app.makeFan(), 'feed', post, 'other');
  expect((await caseOf(post)).category).toBe('child-safety');
  expect(await mailsTo(creator.email)).toEqual([]);
});
