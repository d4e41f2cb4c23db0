import { eq, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { fetchRows } from '#backend/db/db.ts';
import { videos } from '#backend/db/schema/videos.ts';
import { dropSearchTerms } from '#backend/domain/across/leaving/erasing/counted-query.ts';
import { distinctTags, tagKey } from '#lib/markup/tags-and-mentions.ts';
import { galleryApp } from '../../../setup/galleries.ts';
import { videosIn } from '../../../setup/videos.ts';

const app = await galleryApp();
const { ok, db, makeGallery, makePhoto } = app;
const { makeVideo } = videosIn(app);

/** As it was written, and other spellings of it. */
const spellings: [string, ...string[]][] = [
  ['Ölmalerei', 'ölmalerei', 'ÖLMALEREI', 'O\u0308lmalerei'],
  ['İstanbul', 'istanbul'],
  ['Κήπος', 'κήπος', 'ΚΉΠΟΣ'],
  ['Wheel Thrown', 'wheel thrown'],
  ['佐々木', '佐々木'],
  ['ｃｌａｙ', 'Clay'],
  ['it’s "odd" {a,b} \\', 'It’s "ODD" {a,b} \\'],
];

describe('a tag of a video, gallery or photo', () => {
  test('is kept once, by whatever it is saved', async () => {
    const creator = await app.makeCreator();
    const tags = ['Kiln', 'kiln', 'Clay'];
    const gallery = await app.create(creator, { title: 'One', tags });
    const photo = await app.upload(creator, { tags: tags.join() });
    const saved = [
      gallery,
      photo,
      await app.update(creator, gallery.data._id, { tags: ['KILN', ...tags] }),
      await app.changePhoto(creator, photo.data._id, { tags: ['KILN', ...tags] }),
    ];
    expect(saved.map(({ data }) => data.tags)).toEqual([
      ['Kiln', 'Clay'],
      ['Kiln', 'Clay'],
      ['KILN', 'Clay'],
      ['KILN', 'Clay'],
    ]);
  });

  test.each(spellings)(
    '%s stays as it was written and is found in any spelling',
    async (written, ...others) => {
      const creator = await app.makeCreator();
      const video = await makeVideo(creator.id, { title: 'A video' });
      const { data } = await app.call('PUT /performer/performer-assets/videos/edit/:id', {
        token: creator.token,
        params: { id: video },
        body: { tags: [written, ...others] },
      });
      expect(data.tags).toEqual([written]);
      const gallery = await makeGallery(creator.id, { tags: [written] }, 1);
      const photo = await makePhoto(creator.id, { tags: [written] });
      for (const tag of [written, ...others]) {
        const found = await Promise.all([
          ok('GET /performer-assets/videos/search', { query: { performerId: creator.id, tag } }),
          ok('GET /performer-assets/videos/search', { query: { performerId: creator.id, q: tag } }),
          ok('GET /performer/performer-assets/videos/search', { token: creator.token, query: { tag } }),
          ok('GET /performer-assets/galleries/search', { query: { performerId: creator.id, tag } }),
          ok('GET /performer-assets/photos', { query: { performerId: creator.id, tag } }),
          ok('GET /performer/performer-assets/photos/search', { token: creator.token, query: { tag } }),
        ]);
        expect(
          found.map((list) => list.data.map(({ _id, tags }) => [_id, tags])),
          tag,
        ).toEqual([video, video, video, gallery.id, photo, photo].map((id) => [[id, [written]]]));
      }
    },
  );

  test('is compared in the database as on the page', async () => {
    const all = [...spellings.flat(), '', 'ΣΣΣ', 'ﬁlm', 'ß', 'İİ'];
    const list = sql.join(
      all.map((each) => sql`${each}`),
      sql`, `,
    );
    const [row] = await fetchRows<{ keys: string[] }>(
      db.execute(sql`SELECT tag_keys(ARRAY[${list}]::text[]) AS keys`),
    );
    expect(row?.keys).toEqual(all.map(tagKey));
    expect(distinctTags(['Clay', 'kiln', 'CLAY', 'clay', 'Kiln'])).toEqual(['Clay', 'kiln']);
  });

  test('leads to its creator, and stays a word of the index while somebody uses it', async () => {
    const creator = await app.makeCreator();
    await makeVideo(creator.id, { tags: ['Zwirnerei'] });
    await dropSearchTerms(app.db);
    for (const q of ['zwirnerei', 'ZWIRNEREI', 'Zwirnere'])
      expect((await ok('GET /performers/user/search', { query: { q } })).data.map(({ _id }) => _id)).toEqual([
        creator.id,
      ]);
  });

  test('is suggested once, as it was first written, and makes others related', async () => {
    const [one, other] = [await app.makeCreator(), await app.makeCreator()];
    const first = await makeVideo(one.id, { title: 'First', tags: ['Quillwork'] });
    const second = await makeVideo(other.id, { title: 'Second', tags: ['QUILLWORK'] });
    await db
      .update(videos)
      .set({ publishedAt: new Date(app.ports.clock.now().getTime() - 1_000) })
      .where(eq(videos.id, first));
    const { topics } = await ok('GET /search/suggestions', { query: { q: 'quillw' } });
    expect(topics).toEqual([{ name: 'Quillwork', kind: 'tag' }]);
    const { data } = await ok('GET /performer-assets/videos/search', { query: { relatedTo: first } });
    expect(data.map(({ _id }) => _id)).toContain(second);
  });
});
