import { worksIn } from '../setup/media-items.ts';
import { type Row, creators, everybody, picture } from './row.ts';
import type { Scene } from './scene.ts';

const ownOnly = (status: number) => `401 403 403 403 ${status} 404 403 403 401 401`;
const aPhoto = async (scene: Scene) => ({
  params: { id: await worksIn(scene.app).makePhoto(scene.owner.id, { audience: 'subscribers' }) },
});

export const photoRows = {
  'GET /performer/performer-assets/photos/search': [{ cells: creators(200) }],
  'PUT /performer/performer-assets/photos/:id': [
    {
      cells: ownOnly(200),
      id: 'params.id',
      given: async (scene) => ({ ...(await aPhoto(scene)), body: { title: 'Changed', alt: 'A hill' } }),
    },
  ],
  'DELETE /performer/performer-assets/photos/:id': [{ cells: ownOnly(200), id: 'params.id', given: aPhoto }],
  'POST /performer/performer-assets/photos/upload': [
    {
      cells: creators(201),
      pending: 403,
      given: () => ({ form: picture(), body: { title: 'New', audience: 'public' } }),
    },
    {
      case: 'into the owner’s gallery',
      cells: '401 403 403 403 201 422 403 403 401 401',
      id: 'body.galleryId',
      given: async (scene) => ({
        form: picture(),
        body: { galleryId: (await worksIn(scene.app).makeGallery(scene.owner.id)).id },
      }),
    },
  ],
  'POST /performer/performer-assets/photos/set-cover/:id': [
    {
      cells: ownOnly(200),
      id: 'params.id',
      given: async (scene) => ({
        params: { id: (await worksIn(scene.app).makeGallery(scene.owner.id)).photoIds[1]! },
      }),
    },
  ],
  'POST /performer/performer-assets/photos/bulk': [
    {
      cells: '401 403 403 403 200 422 403 403 401 401',
      given: async (scene) => ({ body: { action: 'archive', photoIds: [(await aPhoto(scene)).params.id] } }),
    },
  ],
  'GET /performer-assets/photos/:performerId': [
    {
      cells: everybody(200),
      id: 'params.performerId',
      asNobody: ['blocked', 'closed'],
      given: async (scene) => {
        await aPhoto(scene);
        return { params: { performerId: scene.owner.id } };
      },
    },
  ],
  'GET /performer-assets/photos': [
    { cells: everybody(200) },
    {
      case: 'of one gallery: nobody’s to those who can’t meet its creator',
      cells: everybody(200),
      id: 'query.galleryId',
      asNobody: ['blocked', 'closed'],
      given: async (scene) => ({
        query: {
          galleryId: (await worksIn(scene.app).makeGallery(scene.owner.id, { audience: 'subscribers' })).id,
        },
      }),
    },
  ],
} satisfies Record<string, readonly Row[]>;
