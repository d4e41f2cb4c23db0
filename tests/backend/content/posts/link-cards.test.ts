import { eq } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { feeds } from '#backend/db/schema/posts.ts';
import { files } from '#backend/db/schema/files.ts';
import { testBackend } from '../../../setup/backend.ts';
import { askOf } from '../../../setup/media.ts';
import { postsIn } from '../../../setup/posts.ts';
import type { Person } from '../../../setup/test-app.ts';

const app = await testBackend();
const { db, ports, config, call, ok, makeFan, makeCreator, backend } = app;
const { makePost } = postsIn(app);
const ask = askOf(backend);
const png = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3]);
const url = 'https://kiln.craft/glazes?of=ash#top';

let owner: Person;
let other: Person;
beforeAll(async () => {
  [owner, other] = [await makeCreator(), await makeCreator()];
});
beforeEach(() => {
  ports.otherSites.pages.set(url, {
    title: 'Ash glazes',
    description: 'How to mix them.',
    site: 'The Kiln',
    picture: png,
  });
});

const find = (address = url, who = owner) =>
  ok('POST /performer/feeds/link-card', { token: who.token, body: { url: address } });
const publish = async (linkCard: string | null, terms = {}) =>
  ok('POST /performer/feeds', {
    token: owner.token,
    body: { text: `Read ${url}`, audience: 'public', linkCard, ...terms },
  });
const read = (id: string, who: Person | null = null) =>
  ok('GET /user/feeds/:id', { token: who?.token, params: { id } });
const fileOf = async (id: string) => {
  const [row] = await db.select({ id: feeds.thumbnailId }).from(feeds).where(eq(feeds.id, id));
  return row?.id ?? null;
};
const isKept = async (id: string) => (await db.select().from(files).where(eq(files.id, id))).length > 0;

describe('a card of another site', () => {
  it('says what its page says, with a picture that everyone who can read the post can see', async () => {
    const { card, token } = await find();
    expect(card).toMatchObject({
      url,
      title: 'Ash glazes',
      description: 'How to mix them.',
      site: 'The Kiln',
    });
    const { _id } = await publish(token);
    const post = await read(_id);
    expect(post.linkCard).toEqual({ ...card, cover: expect.stringContaining('/media/') });
    expect(post.thumbnail).toBeNull();
    expect(await ask(post.linkCard!.cover!, {})).toMatchObject({ status: 200 });
  });

  it('is hidden with the text of a locked post, also its picture', async () => {
    const { token } = await find();
    const { _id } = await publish(token, { audience: 'subscribers' });
    const locked = await read(_id, await makeFan());
    expect([locked.access.allowed, locked.linkCard, locked.thumbnail]).toEqual([false, undefined, null]);
    expect(JSON.stringify(locked)).not.toContain('Ash');
    expect(
      (await ok('GET /performer/feeds/:id', { token: owner.token, params: { id: _id } })).linkCard,
    ).toBeDefined();
  });

  it('without a usable picture has none', async () => {
    ports.otherSites.pages.set(url, {
      title: 'Ash',
      description: '',
      site: 'Kiln',
      picture: Uint8Array.of(1),
    });
    const { card } = await find();
    expect(card).toMatchObject({ title: 'Ash', cover: null });
  });

  it('has words of a bounded length', async () => {
    const long = 'glaze '.repeat(500);
    ports.otherSites.pages.set(url, { title: long, description: long, site: long, picture: null });
    const { card } = await find();
    expect([card.title.length, card.description.length, card.site.length].every((each) => each <= 300)).toBe(
      true,
    );
  });

  it('stays with a copy of its post, and goes with the last post that has it', async () => {
    const { token } = await find();
    const { _id } = await publish(token);
    const fileId = (await fileOf(_id))!;
    const copy = await ok('POST /performer/feeds/:id/duplicate', { token: owner.token, params: { id: _id } });
    expect(copy.linkCard?.title).toBe('Ash glazes');
    await ok('DELETE /performer/feeds/:id', { token: owner.token, params: { id: _id } });
    expect(await isKept(fileId)).toBe(true);
    await ok('DELETE /performer/feeds/:id', { token: owner.token, params: { id: copy._id } });
    expect(await isKept(fileId)).toBe(false);
  });

  it('is removed from a post with its picture, and stays when something else changes', async () => {
    const { token } = await find();
    const { _id } = await publish(token);
    const fileId = (await fileOf(_id))!;
    const change = (body: object) =>
      ok('PUT /performer/feeds/:id', { token: owner.token, params: { id: _id }, body });
    expect((await change({ text: 'Other words' })).linkCard?.title).toBe('Ash glazes');
    expect((await change({ linkCard: token })).linkCard?.title).toBe('Ash glazes');
    expect(await isKept(fileId)).toBe(true);
    expect((await change({ linkCard: null })).linkCard).toBeUndefined();
    expect([await fileOf(_id), await isKept(fileId)]).toEqual([null, false]);
  });

  it('is shown in the preview of a draft', async () => {
    const { token } = await find();
    const { _id } = await publish(token, { state: 'draft' });
    const params = { id: _id };
    const seen = (as: 'visitor') =>
      ok('GET /performer/feeds/:id/preview', { token: owner.token, params, query: { as } });
    expect((await seen('visitor')).post?.linkCard?.cover).toContain('/media/');
  });
});

describe('a card of this site', () => {
  const here = (path: string) => `${config.publicUrl}${path}`;
  it.each(['username', 'post', 'series'] as const)('of a %s says what visitors see', async (kind) => {
    const text = 'Celadon tests';
    const id = await makePost(other.id, { text, audience: 'public' });
    const { _id: seriesId } = await ok('POST /performer/post-series', {
      token: other.token,
      body: { title: `Glazes ${id}` },
    });
    const place = { id: seriesId, postId: id };
    await ok('PUT /performer/post-series/:id/posts/:postId', { token: other.token, params: place, body: {} });
    const expected = {
      username: { path: `/${other.username}`, title: other.viewer.name, site: 'Creator' },
      post: { path: `/feeds/${id}`, title: text, site: 'Post' },
      series: { path: `/series/${seriesId}`, title: `Glazes ${id}`, site: 'Series' },
    }[kind];
    const asked = ports.otherSites.asked.length;
    const { card } = await find(here(expected.path));
    expect((await find(here(`${expected.path}/`))).card.title).toBe(expected.title);
    expect(card).toMatchObject({ url: expected.path, title: expected.title, site: expected.site });
    expect(card.cover).toMatch(/^\/previews\//);
    expect(ports.otherSites.asked).toHaveLength(asked);
  });

  it.each(['locked', 'draft', 'missing', 'page', 'broken'] as const)(
    'of a %s doesn’t exist',
    async (kind) => {
      const id = await makePost(owner.id, {
        audience: kind === 'locked' ? 'subscribers' : 'public',
        ...(kind === 'draft' && { state: 'draft' }),
      });
      const path = {
        locked: `/feeds/${id}`,
        draft: `/feeds/${id}`,
        missing: `/feeds/${owner.id}`,
        page: '/explore/x/y',
        broken: '/%E0%A4%A',
      };
      const body = { url: here(path[kind]) };
      expect(
        (await call('POST /performer/feeds/link-card', { token: owner.token, body })).problem,
      ).toMatchObject({
        status: 422,
        errors: [{ field: 'url', message: 'No preview for this link.' }],
      });
    },
  );
});

describe('a token', () => {
  it('is only good for who looked the link up, unchanged, and on a text', async () => {
    const { token } = await find();
    const attempt = (who: Person, linkCard: string, more = {}) =>
      call('POST /performer/feeds', { token: who.token, body: { text: 'x', linkCard, ...more } });
    const [content = '', signed = ''] = token.split('.');
    const forged = Buffer.from(
      Buffer.from(content, 'base64url').toString().replace('Ash glazes', 'My own words'),
    ).toString('base64url');
    for (const refused of [
      await attempt(other, token),
      await attempt(owner, `${forged}.${signed}`),
      await attempt(owner, `${content}.`),
      await attempt(owner, 'x'),
      await attempt(owner, ''),
      await attempt(owner, token, { type: 'teaser', state: 'draft' }),
    ])
      expect(refused.problem).toMatchObject({ status: 422, errors: [{ field: 'linkCard' }] });
  });

  it('isn’t taken by a poll', async () => {
    const { token } = await find();
    const poll = { question: 'Which?', options: ['a', 'b'] };
    const body = { poll, linkCard: token } as never;
    expect((await call('POST /performer/feeds/polls', { token: owner.token, body })).status).toBe(422);
  });
});

describe('looking up a link', () => {
  it.each(['ftp://kiln.craft/a', 'kiln.craft', '', `https://kiln.craft/${'a'.repeat(2000)}`])(
    'refuses %.30s',
    async (address) => {
      const body = { url: address };
      expect((await call('POST /performer/feeds/link-card', { token: owner.token, body })).status).toBe(422);
    },
  );

  it('is limited to 120 an hour', async () => {
    const busy = await makeCreator();
    for (let turn = 0; turn < 120; turn++) await find(url, busy);
    expect((await call('POST /performer/feeds/link-card', { token: busy.token, body: { url } })).status).toBe(
      429,
    );
  });
});

describe('where other sites can’t be reached', () => {
  it('pages of this site have cards without a drawn picture, and others have none', async () => {
    const alone = await testBackend({ ports: { otherSites: null } });
    const { username, token } = await alone.makeCreator();
    const look = (address: string) =>
      alone.call('POST /performer/feeds/link-card', { token, body: { url: address } });
    const own = await look(`${alone.config.publicUrl}/${username}`);
    expect(own.data.card).toMatchObject({ url: `/${username}`, cover: null });
    expect((await look(url)).status).toBe(422);
  });
});

// Last, because it ends all sessions.
describe('a card that is used a day later', () => {
  it('loses a picture that was deleted because no post had it for a day', async () => {
    const { token } = await find();
    ports.clock.move('25h');
    while ((await backend.runJobs()) > 0);
    owner = { ...owner, ...(await app.openSession(owner.id)) };
    const { _id } = await publish(token);
    expect((await read(_id)).linkCard).toMatchObject({ title: 'Ash glazes', cover: null });
  });
});
