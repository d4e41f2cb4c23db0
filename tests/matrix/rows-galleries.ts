import { ledgerTransactions } from '#backend/db/schema/ledger.ts';
import { purchaseFiles, purchases } from '#backend/db/schema/wallet.ts';
import { worksIn } from '../setup/media-items.ts';
import { type Row, creators, everybody, members } from './row.ts';
import type { Scene } from './scene.ts';

/** Calls on one's own galleries: fans may not make them, other creators get a 404. */
const ownOnly = (status: number) => `401 403 403 403 ${status} 404 403 403 401 401`;
const gallery = (scene: Scene, values: Parameters<ReturnType<typeof worksIn>['makeGallery']>[1] = {}) =>
  worksIn(scene.app).makeGallery(scene.owner.id, { audience: 'subscribers', ...values });
const aGallery = async (scene: Scene) => ({ params: { id: (await gallery(scene)).id } });

/** A purchase, as far as the access rule needs it. */
async function buy(
  scene: Scene,
  accountId: string,
  { id, fileIds }: { id: string; fileIds: readonly string[] },
): Promise<void> {
  const { db, ports } = scene.app;
  const [payment] = await db.select({ id: ledgerTransactions.id }).from(ledgerTransactions).limit(1);
  const purchaseId = ports.ids();
  await db.insert(purchases).values({
    id: purchaseId,
    accountId,
    kind: 'gallery',
    itemId: id,
    performerId: scene.owner.id,
    transactionId: payment!.id,
    price: 10,
    createdAt: ports.clock.now(),
  });
  await db.insert(purchaseFiles).values(fileIds.map((fileId) => ({ purchaseId, accountId, fileId })));
}

export const galleryRows = {
  'POST /performer/performer-assets/galleries': [
    { cells: creators(201), given: () => ({ body: { title: 'A walk' } }) },
  ],
  'GET /performer/performer-assets/galleries/search': [{ cells: creators(200) }],
  'PUT /performer/performer-assets/galleries/:id': [
    {
      cells: ownOnly(200),
      id: 'params.id',
      given: async (scene) => ({
        ...(await aGallery(scene)),
        body: { title: 'Another walk', state: 'archived' },
      }),
    },
  ],
  'DELETE /performer/performer-assets/galleries/:id': [
    { cells: ownOnly(200), id: 'params.id', given: aGallery },
  ],
  'GET /performer/performer-assets/galleries/:id/view': [
    { cells: ownOnly(200), id: 'params.id', given: aGallery },
  ],
  'PUT /performer/performer-assets/galleries/:id/order': [
    {
      cells: ownOnly(200),
      id: 'params.id',
      given: async (scene) => {
        const { id, photoIds } = await gallery(scene);
        return { params: { id }, body: { photoIds: photoIds.toReversed() } };
      },
    },
  ],
  'GET /performer-assets/galleries/search': [
    { cells: everybody(200) },
    {
      case: 'of one creator: nobody’s to those who can’t meet them',
      cells: everybody(200),
      id: 'query.performerId',
      asNobody: ['blocked', 'closed'],
      given: async (scene) => {
        await gallery(scene);
        return { query: { performerId: scene.owner.id } };
      },
    },
  ],
  'GET /performer-assets/galleries/:id/view': [
    {
      case: 'locked to most, but there',
      cells: '200 200 200 200 200 200 404 404 200 200',
      id: 'params.id',
      given: aGallery,
    },
    {
      case: 'not published',
      cells: '404 404 404 404 200 404 404 404 404 404',
      id: 'params.id',
      given: async (scene) => ({
        params: { id: (await gallery(scene, { state: 'draft', publishedAt: null })).id },
      }),
    },
    {
      case: 'bought: stays readable after a block, from a closed country and after it was removed',
      cells: '404 200 200 200 200 200 200 200 404 404',
      id: 'params.id',
      given: async (scene, who) => {
        const made = await gallery(scene, { state: 'removed', price: 10 });
        await buy(scene, scene.accountOf(who).id, made);
        return { params: { id: made.id } };
      },
    },
  ],
  'GET /reactions/galleries/bookmark': [{ cells: members(200) }],
  'POST /wallet/charges/gallery/:id': [
    {
      cells: '401 201 201 201 409 201 404 404 401 401',
      id: 'params.id',
      given: async (scene) => ({ params: { id: (await gallery(scene, { price: 10 })).id }, body: {} }),
    },
    {
      case: 'included in a subscription',
      cells: '401 201 201 409 409 201 404 404 401 401',
      id: 'params.id',
      given: async (scene) => ({
        params: { id: (await gallery(scene, { price: 10, includedInSubscription: true })).id },
        body: {},
      }),
    },
  ],
} satisfies Record<string, readonly Row[]>;
