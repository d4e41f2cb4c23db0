import { PGlite } from '@electric-sql/pglite';
import { sql } from 'drizzle-orm';
import { afterAll, describe, expect, test } from 'vitest';
import { migrations } from '#backend/db/migrations.ts';
import { fetchRows } from '#backend/db/db.ts';
import { findHashtags } from '#lib/markup/references.ts';
import { parseTag, tagKey } from '#lib/markup/tags-and-mentions.ts';
import { typedReference } from '#components/base/writing/typed-reference.ts';
import { testBackend } from '../../../setup/backend.ts';
import { otherPostgres } from '../../../setup/other-postgres.ts';
import { Client } from 'pg';

/** Why, the text, and its tags. */
const table: readonly (readonly [why: string, text: string, tags: readonly string[]])[] = [
  ['Latin: accents make another word', '#año #ano', ['ano', 'año']],
  ['Latin: an accent as a character of its own', '#an\u0303o', ['año']],
  ['Vietnamese: two marks on one letter', '#tiếng_việt', ['tiếng_việt']],
  ['Turkish: a capital with a dot', '#İstanbul', ['istanbul']],
  ['German: a capital sharp s', '#STRAẞE', ['straße']],
  ['Catalan: the dot between two l', '#col·lecció·', ['col·lecció']],
  ['English: an apostrophe ends it', '#rock’n’roll', ['rock']],
  ['Cyrillic: capitals', '#Ёлка, #ФОТО!', ['ёлка', 'фото']],
  ['Greek: a sigma at the end', '#ΛΌΓΟΣ #λόγος', ['λόγοσ']],
  ['Arabic: vowel signs and tatweel', '#كِتَاب #كـتاب', ['كِتَاب', 'كـتاب']],
  ['Arabic: its comma and question mark end it', '#كتاب، #قلم؟', ['قلم', 'كتاب']],
  ['Persian: a joiner inside, none at the end', '#می\u200cخواهم\u200c', ['می\u200cخواهم']],
  ['Urdu: the full stop ends it', '#اردو۔', ['اردو']],
  ['Hebrew: points and gershayim', '#שָׁלוֹם #צה״ל', ['צה״ל', 'שָׁלוֹם'.normalize('NFKC')].toSorted()],
  ['Devanagari: vowel signs, a joiner after virama', '#हिन्दी #क्\u200dष।', ['क्\u200dष', 'हिन्दी']],
  ['Bengali: marks', '#বাংলা', ['বাংলা']],
  ['Tamil: marks', '#தமிழ்,', ['தமிழ்']],
  ['Thai: vowels and tones, no spaces', '#ภาษาไทย๚', ['ภาษาไทย'.normalize('NFKC')]],
  ['Khmer: the full stop ends it', '#ភាសាខ្មែរ។', ['ភាសាខ្មែរ']],
  ['Burmese: marks', '#မြန်မာ။', ['မြန်မာ']],
  ['Tibetan: the shad ends it', '#བོད།', ['བོད']],
  ['Chinese: the full stop and the comma end it', '#摄影。#茶，#水', ['摄影', '水', '茶']],
  ['Japanese: the mark that repeats a character', '#佐々木', ['佐々木']],
  ['Japanese: the long vowel', '#コーヒー、', ['コーヒー']],
  ['Japanese: half-width and full-width are one', '#ｺｰﾋｰ #コーヒー', ['コーヒー']],
  ['Japanese: 〆 and 〇', '#〆切 #二〇二六', ['〆切', '二〇二六']],
  ['Japanese: the sign of full width', '＃写真', ['写真']],
  ['Japanese: corner brackets', '「#写真」', ['写真']],
  ['Japanese: a name with a selected form', '#葛\u{e0100}城', ['葛\u{e0100}城']],
  ['Chinese beyond the first plane', '#𠮷野家', ['𠮷野家']],
  ['Korean: composed or not', '#한국어 #\u1112\u1161\u11ab', ['한', '한국어']],
  ['Armenian: the mark over a vowel belongs to it', '#ինչո՞ւ #հայ։', ['ինչո՞ւ', 'հայ']],
  ['Georgian', '#საქართველო', ['საქართველო']],
  ['Ethiopic: the full stop ends it', '#አማርኛ።', ['አማርኛ']],
  ['digits of any script are no tag', '#2026 #١٢٣ #१२३ #４２ #_1', []],
  ['digits and a letter are', '#3d #第5回', ['3d', '第5回']],
  ['emoji are none and end one', '#🔥 #art🔥 #❤️ #a❤️', ['a', 'art']],
  ['an emoji that begins with the sign', '#️⃣abc', []],
  ['a mark begins none', '#\u0301a', []],
  ['within a word it’s none', 'a#b я#б 字#字 ـ#ك ท#ท a\u0301#b', []],
  ['after an address, whose end its script tells', 'https://a.b/道。#道 https://a.b/#c', ['道']],
  ['an address without a host is none', 'www.#a', ['a']],
];

const app = await testBackend();
const { db } = app;
const { makePost } = (await import('../../../setup/posts.ts')).postsIn(app);

/** What the functions need, in a database without tables. */
const functions = migrations
  .flatMap(({ statements }) => statements)
  .filter((text) => /FUNCTION (?:letters_of|tag_keys|hashtags_of)\(/.test(text));
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

type Ask = (text: string) => Promise<string[]>;
const databases: readonly (readonly [string, Ask])[] = [
  [
    'PostgreSQL',
    async (text) =>
      (await fetchRows<{ tags: string[] }>(db.execute(sql`SELECT hashtags_of(${text}) AS tags`)))[0]!.tags,
  ],
  [
    'the database in the browser',
    async (text) =>
      (await inBrowser.query<{ tags: string[] }>('SELECT hashtags_of($1) AS tags', [text])).rows[0]!.tags,
  ],
  ...(client
    ? [
        [
          'an older PostgreSQL',
          async (text: string) =>
            (await client.query<{ tags: string[] }>('SELECT hashtags_of($1) AS tags', [text])).rows[0]!.tags,
        ] as const,
      ]
    : []),
];

describe('a tag', () => {
  test.each(table)('%s', async (_, text, tags) => {
    expect(findHashtags(text).toSorted()).toEqual(tags.toSorted());
    for (const [name, ask] of databases) expect((await ask(text)).toSorted(), name).toEqual(tags.toSorted());
  });

  test.each(databases)('is made of the same characters on the page and in %s', async (_, ask) => {
    const every: string[] = [];
    for (let code = 1; code <= 0x10_ff_ff; code += 1) {
      const character = String.fromCodePoint(code);
      if (/\p{Cs}|\p{Cn}|\p{Co}|[<&]/u.test(character)) continue;
      every.push(`#x${character}y`);
    }
    for (let at = 0; at < every.length; at += 20_000) {
      const part = every.slice(at, at + 20_000);
      // Each in a line of its own, and 500 to a text, as no text has more.
      const wanted = new Set<string>();
      for (let from = 0; from < part.length; from += 500)
        for (const tag of findHashtags(part.slice(from, from + 500).join('\n'))) wanted.add(tag);
      // A database doesn't know the capitals of the newest letters.
      expect(new Set((await ask(part.join('\n'))).map(tagKey))).toEqual(wanted);
    }
  });

  test.each([
    ['佐々木', '佐々木'],
    ['می\u200cخواهم', 'می\u200cخواهم'],
    ['हिन्दी', 'हिन्दी'],
    ['İstanbul', 'istanbul'],
    ['コーヒー', 'コーヒー'],
    ['தமிழ்', 'தமிழ்'],
  ])('#%s leads to its page, and is suggested while it is typed', async (written, key) => {
    const id = await makePost((await app.makeCreator()).id, { text: `＃${written}` });
    expect(tagKey(written)).toBe(key);
    expect(parseTag(`＃${written}`)).toBe(key);
    const { data } = await app.ok('GET /tags/:tag/feeds', { token: null, params: { tag: written } });
    expect(data.map(({ _id }) => _id)).toEqual([id]);
    expect(typedReference(`x ＃${written}`, written.length + 3)).toMatchObject({ sign: '#', q: written });
    app.ports.clock.move('6m');
    const { data: suggested } = await app.ok('GET /tags', {
      token: (await app.makeFan()).token,
      query: { q: `＃${written.slice(0, -1)}` },
    });
    expect(suggested).toContain(written);
  });
});

/** Why, as it was first written, as others write it, and its address; another word that isn't this tag. */
const written: readonly (readonly [why: string, first: string, again: string, tag: string, other: string])[] =
  [
    ['German: a capital with an umlaut', 'Ölmalerei', 'ölmalerei', 'ölmalerei', 'Olmalerei'],
    ['Spanish: a capital within', 'AñoNuevo', 'añonuevo', 'añonuevo', 'anonuevo'],
    ['Turkish: a capital with a dot', 'İzmir', 'izmir', 'izmir', 'ızmir'],
    ['Vietnamese: capitals with two marks', 'TiếngViệt', 'tiếngviệt', 'tiếngviệt', 'TiengViet'],
    ['Cyrillic: capitals', 'Ёлка', 'ЁЛКА', 'ёлка', 'Елка'],
    ['Greek: a sigma at the end', 'Λόγος', 'ΛΌΓΟΣ', 'λόγοσ', 'Λογος'],
    ['Armenian: capitals', 'Հայաստան', 'ՀԱՅԱՍՏԱՆ', 'հայաստան', 'Հայաստանի'],
    ['Georgian: its capitals', 'საქართველო', 'ᲡᲐᲥᲐᲠᲗᲕᲔᲚᲝ', 'საქართველო', 'ქართველო'],
    ['Arabic: vowel points make another', 'كِتَاب', 'كِتَاب', 'كِتَاب', 'كتاب'],
    ['Hebrew: gershayim', 'צה״ל', 'צה״ל', 'צה״ל', 'צהל'],
    ['Devanagari: one or two characters for a letter', '\u0958लम', 'क\u093cलम', 'क\u093cलम', 'कलम'],
    ['Thai', 'ภาษาไทย', 'ภาษาไทย', 'ภาษาไทย', 'ภาษา'],
    ['Japanese: half width', 'ｶﾒﾗ', 'カメラ', 'カメラ', 'カメ'],
    ['Chinese', '摄影', '摄影', '摄影', '攝影'],
    ['Korean: composed or not', '한국어'.normalize('NFD'), '한국어', '한국어', '한국'],
  ];

describe('the page of a tag', () => {
  test.each(written)('shows it as it was first written: %s', async (...[, first, again, tag, other]) => {
    const creator = await app.makeCreator();
    const write = async (text: string) => {
      await makePost(creator.id, { text: `About #${text}.` });
      app.ports.clock.move('1s');
    };
    const page = () => app.ok('GET /tags/:tag', { token: null, params: { tag: again } });
    const key = parseTag(tag);
    expect([parseTag(first), parseTag(again)]).toEqual([key, key]);
    expect(await page()).toMatchObject({ tag: key, written: key, posts: 0 });
    await write(other);
    await write(first);
    await write(again);
    expect(await page()).toMatchObject({ tag: key, written: first, posts: 2 });
  });
});
