import { eq, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { fetchRows } from '#backend/db/db.ts';
import { countryBlocks } from '#backend/db/schema/blocks.ts';
import { conversations, messages } from '#backend/db/schema/messages.ts';
import { searchMessages, selectIndexed } from '#backend/domain/talk/messages/searching.ts';
import { testBackend } from '../../../setup/backend.ts';
import { postsIn } from '../../../setup/posts.ts';
import { talkOf } from '../../../setup/talk.ts';
import type { Person } from '../../../setup/test-app.ts';

const app = await testBackend();
const { call, ok, db, ports } = app;
const { block, makeFile } = postsIn(app);
const talk = talkOf(app);

type Query = {
  q: string;
  conversationId?: string;
  from?: 'anyone' | 'me' | 'others';
  limit?: number;
  cursor?: string;
};
const search = (who: Person, query: Query) => ok('GET /messages/search', { token: who.token, query });
const found = async (who: Person, query: Query) =>
  (await search(who, query)).data.map(({ message }) => message.seq);

/** A fan and a creator who said these lines in turn. */
async function said(...lines: string[]) {
  const two = await talk.pair();
  for (const [at, line] of lines.entries()) {
    await talk.send(at % 2 ? two.creator : two.fan, two.id, line);
    ports.clock.move('1s');
  }
  return two;
}

/** Messages without the words, of the seconds that follow. */
async function fill({ fan, creator, id }: Talk, { from, to }: { from: number; to: number }) {
  await db.execute(sql`
    INSERT INTO messages (id, conversation_id, sender_id, recipient_id, seq, text, created_at)
    SELECT gen_random_uuid(), ${id}::uuid, ${creator.id}::uuid, ${fan.id}::uuid, n, 'Nothing',
      ${ports.clock.now().toISOString()}::timestamptz + (n - ${from}::int) * interval '1 millisecond'
    FROM generate_series(${from}::int, ${to}::int) n`);
  await db.update(conversations).set({ lastSeq: to }).where(eq(conversations.id, id));
  ports.clock.move('20s');
}
type Talk = Awaited<ReturnType<typeof talk.pair>>;

describe('searching messages', () => {
  test('finds words of both sides, newest first, with the person and the words marked', async () => {
    const { fan, creator, id } = await said('The ash glaze', 'A blue glaze', 'No pots', 'Glazes take time');
    expect(await found(fan, { q: 'glaze' })).toEqual([4, 2, 1]);
    expect(await found(creator, { q: 'GLAZE' })).toEqual([4, 2, 1]);
    const [first] = (await search(creator, { q: 'ash glaz' })).data;
    expect(first).toMatchObject({
      message: { conversationId: id, seq: 1, senderId: fan.id, type: 'text' },
      recipient: { _id: fan.id },
      snippet: [
        { text: 'The ', isMatch: false },
        { text: 'ash', isMatch: true },
        { text: ' ', isMatch: false },
        { text: 'glaze', isMatch: true },
      ],
    });
  });

  test('all words must be there; the last may be begun, the others not; stop words count', async () => {
    const { fan } = await said('The ash glaze', 'Blue ashes');
    expect(await found(fan, { q: 'ash blue' })).toEqual([]);
    expect(await found(fan, { q: 'blue ash' })).toEqual([2]);
    expect(await found(fan, { q: 'the' })).toEqual([1]);
    expect(await found(fan, { q: 'as' })).toEqual([]);
  });

  test.each([
    "'",
    '" | !x & (',
    '!!',
    ':*',
    'a:* & b',
    '\\',
    '🔥',
    "x'; DROP TABLE messages; --",
    'with ',
    'in',
  ])('%s is searched for as it stands', async (q) => {
    const { fan } = await said('Plain words');
    const { status, data } = await call('GET /messages/search', { token: fan.token, query: { q } });
    expect([status, data.data]).toEqual([200, []]);
  });

  test('by sender, and in one conversation', async () => {
    const { fan, creator, id } = await said('Blue one', 'Blue two', 'Blue three');
    const other = await app.makeCreator();
    const { _id: second } = await talk.open(fan, other);
    await talk.send(fan, second, 'Blue elsewhere');
    expect((await search(fan, { q: 'blue' })).data).toHaveLength(4);
    expect(await found(fan, { q: 'blue', conversationId: id })).toEqual([3, 2, 1]);
    expect(await found(fan, { q: 'blue', conversationId: id, from: 'me' })).toEqual([3, 1]);
    expect(await found(fan, { q: 'blue', conversationId: id, from: 'others' })).toEqual([2]);
    expect(await found(creator, { q: 'blue', from: 'me' })).toEqual([2]);
    expect((await search(fan, { q: 'blue', from: 'me' })).data).toHaveLength(3);
  });

  test('an edit is found by its new words, a deleted message by none', async () => {
    const { fan, creator, id } = await said('First draft', 'Second draft');
    const [last, first] = (await talk.history(fan, id)).data;
    await ok('PUT /messages/:id', { token: fan.token, params: { id: first!._id }, body: { text: 'Final' } });
    await ok('DELETE /messages/:id', { token: creator.token, params: { id: last!._id } });
    for (const who of [fan, creator]) {
      expect(await found(who, { q: 'draft' })).toEqual([]);
      expect(await found(who, { q: 'final' })).toEqual([1]);
    }
  });

  test('nobody else’s: not a stranger’s, not after a block, not from a closed country', async () => {
    const { fan, creator } = await said('Secret glaze');
    expect((await search(await app.makeFan(), { q: 'glaze' })).data).toEqual([]);
    expect((await search(await app.makeCreator(), { q: 'glaze' })).data).toEqual([]);
    await db
      .insert(countryBlocks)
      .values({ blockerId: creator.id, country: 'SE', createdAt: ports.clock.now() } as never);
    const fromSweden = { ...app.ctxOf(fan.viewer, { country: 'SE' }) };
    expect((await searchMessages(fromSweden, { q: 'glaze', from: 'anyone', limit: 25 })).data).toEqual([]);
    expect(
      (
        await searchMessages(app.ctxOf(fan.viewer, { country: 'DE' }), {
          q: 'glaze',
          from: 'anyone',
          limit: 25,
        })
      ).data,
    ).toHaveLength(1);
    await block(fan.id, creator.id);
    for (const who of [fan, creator]) expect((await search(who, { q: 'glaze' })).data).toEqual([]);
  });

  test('the words of what is sold, never its files', async () => {
    const { fan, creator, id } = await said('Hello', 'Hi');
    const file = await makeFile(creator.id);
    await ok('POST /messages/conversations/:id', {
      token: creator.token,
      params: { id },
      body: { conversationId: id, data: { text: 'Kiln pictures', files: [file], price: 30 } },
    });
    expect(await found(fan, { q: 'kiln' })).toEqual([3]);
    expect(Object.keys((await search(fan, { q: 'kiln' })).data[0]!.message).toSorted()).toEqual([
      '_id',
      'conversationId',
      'createdAt',
      'senderId',
      'seq',
      'type',
    ]);
  });

  test('page by page, also through messages of one moment', async () => {
    const { fan, creator, id } = await talk.pair();
    for (let seq = 1; seq <= 9; seq++) await talk.send(seq % 2 ? fan : creator, id, `Glaze ${seq}`);
    await db.update(messages).set({ createdAt: ports.clock.now() }).where(eq(messages.conversationId, id));
    const seen: number[] = [];
    let cursor: string | undefined;
    do {
      const page = await search(fan, { q: 'glaze', limit: 4, ...(cursor && { cursor }) });
      seen.push(...page.data.map(({ message }) => message.seq));
      cursor = page.nextCursor ?? undefined;
    } while (cursor);
    expect(seen.toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
    const spoilt = await call('GET /messages/search', {
      token: fan.token,
      query: { q: 'glaze', cursor: 'x' },
    });
    expect(spoilt.status).toBe(422);
  });

  test('refuses nothing to search for, too much of it, and what it doesn’t know', async () => {
    const { fan } = await said('Hello');
    for (const query of [
      { q: ' ' },
      { q: 'x'.repeat(101) },
      { q: 'a', from: 'nobody' },
      { q: 'a', limit: 101 },
      { q: 'a', sort: 'old' },
    ])
      expect((await call('GET /messages/search', { token: fan.token, query: query as Query })).status).toBe(
        422,
      );
  });

  test('beyond the newest messages the index of words finds the same, in the same order', async () => {
    const { fan, creator, id } = await said('An old glaze', 'An old ash glaze');
    await db.execute(sql`
      INSERT INTO messages (id, conversation_id, sender_id, recipient_id, seq, text, created_at)
      SELECT gen_random_uuid(), ${id}::uuid, ${creator.id}::uuid, ${fan.id}::uuid, n, CASE WHEN n = 1100 THEN 'A new glaze' ELSE 'Nothing' END,
        ${ports.clock.now().toISOString()}::timestamptz + n * interval '1 second'
      FROM generate_series(3, 1200) n`);
    for (const query of [{ q: 'glaze' }, { q: 'glaze', conversationId: id }])
      expect(await found(fan, query)).toEqual([1100, 2, 1]);
    expect(await found(fan, { q: 'glaze', from: 'others' })).toEqual([1100, 2]);
    const first = await search(fan, { q: 'glaze', limit: 1 });
    expect(first.data[0]!.message.seq).toBe(1100);
    expect(await found(fan, { q: 'glaze', limit: 1, cursor: first.nextCursor! })).toEqual([2]);
    await block(creator.id, fan.id);
    expect(await found(fan, { q: 'glaze' })).toEqual([]);
  });

  test('among many messages the index of words is asked', async () => {
    const { fan, ...two } = await said('Hello', '我喜欢摄影和旅行');
    await fill({ fan, ...two }, { from: 3, to: 20_000 });
    await db.execute(sql`ANALYZE messages`);
    for (const [q, words, seq] of [
      ['hello', { whole: [], begun: 'hello' }, 1],
      ['摄影', { whole: ['摄影'], begun: null }, 2],
    ] as const) {
      const query = { q, from: 'anyone', limit: 25 } as const;
      const asked = selectIndexed(app.ctxOf(fan.viewer, { country: 'SE' }), query, words);
      const plan = (await fetchRows<Record<string, string>>(db.execute(sql`EXPLAIN ${asked}`)))
        .map((row) => row['QUERY PLAN'])
        .join('\n');
      expect(plan).toContain('Bitmap Index Scan on messages_words');
      expect(await found(fan, query)).toEqual([seq]);
    }
  });

  test('the index can be built again, where functions are found only by their full names', async () => {
    await said('Crème');
    await db.execute(sql`REINDEX INDEX messages_words`);
  });
});

/** Why, what somebody wrote, what finds it, and what doesn't. */
const scripts: readonly (readonly [
  why: string,
  text: string,
  found: readonly string[],
  not: readonly string[],
])[] = [
  ['Latin: accents', 'Crème brûlée', ['creme', 'BRULEE'], ['cremona']],
  ['German: sharp s, written either way', 'In der Straße', ['strasse', 'straße'], ['gasse']],
  ['Turkish: i with and without a dot', 'İstanbul ılık', ['istanbul', 'ilik'], []],
  ['Vietnamese: marks and đ', 'Đường phố', ['duong', 'đường'], []],
  ['Cyrillic: ё is е', 'Зелёная ёлка', ['елка', 'зеленая', 'ЁЛКА'], ['балка']],
  ['Greek: tones and the last sigma', 'Ωραίος κήπος', ['ωραιος', 'ΚΗΠΟΣ'], []],
  ['Arabic and Persian: two ye, two kaf', 'كيك يدوي', ['کیک', 'یدوی'], ['قلم']],
  ['Hebrew: points', 'שָׁלוֹם עולם', ['שלום'], ['שולחן']],
  ['Devanagari: a dot below', 'क़िताब की दुकान', ['किताब', 'दुकान'], ['मकान']],
  ['Tamil: vowel signs', 'தமிழ் இசை', ['இசை'], ['நடனம்']],
  ['Thai: a word between others', 'ฉันรักแมวมาก', ['แมว', 'รัก'], ['หมา']],
  ['Chinese: two characters between others', '我喜欢摄影和旅行', ['摄影', '旅行', '旅'], ['影旅']],
  ['Japanese: two characters, and kana', '今日は東京都でコーヒーを', ['東京', '京都', 'コーヒー'], ['大阪']],
  ['Korean: a word with what follows it', '한국어를 배워요', ['한국', '한국어'], ['중국']],
  ['Armenian: the mark over a vowel', 'ինչո՞ւ', ['ինչու'], []],
  ['Georgian', 'საქართველო', ['საქართველო', 'საქართ'], []],
  ['names with a sign: C++', 'I write C++ daily', ['C++', 'c'], ['C#']],
  ['names with a sign: C#', 'I write C# daily', ['C#'], ['C++']],
  ['an emoji', 'Pots🔥', ['🔥', 'pots'], ['🎉']],
];

describe('messages in any script', () => {
  test.each(scripts)('%s', async (...[, text, words, not]) => {
    const { fan } = await said(text, 'Something else');
    for (const q of words) {
      const { data } = await search(fan, { q });
      expect(
        data.map(({ message }) => message.seq),
        q,
      ).toEqual([1]);
      expect(
        data[0]!.snippet.some(({ isMatch }) => isMatch),
        q,
      ).toBe(true);
    }
    for (const q of not) expect(await found(fan, { q }), q).toEqual([]);
  });

  test('page by page, also far apart', async () => {
    const { fan, ...two } = await said('Creme');
    await fill({ fan, ...two }, { from: 2, to: 1_099 });
    await talk.send(fan, two.id, 'Crème');
    await fill({ fan, ...two }, { from: 1_101, to: 1_105 });
    const first = await search(fan, { q: 'creme', limit: 1 });
    expect([first.data[0]!.message.seq, await found(fan, { q: 'creme' })]).toEqual([1_100, [1_100, 1]]);
    expect(await found(fan, { q: 'creme', limit: 1, cursor: first.nextCursor! })).toEqual([1]);
  });

  test('are found by the same words however far behind the newest', async () => {
    const { fan, ...two } = await said(...scripts.map(([, text]) => text), 'On .NET', 'Cats');
    await fill({ fan, ...two }, { from: scripts.length + 3, to: 10_500 });
    for (const [at, [why, , words, not]] of scripts.entries()) {
      for (const q of words) expect(await found(fan, { q }), `${why}: ${q}`).toContain(at + 1);
      for (const q of not) expect(await found(fan, { q }), `${why}: ${q}`).not.toContain(at + 1);
    }
    expect(await found(fan, { q: '.net' })).toEqual([scripts.length + 1]);
  });
});
