import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { purchases } from '#backend/db/schema/wallet.ts';
import { testBackend } from '../../../setup/backend.ts';
import { postsIn } from '../../../setup/posts.ts';
import type { Person } from '../../../setup/test-app.ts';

const app = await testBackend();
const { db, ports, ok, fund } = app;
const { makePost } = postsIn(app);

let fan: Person;
let creator: Person;
beforeEach(async () => {
  fan = await app.makeFan();
  creator = await app.makeCreator();
  await fund(fan.id, 500);
});

describe('a post that was sold', () => {
  const setPost = (id: string, body: { text?: string; price?: number; audience?: 'public' }) =>
    ok('PUT /performer/feeds/:id', { token: creator.token, params: { id }, body });
  const read = (id: string, who: Person) => ok('GET /user/feeds/:id', { token: who.token, params: { id } });
  const list = async (who: Person) =>
    (await ok('GET /user/feeds', { token: who.token, query: { performerId: creator.id } })).data;

  test('keeps its text for its buyers, whatever happens to it; everyone else reads the new one', async () => {
    const id = await makePost(creator.id, { price: 100, text: 'Eleven glazes, with every weight.' });
    await ok('POST /wallet/charges/feed/:id', { token: fan.token, params: { id } });
    expect(await read(id, fan)).not.toHaveProperty('editedText');
    await setPost(id, { text: 'Soon.' });
    expect(await read(id, fan)).toMatchObject({
      text: 'Eleven glazes, with every weight.',
      editedText: 'Soon.',
    });
    expect((await list(fan)).find(({ _id }) => _id === id)).toMatchObject({
      text: 'Eleven glazes, with every weight.',
      editedText: 'Soon.',
    });
    const later = await app.makeFan();
    await fund(later.id, 500);
    expect(await read(id, later)).not.toHaveProperty('editedText');
    await ok('POST /wallet/charges/feed/:id', { token: later.token, params: { id } });
    expect(await read(id, later)).toMatchObject({ text: 'Soon.' });
    expect(await ok('GET /performer/feeds/:id', { token: creator.token, params: { id } })).toMatchObject({
      text: 'Soon.',
    });
    await setPost(id, { price: 0, audience: 'public' });
    expect(await read(id, fan)).toMatchObject({ text: 'Eleven glazes, with every weight.' });
    await ok('DELETE /performer/feeds/:id', { token: creator.token, params: { id } });
    expect(await read(id, fan)).toMatchObject({
      text: 'Eleven glazes, with every weight.',
      state: 'removed',
    });
  });

  test('shows buyers who were refunded the current text', async () => {
    const id = await makePost(creator.id, { price: 100, text: 'As sold.' });
    await ok('POST /wallet/charges/feed/:id', { token: fan.token, params: { id } });
    await setPost(id, { text: 'As it is.', price: 0, audience: 'public' });
    await db.update(purchases).set({ reversedAt: ports.clock.now() }).where(eq(purchases.itemId, id));
    expect(await read(id, fan)).toMatchObject({ text: 'As it is.' });
  });
});
