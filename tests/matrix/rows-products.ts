import { type Row, creators, everybody, members } from './row.ts';
import type { Scene } from './scene.ts';
import { berlin, shopIn } from '../setup/shop.ts';

/** Calls on one's own products: fans may not make them, other creators get a 404. */
const ownOnly = (status: number) => `401 403 403 403 ${status} 404 403 403 401 401`;
/** Something that belongs to the fan and doesn't exist for anyone else. */
const fansOnly = (status: number) => `401 ${status} 404 404 404 404 404 404 401 401`;
const aProduct = async (scene: Scene) => ({
  params: { id: await shopIn(scene.app).makeProduct(scene.owner.id) },
});
const aDownload = async (scene: Scene) => ({
  params: { id: await shopIn(scene.app).makeDigital(scene.owner.id) },
});
const fansAddress = async (scene: Scene) => ({
  params: { id: await shopIn(scene.app).makeAddress(scene.fan.id) },
});

/** The one file, the list of them, and all at once: all the same to those who may and those who may not. */
const downloading: Row[] = [
  {
    case: 'not bought',
    cells: '401 409 409 409 200 409 404 404 401 401',
    id: 'params.id',
    given: aDownload,
  },
  {
    case: 'bought: stays theirs after a block, from a closed country and after it was archived',
    cells: members(200),
    given: async (scene, who) => {
      const shop = shopIn(scene.app);
      const fileId = await shop.makeSold(scene.owner.id);
      const id = await shop.makeDigital(scene.owner.id, { fileId, state: 'archived' });
      await shop.makeOrder(scene.accountOf(who).id, scene.owner.id, {
        productId: id,
        fileId,
        state: 'delivered',
        snapshot: { name: 'Patterns', description: '', type: 'digital', unitPrice: 100, imageFileId: null },
      });
      return { params: { id } };
    },
  },
];

export const productRows = {
  'POST /performer/performer-assets/products': [
    {
      cells: creators(201),
      pending: 403,
      given: () => ({ body: { title: 'Mug', type: 'physical', price: 100, stock: 3 } }),
    },
  ],
  'GET /performer/performer-assets/products/search': [{ cells: creators(200) }],
  'PUT /performer/performer-assets/products/:id': [
    {
      cells: ownOnly(200),
      id: 'params.id',
      given: async (scene) => ({ ...(await aProduct(scene)), body: { price: 90 } }),
    },
  ],
  'DELETE /performer/performer-assets/products/:id': [
    { cells: ownOnly(200), id: 'params.id', given: aProduct },
  ],
  'GET /performer/performer-assets/products/:id/view': [
    { cells: ownOnly(200), id: 'params.id', given: aProduct },
  ],
  'GET /performer-assets/products/search': [
    { cells: everybody(200) },
    {
      case: 'of one creator: nobody’s to those who can’t meet them',
      cells: everybody(200),
      id: 'query.performerId',
      asNobody: ['blocked', 'closed'],
      given: async (scene) => {
        await aProduct(scene);
        return { query: { performerId: scene.owner.id } };
      },
    },
  ],
  'GET /performer-assets/products/:id': [
    { case: 'on sale', cells: '200 200 200 200 200 200 404 404 200 200', id: 'params.id', given: aProduct },
    {
      case: 'a draft',
      cells: '404 404 404 404 200 404 404 404 404 404',
      id: 'params.id',
      given: async (scene) => ({
        params: { id: await shopIn(scene.app).makeProduct(scene.owner.id, { state: 'draft' }) },
      }),
    },
    {
      case: 'deleted after somebody ordered it',
      cells: everybody(404),
      id: 'params.id',
      given: async (scene) => ({
        params: { id: await shopIn(scene.app).makeProduct(scene.owner.id, { state: 'removed' }) },
      }),
    },
  ],
  'GET /performer-assets/products/:id/download-link': downloading,
  'GET /performer-assets/products/:id/downloads': downloading,
  'POST /performer-assets/products/:id/download-all': downloading,
  'POST /wallet/charges/product/:id': [
    {
      case: 'to an address given',
      cells: '401 201 201 201 409 201 404 404 401 401',
      id: 'params.id',
      given: async (scene) => ({ ...(await aProduct(scene)), body: { quantity: 1, address: berlin } }),
    },
    {
      case: 'to the fan’s address',
      cells: '401 201 422 422 409 422 404 404 401 401',
      id: 'body.addressId',
      asNobody: ['otherFan', 'subscriber', 'otherCreator'],
      given: async (scene) => ({
        ...(await aProduct(scene)),
        body: { addressId: await shopIn(scene.app).makeAddress(scene.fan.id) },
      }),
    },
    {
      case: 'a download',
      cells: '401 201 201 201 409 201 404 404 401 401',
      id: 'params.id',
      given: async (scene) => ({ ...(await aDownload(scene)), body: {} }),
    },
  ],
  'POST /addresses/create': [{ cells: members(201), given: () => ({ body: berlin }) }],
  'GET /addresses/search': [{ cells: members(200) }],
  'PUT /addresses/:id': [
    {
      cells: fansOnly(200),
      id: 'params.id',
      given: async (scene) => ({ ...(await fansAddress(scene)), body: { city: 'Hamburg' } }),
    },
  ],
  'DELETE /addresses/:id': [{ cells: fansOnly(200), id: 'params.id', given: fansAddress }],
} satisfies Record<string, readonly Row[]>;
