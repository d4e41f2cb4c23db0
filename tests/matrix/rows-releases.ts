import { releases, mediaItemPeople } from '#backend/db/schema/media-items.ts';
import { videosIn } from '../setup/videos.ts';
import { type Row, creators, picture } from './row.ts';
import type { Scene } from './scene.ts';

/** Calls on one's own people and works: fans may not make them, other creators get a 404. */
const ownOnly = (status: number) => `401 403 403 403 ${status} 404 403 403 401 401`;

/** Someone whom the owner named, without a release. */
async function aPerson({ app, owner }: Scene): Promise<string> {
  const id = app.ports.ids();
  const createdAt = app.ports.clock.now();
  await app.db.insert(releases).values({ id, performerId: owner.id, name: 'Jane Doe', createdAt });
  return id;
}
/** A video of the owner. */
const aWork = async (scene: Scene) => ({
  kind: 'video',
  id: await videosIn(scene.app).makeVideo(scene.owner.id),
});

export const releaseRows = {
  'GET /performers/releases': [{ cells: creators(200) }],
  'POST /performers/releases': [
    {
      cells: creators(201),
      given: () => ({ form: picture('release'), body: { name: 'Jane Doe' } }),
    },
  ],
  'POST /performers/releases/:id/document': [
    {
      cells: ownOnly(200),
      id: 'params.id',
      given: async (scene) => ({ params: { id: await aPerson(scene) }, form: picture('release') }),
    },
  ],
  'DELETE /performers/releases/:id': [
    {
      cells: ownOnly(200),
      id: 'params.id',
      given: async (scene) => ({ params: { id: await aPerson(scene) } }),
    },
    {
      case: 'named in a published work',
      cells: ownOnly(409),
      id: 'params.id',
      async given(scene) {
        const releaseId = await aPerson(scene);
        const createdAt = scene.app.ports.clock.now();
        const itemId = (await aWork(scene)).id;
        await scene.app.db.insert(mediaItemPeople).values({ kind: 'video', itemId, releaseId, createdAt });
        return { params: { id: releaseId } };
      },
    },
  ],
  'GET /performer/media-items/:kind/:id/people': [
    { cells: ownOnly(200), id: 'params.id', given: async (scene) => ({ params: await aWork(scene) }) },
  ],
  'PUT /performer/media-items/:kind/:id/people': [
    {
      cells: ownOnly(200),
      id: 'params.id',
      given: async (scene) => ({
        params: await aWork(scene),
        body: { releaseIds: [await aPerson(scene)] },
      }),
    },
    {
      case: 'with a person that isn’t theirs',
      cells: ownOnly(422),
      id: 'params.id',
      given: async (scene) => ({ params: await aWork(scene), body: { releaseIds: [scene.app.ports.ids()] } }),
    },
  ],
} satisfies Record<string, readonly Row[]>;
