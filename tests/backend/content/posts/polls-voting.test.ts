import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { feeds, pollOptions, polls, pollVotes } from '#backend/db/schema/posts.ts';
import { jobKinds } from '#backend/jobs/kinds.ts';
import { createJobRunner } from '#backend/jobs/runner.ts';
import { testBackend } from '../../../setup/backend.ts';
import { postsIn } from '../../../setup/posts.ts';
import type { Person } from '../../../setup/test-app.ts';

const app = await testBackend();
const { db, ctx, ports, call, ok, makeFan, makeCreator } = app;
const { makePost, buy, block } = postsIn(app);

async function makePoll(creator: Person, values: Partial<typeof polls.$inferInsert> = {}, answers = 3) {
  const id = await makePost(creator.id, { type: 'poll' });
  await db.insert(polls).values({
    feedId: id,
    question: 'Which glaze?',
    resultsVisible: 'afterVote',
    expiresAt: new Date(ports.clock.now().getTime() + 3_600_000),
    ...values,
  });
  const options = Array.from({ length: answers }, (_, position) => ({
    id: ports.ids(),
    feedId: id,
    position,
    text: `Answer ${position}`,
  }));
  await db.insert(pollOptions).values(options);
  return { id, options: options.map((option) => option.id) };
}
const vote = (who: Person, id: string, optionIds: string[]) =>
  call('POST /user/feeds/vote/:id', { token: who.token, params: { id }, body: { optionIds } });
const seen = async (who: Person | null, id: string) =>
  (await ok('GET /user/feeds/:id', { token: who?.token ?? null, params: { id } })).poll!;
const votesOf = ({ options }: { options: { votes: number | null }[] }) => options.map(({ votes }) => votes);

describe('voting', () => {
  test('one answer, changeable until the end; after it 409, and everyone sees the result', async () => {
    const [creator, fan, watcher] = [await makeCreator(), await makeFan(), await makeFan()];
    const poll = await makePoll(creator, { resultsVisible: 'afterEnd' });
    expect((await vote(fan, poll.id, [poll.options[0]!])).data).toMatchObject({
      ownVotes: [poll.options[0]],
      total: null,
    });
    expect((await vote(fan, poll.id, [poll.options[2]!])).data.ownVotes).toEqual([poll.options[2]]);
    for (const wrong of [
      [poll.options[0]!, poll.options[1]!],
      [poll.options[0]!, poll.options[0]!],
      [ports.ids()],
      [],
    ])
      expect((await vote(fan, poll.id, wrong)).status).toBe(422);
    expect([(await seen(watcher, poll.id)).total, (await seen(null, poll.id)).total]).toEqual([null, null]);
    expect(await seen(creator, poll.id)).toMatchObject({ total: 1, ownVotes: [] });
    ports.clock.move(3_600_000);
    const late = await vote(fan, poll.id, [poll.options[1]!]);
    expect([late.status, late.problem.message]).toEqual([409, 'This poll has ended.']);
    for (const who of [fan, watcher, null]) expect(votesOf(await seen(who, poll.id))).toEqual([0, 0, 1]);
  });

  test('several answers; results are shown to those who voted', async () => {
    const [creator, fan, watcher] = [await makeCreator(), await makeFan(), await makeFan()];
    const poll = await makePoll(creator, { multiple: true, resultsVisible: 'afterVote' }, 20);
    const chosen = [poll.options[0]!, poll.options[7]!, poll.options[19]!];
    const view = (await vote(fan, poll.id, chosen)).data;
    expect([view.ownVotes.toSorted(), view.total]).toEqual([chosen.toSorted(), 1]);
    expect(votesOf(await seen(watcher, poll.id))).toEqual(Array.from({ length: 20 }, () => null));
    await vote(fan, poll.id, [poll.options[7]!]);
    expect(votesOf(await seen(fan, poll.id)).reduce((sum, votes) => sum! + votes!, 0)).toBe(1);
  });

  test('votes while the post is being deleted either count or find nothing', async () => {
    const creator = await makeCreator();
    const people = await Promise.all(Array.from({ length: 6 }, () => makeFan()));
    const statuses = new Set<number>();
    for (let round = 0; round < 6; round += 1) {
      const poll = await makePoll(creator);
      const votes = people.map((who, at) => vote(who, poll.id, [poll.options[at % 3]!]));
      const answers = await Promise.all([
        ...votes,
        call('DELETE /performer/feeds/:id', { token: creator.token, params: { id: poll.id } }),
      ]);
      expect(answers.at(-1)!.status).toBe(200);
      for (const { status } of answers) statuses.add(status);
      expect(await db.select().from(pollVotes).where(eq(pollVotes.feedId, poll.id))).toEqual([]);
    }
    expect([...statuses].filter((status) => status !== 200 && status !== 404)).toEqual([]);
  });

  test('200 votes at once, including changes: voters and votes are exact', async () => {
    const creator = await makeCreator();
    const poll = await makePoll(creator, { multiple: true, resultsVisible: 'always' }, 5);
    const people = await Promise.all(Array.from({ length: 50 }, () => makeFan()));
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, at) =>
        vote(
          people[at % 50]!,
          poll.id,
          [poll.options[at % 5]!, poll.options[(at * 3 + 1) % 5]!].filter(
            (id, place, all) => all.indexOf(id) === place,
          ),
        ),
      ),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    const rows = await db.select().from(pollVotes).where(eq(pollVotes.feedId, poll.id));
    const [kept] = await db.select().from(polls).where(eq(polls.feedId, poll.id));
    expect(kept!.voters).toBe(50);
    expect(new Set(rows.map(({ accountId }) => accountId)).size).toBe(50);
    const counted = poll.options.map((id) => rows.filter(({ optionId }) => optionId === id).length);
    expect(votesOf(await seen(null, poll.id))).toEqual(counted);
  });

  test('a vote that waits past the end is too late', async () => {
    const [creator, fan] = [await makeCreator(), await makeFan()];
    const poll = await makePoll(creator);
    const late = await db.transaction(async (tx) => {
      await tx.select().from(polls).where(eq(polls.feedId, poll.id)).for('update');
      const waiting = vote(fan, poll.id, [poll.options[0]!]);
      await new Promise((resolve) => void setTimeout(resolve, 100));
      ports.clock.move(3_600_000);
      return { waiting };
    });
    expect((await late.waiting).status).toBe(409);
    expect(await db.select().from(pollVotes).where(eq(pollVotes.feedId, poll.id))).toEqual([]);
  });

  test('rejected with the reason for its creator, behind a lock, and if the post is readable only because it was bought', async () => {
    const [creator, fan, buyer] = [await makeCreator(), await makeFan(), await makeFan()];
    const poll = await makePoll(creator);
    expect((await vote(creator, poll.id, [poll.options[0]!])).status).toBe(403);
    expect((await vote(fan, await makePost(creator.id), [poll.options[0]!])).status).toBe(404);
    await buy(buyer.id, poll.id, creator.id);
    await db.update(feeds).set({ price: 10 }).where(eq(feeds.id, poll.id));
    expect((await vote(fan, poll.id, [poll.options[0]!])).problem.message).toBe(
      'This post is locked. Unlock it to vote.',
    );
    expect((await vote(buyer, poll.id, [poll.options[0]!])).status).toBe(200);
    await block(creator.id, buyer.id);
    expect((await vote(buyer, poll.id, [poll.options[0]!])).status).toBe(409);
  });
});

describe('the end', () => {
  test('notifies those who voted, once, except anyone who can no longer see the creator', async () => {
    const [creator, fan, blocked, watcher] = [
      await makeCreator(),
      await makeFan(),
      await makeFan(),
      await makeFan(),
    ];
    const poll = await makePoll(creator);
    await vote(fan, poll.id, [poll.options[0]!]);
    await vote(fan, poll.id, [poll.options[1]!]);
    await vote(blocked, poll.id, [poll.options[1]!]);
    await block(creator.id, blocked.id);
    await seen(watcher, poll.id);
    const runner = createJobRunner(ctx, { kinds: { 'poll-ended': jobKinds['poll-ended'] }, recurring: {} });
    const ofThis = () =>
      ports.transport
        .of('notification/created')
        .filter(({ payload }) => payload.href === `/feeds/${poll.id}`);
    ports.transport.clear();
    await runner.runDue();
    expect(ofThis()).toEqual([]);
    // The creator moves the end; the notification is sent then, and only then.
    await db
      .update(polls)
      .set({ expiresAt: new Date(ports.clock.now().getTime() + 7_200_000) })
      .where(eq(polls.feedId, poll.id));
    ports.clock.move(3_700_000);
    await runner.runDue();
    expect(ofThis()).toEqual([]);
    ports.clock.move(3_600_000);
    await runner.runDue();
    await runner.runDue();
    const told = ofThis();
    expect(told.map(({ room }) => room)).toEqual([`account:${fan.id}`]);
    expect(told[0]!.payload).toMatchObject({
      kind: 'poll',
      text: 'The poll “Which glaze?” has ended. See the results.',
    });
  });
});
