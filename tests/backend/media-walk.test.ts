import { describe, expect, test } from 'vitest';
import { testBackend } from '../setup/backend.ts';
import { askOf } from '../setup/media.ts';
import { postsIn } from '../setup/posts.ts';

const world = await testBackend();
const { raw, makeFan, makeCreator } = world;
const { makeFile, makePost, follow, subscribe, buy, block } = postsIn(world);
const ask = askOf(world.backend);
/** Every address of media anywhere in a reply. */
const addressesIn = (reply: string): string[] => [...new Set(reply.match(/\/media\/[^"\s]+/g) ?? [])];
describe('walking every reply as everybody', async () => {
  const creator = await makeCreator();
  const people = { fan: await makeFan(), follower: await makeFan(), subscriber: await makeFan(), buyer: await makeFan(), blocked: await makeFan() };
  await follow(people.follower.id, creator.id);
  for (const person of [people.subscriber, people.buyer, people.blocked, people.fan]) await follow(person.id, creator.id);
  await subscribe(people.subscriber.id, creator.id);
  await block(creator.id, people.blocked.id);
  const files: Record<string, string> = {};
  const post = async (name: string, values: Parameters<typeof makePost>[1]) => {
    files[name] = await makeFile(creator.id);
    const thumbnailId = await makeFile(creator.id);
    files[`${name} thumbnail`] = thumbnailId;
    return makePost(creator.id, { ...values, thumbnailId }, [files[name]]);
  };
  const posts = {
    open: await post('open', {}), followers: await post('followers', { audience: 'followers' }), subscribers: await post('subscribers', { audience: 'subscribers' }),
    sold: await post('sold', { price: 50 }), included: await post('included', { price: 50, includedInSubscription: true }), archived: await post('archived', { state: 'archived' }),
  };
  await buy(people.buyer.id, posts.sold, creator.id);
  const tokens: Record<string, string | null> = { visitor: null, owner: creator.token, ...Object.fromEntries(Object.entries(people).map(([who, { token }]) => [who, token])) };
  const readable: Record<string, string[]> = {
    visitor: ['open'], fan: ['open', 'followers'], follower: ['open', 'followers'], subscriber: ['open', 'followers', 'subscribers', 'included'],
    buyer: ['open', 'followers', 'sold'], blocked: [], owner: ['open', 'followers', 'subscribers', 'sold', 'included', 'archived'],
  };
  async function repliesTo(token: string | null): Promise<string[]> {
    const queries = [{}, { performerId: creator.id }, { type: 'photo' }, { limit: 2 }];
    const replies = [...queries.map((query) => raw('GET /user/feeds', { token, query })), ...Object.values(posts).map((id) => raw('GET /user/feeds/:id', { token, params: { id } }))];
    replies.push(raw('GET /performers/:id', { token, params: { id: creator.username } }), raw('GET /performers/user/search', { token }), raw('GET /performer/feeds', { token }));
    return (await Promise.all(replies)).map(({ text }) => text);
  }

  test.each(Object.keys(tokens))('%s', async (who) => {
    const token = tokens[who] ?? null;
    const mayRead = new Set(readable[who]!.flatMap((name) => [files[name], files[`${name} thumbnail`]]));
    const addresses = addressesIn((await repliesTo(token)).join('\n'));
    const met = new Set<string>();
    for (const address of addresses) {
      const [, fileId = '', rendition] = /^\/media\/f\/([^/]+)\/([^?]+)/.exec(address) ?? [];
      met.add(fileId);
      expect({ address, status: (await ask(address, { token })).status }).toEqual({ address, status: 200 });
      if (!mayRead.has(fileId)) expect({ who, rendition }).toEqual({ who, rendition: 'blur.webp' });
      // What was signed for one file opens no other of the creator's, and for one person no other's.
      for (const guess of Object.values(files).filter((id) => id !== fileId)) expect((await ask(address.replace(fileId, guess), { token })).status).toBe(404);
      for (const name of ['320.webp', '640.webp']) if (!mayRead.has(fileId)) expect((await ask(address.replace('blur.webp', name), { token })).status).toBe(404);
    }
    for (const id of mayRead) expect({ who, met: met.has(id!) }).toEqual({ who, met: true });
  });
});
