import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { feeds, pollOptions, polls, pollVotes } from '#backend/db/schema/posts.ts';
import type { CallInput } from '#contract/core/registry.ts';
import { testBackend } from '../../../setup/backend.ts';
import type { Person } from '../../../setup/test-app.ts';

const app = await testBackend();
const { db, ports, call, ok, makeFan, makeCreator } = app;

type Update = CallInput<'PUT /performer/feeds/:id'>['body'];
const update = (who: Person, id: string, body: Update) =>
  call('PUT /performer/feeds/:id', { token: who.token, params: { id }, body });
const own = (who: Person, id: string) => ok('GET /performer/feeds/:id', { token: who.token, params: { id } });
const inMinutes = (minutes: number) => new Date(ports.clock.now().getTime() + minutes * 60_000).toISOString();

describe('a poll', () => {
  const plan = { question: 'Which glaze?', options: ['Ash', 'Celadon', 'Tenmoku'] };
  const ask = (
    who: Person,
    poll: CallInput<'POST /performer/feeds/polls'>['body']['poll'],
    more: object = {},
  ) => call('POST /performer/feeds/polls', { token: who.token, body: { poll, audience: 'public', ...more } });
  const voteIn = async (feedId: string, fan: Person) => {
    const [option] = await db.select().from(pollOptions).where(eq(pollOptions.feedId, feedId)).limit(1);
    await db
      .insert(pollVotes)
      .values({ feedId, accountId: fan.id, optionId: option!.id, createdAt: ports.clock.now() });
    await db.update(polls).set({ voters: 1 }).where(eq(polls.feedId, feedId));
  };

  test('is a post with its question and answers in order', async () => {
    const creator = await makeCreator();
    const { status, data } = await ask(
      creator,
      { ...plan, multiple: true, expiresAt: inMinutes(60), resultsVisible: 'afterEnd' },
      { text: 'For the new kiln' },
    );
    expect(status).toBe(201);
    expect(data).toMatchObject({
      type: 'poll',
      state: 'published',
      text: 'For the new kiln',
      poll: { question: 'Which glaze?', multiple: true, resultsVisible: 'afterEnd', total: 0, ownVotes: [] },
    });
    expect(data.poll?.options.map(({ text, votes }) => [text, votes])).toEqual([
      ['Ash', 0],
      ['Celadon', 0],
      ['Tenmoku', 0],
    ]);
  });

  test('outside the limits is rejected, and nothing is written', async () => {
    const creator = await makeCreator();
    const cases: [object, string][] = [
      [{ ...plan, options: ['one'] }, 'poll.options'],
      [{ ...plan, options: Array.from({ length: 21 }, (_, at) => `Answer ${at}`) }, 'poll.options'],
      [{ ...plan, options: ['a', 'x'.repeat(81)] }, 'poll.options.1'],
      [{ ...plan, options: ['a', '  '] }, 'poll.options.1'],
      [{ ...plan, options: ['Ash', 'ash'] }, 'poll.options'],
      [{ ...plan, question: ' ' }, 'poll.question'],
      [{ ...plan, expiresAt: ports.clock.now().toISOString() }, 'poll.expiresAt'],
      [{ ...plan, voters: 5 }, 'poll.voters'],
    ];
    for (const [poll, field] of cases) {
      const { status, problem } = await ask(creator, poll as typeof plan);
      expect({ poll, status, field: problem.errors?.[0]?.field }).toEqual({ poll, status: 422, field });
    }
    expect(await db.select().from(feeds).where(eq(feeds.performerId, creator.id))).toEqual([]);
    expect(
      (await ask(creator, { ...plan, expiresAt: inMinutes(30) }, { scheduledAt: inMinutes(60) })).problem
        .errors?.[0]?.field,
    ).toBe('poll.expiresAt');
  });

  test('can be changed freely before the first vote; afterwards only its end', async () => {
    const [creator, fan] = [await makeCreator(), await makeFan()];
    const { data } = await ask(creator, plan);
    const changed = await update(creator, data._id, {
      poll: { question: 'Which one?', options: ['Tenmoku', 'Ash'], resultsVisible: 'always' },
    });
    expect(changed.data.poll).toMatchObject({
      question: 'Which one?',
      options: [{ text: 'Tenmoku' }, { text: 'Ash' }],
    });
    await voteIn(data._id, fan);
    const same = { question: 'Which one?', options: ['Tenmoku', 'Ash'], resultsVisible: 'always' as const };
    expect((await update(creator, data._id, { poll: { ...same, options: ['Ash', 'Tenmoku'] } })).status).toBe(
      409,
    );
    expect((await update(creator, data._id, { poll: { ...same, expiresAt: inMinutes(5) } })).status).toBe(
      200,
    );
    ports.clock.move('6m');
    expect((await update(creator, data._id, { poll: { ...same, expiresAt: inMinutes(5) } })).status).toBe(
      409,
    );
    expect(
      (
        await update(creator, data._id, {
          text: 'still editable',
          poll: { ...same, expiresAt: (await own(creator, data._id)).poll!.expiresAt },
        })
      ).status,
    ).toBe(200);
  });

  test('is deleted with its post, including votes', async () => {
    const [creator, fan] = [await makeCreator(), await makeFan()];
    const { data } = await ask(creator, plan);
    await voteIn(data._id, fan);
    await ok('DELETE /performer/feeds/:id', { token: creator.token, params: { id: data._id } });
    expect(await db.select().from(polls).where(eq(polls.feedId, data._id))).toEqual([]);
  });
});
