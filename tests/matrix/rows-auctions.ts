import { auctionsIn } from '../setup/auctions.ts';
import { type Row, creators, everybody, members } from './row.ts';
import type { Identity, Scene } from './scene.ts';

/** Calls on one's own auctions: fans may not make them, other creators get a 404. */
const ownOnly = (status: number) => `401 403 403 403 ${status} 404 403 403 401 401`;
/** Everyone who may see the creator. */
const met = '200 200 200 200 200 200 404 404 200 200';
const aLive = (scene: Scene) => auctionsIn(scene.app).makeAuction(scene.owner);
const byId = async (scene: Scene) => ({ params: { id: await aLive(scene) } });
const endAt = (scene: Scene) => auctionsIn(scene.app).after(3_600_000).toISOString();

export const auctionRows = {
  'GET /autions/search': [{ cells: everybody(200) }],
  'GET /autions/users/search': [{ cells: members(200) }],
  'POST /autions': [
    {
      cells: creators(201),
      pending: 403,
      given: async (scene: Scene, who: Identity) => ({
        body: {
          title: 'A print',
          startPrice: 10,
          endAt: endAt(scene),
          imageIds: [await auctionsIn(scene.app).makePicture(scene.accountOf(who))],
        },
      }),
    },
  ],
  'GET /autions/:id/view': [
    { cells: met, id: 'params.id', given: byId },
    {
      case: 'cancelled: its creator’s alone',
      cells: '404 404 404 404 200 404 404 404 404 404',
      id: 'params.id',
      given: async (scene: Scene) => ({
        params: { id: await auctionsIn(scene.app).makeAuction(scene.owner, { state: 'cancelled' }) },
      }),
    },
  ],
  'GET /autions/users/:id': [
    {
      case: 'nobody’s to those who can’t meet the creator',
      cells: everybody(200),
      id: 'params.id',
      asNobody: ['blocked', 'closed'],
      given: async (scene: Scene) => {
        await aLive(scene);
        return { params: { id: scene.owner.id } };
      },
    },
  ],
  'PUT /autions/:id': [
    {
      cells: ownOnly(200),
      id: 'params.id',
      given: async (scene: Scene) => ({ ...(await byId(scene)), body: { title: 'Another' } }),
    },
  ],
  'DELETE /autions/:id': [{ cells: ownOnly(200), id: 'params.id', given: byId }],
  'GET /aution-item/search': [
    {
      cells: met,
      id: 'query.auctionId',
      given: async (scene: Scene) => ({ query: { auctionId: await aLive(scene) } }),
    },
  ],
  'POST /aution-item': [
    {
      cells: '401 201 201 201 403 201 404 404 401 401',
      id: 'body.auctionId',
      given: async (scene: Scene) => ({ body: { auctionId: await aLive(scene), amount: 10 } }),
    },
    {
      case: 'up to a maximum',
      cells: '401 201 201 201 403 201 404 404 401 401',
      id: 'body.auctionId',
      given: async (scene: Scene) => ({
        body: { auctionId: await aLive(scene), amount: 10, maximum: 40 },
      }),
    },
    {
      case: 'over',
      cells: '401 409 409 409 403 409 404 404 401 401',
      id: 'body.auctionId',
      given: async (scene: Scene) => ({
        body: {
          auctionId: await auctionsIn(scene.app).makeAuction(scene.owner, { state: 'unsold' }),
          amount: 10,
        },
      }),
    },
  ],
} satisfies Record<string, readonly Row[]>;
