import { PGlite } from '@electric-sql/pglite';
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { Client } from 'pg';
import { afterAll, describe, expect, test } from 'vitest';
import { migrations } from '#backend/db/migrations.ts';
import { fetchRows } from '#backend/db/db.ts';
import { matchesText } from '#backend/db/matches-text.ts';
import { foldText, markedParts, splitSearchWords, splitTypedWords } from '#lib/search/words.ts';
import { testBackend } from '../../../setup/backend.ts';
import { otherPostgres } from '../../../setup/other-postgres.ts';
import { postsIn } from '../../../setup/posts.ts';

/** Why, what somebody wrote, what finds it, and what doesn't. */
const table: readonly (readonly [
  why: string,
  text: string,
  found: readonly string[],
  not: readonly string[],
])[] = [
  ['Latin: accents', 'Crème brûlée', ['creme', 'BRULEE', 'brûlée'], ['cremona']],
  ['Latin: letters with a stroke', 'Łódź, smørrebrød', ['lodz', 'Łódź', 'smorrebrod'], []],
  ['German: sharp s, written either way', 'Straßenmusik', ['strassenmusik', 'STRASSE'], []],
  ['German: from the other side', 'Strassenfest', ['Straßenfest'], []],
  ['Turkish: i with and without a dot', 'İstanbul’da ılık', ['istanbul', 'ISTANBUL', 'ilik'], []],
  ['Vietnamese: marks and đ', 'Đường phố Việt Nam', ['duong', 'đường', 'viet'], []],
  ['Latin: full-width letters', 'Ｓｔｕｄｉｏ ４２', ['studio', '42'], []],
  ['Cyrillic: ё is е', 'Зелёная ёлка', ['зеленая', 'елка', 'ЁЛКА'], ['балка']],
  ['Greek: tones and the last sigma', 'Ωραίος κήπος', ['ωραιος', 'ΚΗΠΟΣ', 'κηπο'], []],
  ['Arabic: vowel points and tatweel', 'كِتَابٌ جـمـيل', ['كتاب', 'جميل'], ['قلم']],
  ['Arabic and Persian: two ye, two kaf', 'كيك يدوي', ['کیک', 'یدوی'], []],
  ['Arabic: alef with hamza, te marbuta', 'أغنية', ['اغنيه', 'اغنية'], []],
  ['Persian: a joiner, and digits', 'می\u200cخواهم ۲۰۲۶', ['میخواهم', 'می\u200cخواهم', '2026'], []],
  ['Hebrew: points', 'שָׁלוֹם עולם', ['שלום', 'עולם'], ['שולחן']],
  ['Hebrew: gershayim', 'צה״ל', ['צהל', 'צה״ל'], []],
  ['Devanagari: a dot below', 'क़िताब की दुकान', ['किताब', 'दुकान'], ['मकान']],
  ['Tamil: vowel signs', 'தமிழ் இசை', ['தமிழ்', 'இசை'], ['நடனம்']],
  ['Thai: a word between others', 'ฉันรักแมวมาก', ['แมว', 'รัก'], ['แม่', 'หมา']],
  ['Chinese: two characters between others', '我喜欢摄影和旅行', ['摄影', '旅行', '旅'], ['影旅', '电影']],
  [
    'Japanese: two characters, and kana',
    '今日は東京都でコーヒーを',
    ['東京', '京都', 'コーヒー', '都'],
    ['大阪'],
  ],
  ['Japanese: half-width kana', 'ｶﾞﾗｽ細工', ['ガラス', '細工'], ['カラス']],
  ['Japanese: the mark that repeats', '佐々木さん', ['佐々木', '々木'], []],
  ['Chinese: more than a word long', `${'很'.repeat(60)}茶道`, ['茶道'], []],
  ['Korean: a word with what follows it', '한국어를 배워요', ['한국', '한국어', '국어'], ['중국']],
  ['Armenian: the mark over a vowel', 'ինչո՞ւ', ['ինչու'], []],
  ['Georgian', 'საქართველო', ['საქართველო', 'საქართ'], []],
  ['names with a sign: C++', 'I write C++ daily', ['C++', 'c'], ['C#']],
  ['names with a sign: C#', 'I write C# daily', ['C#'], ['C++']],
  ['names with a sign: .NET', 'All of .NET, at last', ['.NET', 'net'], []],
  ['an emoji', 'Pots🔥', ['🔥', 'pots'], ['🎉']],
  ['English: forms of a word', 'Quilts for winter', ['quilting', 'quilt', 'quilted'], []],
  ['English: a letter makes another word', 'A poster of mine', ['posters', 'postr'], ['potter']],
  ['English: a vowel is a slip', 'A separate thing', ['seperate'], []],
];

const app = await testBackend();
const { db, ok } = app;
const { makePost } = postsIn(app);

/** What the functions need, in a database without tables. */
const functions = migrations
  .flatMap(({ statements }) => statements)
  .filter((text) =>
    /FUNCTION (?:letters_of|search_(?:letters_of|text|grams_of|words_of|parts_of|slips_of))\(/.test(text),
  );
const inBrowser = await PGlite.create();
for (const text of functions) await inBrowser.exec(text);
const other = await otherPostgres();
const client = other && new Client({ connectionString: other.url });
await client?.connect();
for (const text of functions) await client?.query(text);
afterAll(async () => {
  await inBrowser.close();
  await client?.end();
  await other?.drop();
});

interface Row {
  words: string[];
  folded: string;
}
const asked = 'SELECT search_words_of($1) AS words, search_text($1) AS folded';
const databases: readonly (readonly [string, (text: string) => Promise<Row | undefined>])[] = [
  [
    'PostgreSQL',
    async (text) =>
      (
        await fetchRows<Row & Record<string, unknown>>(
          db.execute(sql`SELECT search_words_of(${text}) AS words, search_text(${text}) AS folded`),
        )
      )[0],
  ],
  ['the database in the browser', async (text) => (await inBrowser.query<Row>(asked, [text])).rows[0]],
  ...(client
    ? [
        [
          'an older PostgreSQL',
          async (text: string) => (await client.query<Row>(asked, [text])).rows[0],
        ] as const,
      ]
    : []),
];
async function expectSame(text: string): Promise<void> {
  const wanted = { words: splitSearchWords(text).toSorted(), folded: foldText(text) };
  for (const [name, ask] of databases) {
    const row = await ask(text);
    expect({ words: row?.words.toSorted(), folded: row?.folded }, `${name}: ${text}`).toEqual(wanted);
  }
}

describe('words', () => {
  test.each(table)('%s', async (...[, text, found, not]) => {
    for (const each of [text, ...found, ...not]) await expectSame(each);
    const creator = await app.makeCreator();
    const id = await makePost(creator.id, { text });
    for (const q of found) {
      const reply = await ok('GET /search', { token: null, query: { q, kind: 'post' } });
      expect(
        reply.groups[0]?.items.map(({ _id }) => _id),
        q,
      ).toContain(id);
      // The page marks it by the words that the server says.
      expect(
        markedParts(text, new Set(reply.matches)).some(({ isMatch }) => isMatch),
        q,
      ).toBe(true);
    }
    for (const q of not) {
      const reply = await ok('GET /search', { token: null, query: { q, kind: 'post' } });
      expect(
        reply.groups[0]?.items.map(({ _id }) => _id),
        q,
      ).not.toContain(id);
    }
  });

  test('of a creator’s name are suggested and found in lists', async () => {
    for (const [at, [name, q]] of [
      ['佐々木 花子', '花子'],
      ['Зелёный Кот', 'зеленый'],
      ['Straßenkind', 'strasse'],
      ['علي كريم', 'علی'],
      ['राज़ शर्मा', 'राज'],
      ['สมชายใจดี', 'ใจดี'],
      ['İpek', 'ipek'],
    ].entries()) {
      const creator = await app.makeCreator({ username: `someone-${at}`, name: name! });
      const { performers } = await ok('GET /search/suggestions', { token: null, query: { q: q! } });
      expect(
        performers.map(({ username }) => username),
        q,
      ).toContain(`someone-${at}`);
      const fan = await app.makeFan();
      await postsIn(app).follow(fan.id, creator.id);
      const rows = await fetchRows<{ is: boolean }>(
        db.execute(
          sql`SELECT ${matchesText(q!, sql`${name}::text`)} AS is, ${matchesText('%', sql`${name}::text`)} AS no`,
        ),
      );
      expect(rows, q).toEqual([{ is: true, no: false }]);
    }
  });

  test('are the same on the page and in every database, whatever the text', async () => {
    const part = fc.constantFrom(
      'a',
      'É',
      'ß',
      'İ',
      '.',
      '+',
      '#',
      ' ',
      "'",
      '’',
      '1',
      '字',
      '々',
      'ー',
      'ｶ',
      'ﾞ',
      'か\u3099',
      'ท',
      'ี่',
      'का',
      'क़',
      'שָׁ',
      'ـ',
      'ك',
      '\u200c',
      '\u0301',
      '한',
      '🔥',
      '👩‍🚀',
      '½',
      'ﷺ',
      '·',
      '_',
      '\n',
    );
    await fc.assert(
      fc.asyncProperty(fc.array(part, { maxLength: 12 }), (parts) => expectSame(parts.join(''))),
      { numRuns: 60 },
    );
  });

  test('of scripts without spaces are typed as their longest parts', () => {
    expect(splitTypedWords('東京都 C++')).toEqual(['東京', '京都', 'c++']);
    expect(splitTypedWords('แมวดี')).toEqual(['แมว', 'มวดี']);
  });

  test.each([
    ['今日は東京都です', ['東京', '京都'], '今日は[東京都]です'],
    ['In C++ now', ['c++'], 'In [C++] now'],
    ['A harbour, then harbours', ['harbour'], 'A [harbour], then harbours'],
  ])('are marked in %s', (text, words, wanted) =>
    expect(
      markedParts(text, new Set(words))
        .map((each) => (each.isMatch ? `[${each.text}]` : each.text))
        .join(''),
    ).toBe(wanted),
  );
});
