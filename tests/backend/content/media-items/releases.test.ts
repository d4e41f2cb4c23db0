import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { documents } from '#backend/db/schema/files.ts';
import { releases } from '#backend/db/schema/media-items.ts';
import { auditLog } from '#backend/db/schema/operator.ts';
import { limits } from '#config/limits.ts';
import type { SharedKind } from '#contract/content/co-creators.ts';
import type { Release } from '#contract/content/releases.ts';
import { testBackend } from '../../../setup/backend.ts';
import { worksIn } from '../../../setup/media-items.ts';
import { moderationIn } from '../../../setup/moderation.ts';
import { newOperator } from '../../../setup/operators.ts';
import type { Person } from '../../../setup/test-app.ts';
import { videosIn } from '../../../setup/videos.ts';

const app = await testBackend();
const { backend, call, ok, raw, db, ports, settings, makeCreator, makeFan } = app;
const { makeVideo } = videosIn(app);
const { makeGallery, makePhoto } = worksIn(app);
const { report, caseOf } = moderationIn(app);

const pdf = new TextEncoder().encode('%PDF-1.7\na signed release');
const png = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3]);
function formOf(bytes: Uint8Array<ArrayBuffer> | null): FormData {
  const form = new FormData();
  if (bytes) form.set('release', new File([bytes], '../../Jane Doe.sh', { type: 'text/plain' }));
  return form;
}
const add = (who: Person, name = 'Jane Doe', bytes: Uint8Array<ArrayBuffer> | null = pdf) =>
  call('POST /performers/releases', { token: who.token, body: { name }, form: formOf(bytes) });
const added = async (...given: Parameters<typeof add>): Promise<Release> => (await add(...given)).data;
const replace = (who: Person, id: string, bytes: Uint8Array<ArrayBuffer> | null = png) =>
  call('POST /performers/releases/:id/document', { token: who.token, params: { id }, form: formOf(bytes) });
const remove = (who: Person, id: string) =>
  call('DELETE /performers/releases/:id', { token: who.token, params: { id } });
const list = async (who: Person) => (await ok('GET /performers/releases', { token: who.token })).data;
const name = (who: Person, [kind, id]: readonly [SharedKind, string], releaseIds: string[]) =>
  call('PUT /performer/media-items/:kind/:id/people', {
    token: who.token,
    params: { kind, id },
    body: { releaseIds },
  });
const editVideo = (who: Person, id: string, body: object) =>
  call('PUT /performer/performer-assets/videos/edit/:id', { token: who.token, params: { id }, body });
const documentsOf = (who: Person) => db.select().from(documents).where(eq(documents.ownerId, who.id));

describe('the list of people', () => {
  test('keeps a name and, encrypted, a release; neither is a media file', async () => {
    const creator = await makeCreator();
    const made = await added(creator, '  Jane Doe ');
    expect(made).toMatchObject({
      name: 'Jane Doe',
      document: { mime: 'application/pdf', bytes: pdf.byteLength },
      works: [],
    });
    const [row] = await documentsOf(creator);
    expect(row).toMatchObject({ side: 'release', sealedKey: expect.any(String) });
    const stored = await ports.objects.get(`documents/${row?.id}`);
    const kept = await new Response(stored?.body as BodyInit).text();
    expect(kept).not.toContain('signed release');
    expect(await list(creator)).toEqual([made]);
    expect(JSON.stringify(made)).not.toContain(row?.id);
  });

  test('takes a name without a release; it can be added, and replaced', async () => {
    const creator = await makeCreator();
    const { _id, document } = await added(creator, 'John Roe', null);
    expect(document).toBeNull();
    expect((await replace(creator, _id, pdf)).data.document?.mime).toBe('application/pdf');
    const [before] = await documentsOf(creator);
    expect((await replace(creator, _id, png)).data.document?.mime).toBe('image/png');
    await backend.runJobs();
    expect((await documentsOf(creator)).map(({ mime }) => mime)).toEqual(['image/png']);
    expect(await ports.objects.get(`documents/${before?.id}`)).toBeNull();
  });

  test('doesn’t touch identity documents, nor count as one', async () => {
    const creator = await makeCreator({}, { verified: 'draft' });
    await add(creator);
    const own = await ok('GET /performers/me', { token: creator.token });
    expect([own.documents, own.verified]).toEqual([[], 'draft']);
  });

  test.each([
    ['another kind of file', new TextEncoder().encode('#!/bin/sh\nrm -rf /'), 422],
    ['an SVG', new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg"/>'), 422],
    ['an empty file', new Uint8Array(), 422],
    ['a huge one', new Uint8Array(limits.upload.documentBytes + 1).fill(0x25), 413],
  ])('refuses %s, and stores nothing', async (_what, bytes, status) => {
    const creator = await makeCreator();
    const known = await added(creator, 'Jane Doe', null);
    expect((await add(creator, 'John', bytes)).status).toBe(status);
    expect((await replace(creator, known._id, bytes)).status).toBe(status);
    expect(await documentsOf(creator)).toEqual([]);
    expect(await list(creator)).toEqual([known]);
  });

  test('refuses a release without a name, and a replacement without a file', async () => {
    const creator = await makeCreator();
    expect((await add(creator, '  ')).status).toBe(422);
    expect((await replace(creator, (await added(creator))._id, null)).status).toBe(422);
  });

  test('is nobody else’s: not readable, replaceable, removable or usable', async () => {
    const [creator, other] = [await makeCreator(), await makeCreator()];
    const made = await added(creator);
    expect(await list(other)).toEqual([]);
    const missing = await remove(other, ports.ids());
    expect(await remove(other, made._id)).toEqual(missing);
    expect((await replace(other, made._id)).status).toBe(404);
    expect(await documentsOf(other)).toEqual([]);
    const theirs = await makeVideo(other.id, { state: 'draft' });
    expect((await name(other, ['video', theirs], [made._id])).status).toBe(422);
    // Nor is another's work.
    expect((await name(other, ['video', await makeVideo(creator.id)], [])).status).toBe(404);
    expect(await list(creator)).toEqual([made]);
  });

  test('is for creators, logged in', async () => {
    const fan = await makeFan();
    expect((await add(fan)).status).toBe(403);
    expect((await call('GET /performers/releases', {})).status).toBe(401);
    expect((await call('POST /performers/releases', { body: { name: 'x' }, form: formOf(pdf) })).status).toBe(
      401,
    );
  });

  test('is in the copy of one’s data, without keys', async () => {
    const { exported } = await import('#backend/domain/across/leaving/export/contents.ts');
    const found = exported.filter(({ file }) => /your-works|these-people/.test(file)).map(({ file }) => file);
    expect(found).toEqual(['people-in-your-works', 'works-of-these-people']);
  });
});

describe('people in a work', () => {
  test.each(['video', 'gallery', 'photo'] as const)(
    'are named in a %s, and say where they are named; no one else learns of it',
    async (kind) => {
      const [creator, fan] = [await makeCreator(), await makeFan()];
      const [jane, john] = [await added(creator, 'Jane Doe-Secret'), await added(creator, 'John', null)];
      const id = {
        video: () => makeVideo(creator.id, { title: 'Kiln' }),
        gallery: async () => (await makeGallery(creator.id, { title: 'Kiln' })).id,
        photo: () => makePhoto(creator.id, { title: 'Kiln' }),
      };
      const itemId = await id[kind]();
      const answer = await name(creator, [kind, itemId], [john._id, jane._id, jane._id]);
      expect(answer.data).toEqual({
        data: [
          { _id: jane._id, name: 'Jane Doe-Secret', hasDocument: true },
          { _id: john._id, name: 'John', hasDocument: false },
        ],
        releasesRequired: false,
      });
      expect((await list(creator))[0]?.works).toEqual([{ kind, itemId, title: 'Kiln', state: 'published' }]);
      const paths = {
        video: `/performer-assets/videos/${itemId}`,
        gallery: `/performer-assets/galleries/${itemId}/view`,
        photo: '/performer-assets/photos',
      };
      for (const token of [null, fan.token])
        expect(JSON.stringify(await raw(`GET ${paths[kind]}`, { token }))).not.toContain('Secret');
      expect((await name(creator, [kind, itemId], [])).data.data).toEqual([]);
    },
  );

  test('can’t be removed while a work other than a draft names them, but their release can be replaced', async () => {
    const creator = await makeCreator();
    const { _id } = await added(creator);
    const draft = await makeVideo(creator.id, { state: 'draft', title: 'Draft' });
    const shown = await makeVideo(creator.id, { title: 'Shown' });
    await name(creator, ['video', draft], [_id]);
    await name(creator, ['video', shown], [_id]);
    const { status, problem } = await remove(creator, _id);
    expect([status, problem.message]).toEqual([
      409,
      'They’re named in “Shown”. Remove them there first, or replace their release.',
    ]);
    expect((await replace(creator, _id)).status).toBe(200);
    await name(creator, ['video', shown], []);
    expect((await remove(creator, _id)).status).toBe(200);
    expect(await documentsOf(creator)).toEqual([]);
    expect(
      (
        await ok('GET /performer/media-items/:kind/:id/people', {
          token: creator.token,
          params: { kind: 'video', id: draft },
        })
      ).data,
    ).toEqual([]);
  });

  test('go with a deleted work; that of a sold one keeps them', async () => {
    const creator = await makeCreator();
    const { _id } = await added(creator);
    const id = await makeVideo(creator.id);
    await name(creator, ['video', id], [_id]);
    await ok('DELETE /performer/performer-assets/videos/:id', { token: creator.token, params: { id } });
    expect((await list(creator))[0]?.works).toEqual([]);
    expect((await remove(creator, _id)).status).toBe(200);
  });
});

describe('where the site requires releases', () => {
  beforeEach(() => settings.set('releasesRequired', true));
  afterEach(() => settings.set('releasesRequired', false));

  test('a draft with someone without one isn’t published, and stays as it is', async () => {
    const creator = await makeCreator();
    const [jane, john] = [await added(creator, 'Jane'), await added(creator, 'John Roe', null)];
    const id = await makeVideo(creator.id, { state: 'draft', title: 'Before' });
    expect((await name(creator, ['video', id], [jane._id, john._id])).status).toBe(200);
    const refused = await editVideo(creator, id, { title: 'After', state: 'published' });
    expect([refused.status, refused.problem.code, refused.problem.message]).toEqual([
      422,
      'release_missing',
      'Upload the release of John Roe before you publish. Until then, save this as a draft.',
    ]);
    const kept = await ok('GET /performer/performer-assets/videos/:id/view', {
      token: creator.token,
      params: { id },
    });
    expect([kept.state, kept.title]).toEqual(['draft', 'Before']);
    expect((await editVideo(creator, id, { title: 'After' })).status).toBe(200);
    await replace(creator, john._id);
    expect((await editVideo(creator, id, { state: 'published' })).data.state).toBe('published');
  });

  test('nor a gallery or a photo, alone, with others, or into a gallery', async () => {
    const creator = await makeCreator();
    const john = await added(creator, 'John', null);
    const gallery = await makeGallery(creator.id, { state: 'draft', publishedAt: null });
    const photo = await makePhoto(creator.id, { state: 'draft', publishedAt: null });
    await name(creator, ['gallery', gallery.id], [john._id]);
    await name(creator, ['photo', photo], [john._id]);
    const { token } = creator;
    const answers = [
      await call('PUT /performer/performer-assets/galleries/:id', {
        token,
        params: { id: gallery.id },
        body: { state: 'published' },
      }),
      await call('PUT /performer/performer-assets/photos/:id', {
        token,
        params: { id: photo },
        body: { state: 'published' },
      }),
      await call('POST /performer/performer-assets/photos/bulk', {
        token,
        body: { action: 'publish', photoIds: [photo] },
      }),
      await call('POST /performer/performer-assets/photos/bulk', {
        token,
        body: { action: 'move', photoIds: [photo], galleryId: gallery.id },
      }),
    ];
    expect(answers.map(({ problem }) => problem.code)).toEqual(Array(4).fill('release_missing'));
  });

  test('nobody without one is added to what is published', async () => {
    const creator = await makeCreator();
    const john = await added(creator, 'John', null);
    const id = await makeVideo(creator.id);
    expect((await name(creator, ['video', id], [john._id])).problem.code).toBe('release_missing');
    expect((await list(creator))[0]?.works).toEqual([]);
  });
});

describe('operators', () => {
  const fetched = async (url: string, token: string) =>
    backend.fetch(new Request(`https://limelight.test${url}`, { headers: { cookie: `token=${token}` } }), {
      ip: '203.0.113.9',
    });
  const audited = async (subject: string) =>
    (await db.select().from(auditLog).where(eq(auditLog.subject, subject))).map(({ action, facts }) => ({
      action,
      facts,
    }));

  test('open a creator’s releases, which is noted, at addresses for them alone and for minutes', async () => {
    const [operator, creator] = [await newOperator(app), await makeCreator()];
    const [jane, john] = [await added(creator, 'Jane'), await added(creator, 'John', null)];
    const params = { id: creator.id };
    const shown = await ok('GET /operator/creators/:id', { token: operator.token, params });
    expect([shown.documents, shown.releases]).toEqual([0, 2]);
    const { data } = await ok('POST /operator/creators/:id/releases', {
      token: operator.token,
      params,
      body: {},
    });
    expect(data).toMatchObject([
      { name: 'Jane', document: { name: 'release.pdf', mime: 'application/pdf' } },
      { name: 'John', document: null },
    ]);
    expect(await audited(creator.id)).toEqual([
      { action: 'performer.releases', facts: { releases: [jane._id, john._id] } },
    ]);
    const url = data[0]?.document?.url ?? '';
    const answer = await fetched(url, operator.token);
    expect(new Uint8Array(await answer.arrayBuffer())).toEqual(pdf);
    expect((await fetched(url, creator.token)).status).toBe(404);
    ports.clock.move('6m');
    expect((await fetched(url, operator.token)).status).toBe(404);
  });

  test('open those of what a case is about; of a photo, also its gallery’s', async () => {
    const [operator, creator, fan] = [await newOperator(app), await makeCreator(), await makeFan()];
    const [jane, john] = [await added(creator, 'Jane'), await added(creator, 'John')];
    await add(creator, 'Elsewhere');
    const { id, photoIds } = await makeGallery(creator.id);
    const photo = photoIds[0] ?? '';
    await name(creator, ['gallery', id], [jane._id]);
    await name(creator, ['photo', photo], [john._id]);
    await report(fan, 'photo', photo);
    const found = await caseOf(photo);
    const { data } = await ok('POST /operator/cases/:id/releases', {
      token: operator.token,
      params: { id: found.id },
      body: {},
    });
    expect(data.map((person) => person.name).toSorted()).toEqual(['Jane', 'John']);
    expect((await audited(found.id)).at(-1)?.action).toBe('case.releases');
    expect(await db.select().from(releases).where(eq(releases.performerId, creator.id))).toHaveLength(3);
  });
});
