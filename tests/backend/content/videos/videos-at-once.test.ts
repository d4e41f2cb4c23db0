import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { videos } from '#backend/db/schema/videos.ts';
import type { CallInput } from '#contract/core/registry.ts';
import { testBackend } from '../../../setup/backend.ts';
import { videosIn } from '../../../setup/videos.ts';
import type { Person } from '../../../setup/test-app.ts';

const app = await testBackend();
const { db, call, makeCreator } = app;
const { makeFilm, makeVideo } = videosIn(app);

type Edit = CallInput<'PUT /performer/performer-assets/videos/edit/:id'>['body'];
const edit = (who: Person, id: string, body: Edit) =>
  call('PUT /performer/performer-assets/videos/edit/:id', { token: who.token, params: { id }, body });
const rowOf = async (id: string) => (await db.select().from(videos).where(eq(videos.id, id)))[0];

describe('two tabs at once', () => {
  /** A thumbnail of the creator's, as an upload leaves it. */
  const still = (creator: Person) =>
    makeFilm(creator.id, { type: 'video-thumbnail', mime: 'image/webp', duration: null });

  test('each replace the thumbnail: every request succeeds, and one thumbnail is left', async () => {
    const creator = await makeCreator();
    for (let round = 0; round < 5; round += 1) {
      const id = await makeVideo(creator.id, { thumbnailId: await still(creator) });
      const stills = await Promise.all([1, 2, 3, 4].map(() => still(creator)));
      const answers = await Promise.all(stills.map((thumbnailId) => edit(creator, id, { thumbnailId })));
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
      const kept = (await rowOf(id))?.thumbnailId;
      expect(stills).toContain(kept);
    }
  });

  test('one changes it, one deletes it: no errors are reported', async () => {
    const creator = await makeCreator();
    for (let round = 0; round < 8; round += 1) {
      const id = await makeVideo(creator.id);
      const [gone, ...changed] = await Promise.all([
        call('DELETE /performer/performer-assets/videos/:id', { token: creator.token, params: { id } }),
        ...['a', 'b', 'c'].map((title) => edit(creator, id, { title })),
      ]);
      expect(gone.status).toBe(200);
      for (const { status } of changed) expect([200, 404]).toContain(status);
      expect(await rowOf(id)).toBeUndefined();
    }
  });
});
