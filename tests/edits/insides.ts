import type { TestBackend } from '../setup/backend.ts';
import { askOf } from '../setup/media.ts';
import { postsIn } from '../setup/posts.ts';
import { videosIn } from '../setup/videos.ts';
import { worksIn } from '../setup/media-items.ts';
import { type Json, type Subject, each, edit } from './edit.ts';
import { makeStage } from './stage.ts';

const orderedGallery =
  (state: 'draft' | 'published' | 'archived') =>
  async (app: TestBackend): Promise<Subject> => {
    const { owner, stranger } = await makeStage(app);
    const { id, photoIds } = await worksIn(app).makeGallery(owner.id, { state }, 3);
    const idsFor = async (token: string | undefined) =>
      (
        await app.ok(
          token === owner.token
            ? 'GET /performer/performer-assets/photos/search'
            : 'GET /performer-assets/photos',
          { token, query: { galleryId: id } },
        )
      ).data.map(({ _id }) => _id);
    const places = async (token?: string) => {
      const photos = await idsFor(token);
      return [photos.length > 0 ? { photos } : null];
    };
    const sight = () => (state === 'published' ? ('open' as const) : ('hidden' as const));
    const subject: Subject = {
      params: { id },
      by: owner,
      read: async () => ({ photos: await idsFor(owner.token) }),
      onlookers: [
        { name: 'visitor', read: () => places(), sight },
        { name: 'stranger', read: () => places(stranger.token), sight },
      ],
    };
    inOrder.set(subject, photoIds);
    return subject;
  };
const inOrder = new WeakMap<Subject, string[]>();
export const orderOfPhotosEdit = edit<'draft' | 'published' | 'archived'>({
  states: {
    draft: orderedGallery('draft'),
    published: orderedGallery('published'),
    archived: orderedGallery('archived'),
  },
  fields: {
    photoIds: {
      changes: (_, subject) => {
        const ids = inOrder.get(subject)!;
        return [
          { value: ids.toReversed(), moves: ['photos'] },
          { value: ids.slice(1), refused: 409 },
        ];
      },
      read: (own) => own['photos'],
    },
  },
});

const vtt = (words: string) => `WEBVTT\n\n00:00.500 --> 00:02.000\n${words}\n`;
const captioned =
  (state: 'draft' | 'published' | 'archived') =>
  async (app: TestBackend): Promise<Subject> => {
    const { owner } = await makeStage(app);
    const id = await videosIn(app).makeVideo(owner.id, { state });
    const ask = askOf(app.backend);
    const read = async (): Promise<Json> => {
      const captions =
        (
          await app.ok('GET /performer/performer-assets/videos/:id/view', {
            token: owner.token,
            params: { id },
          })
        ).file?.captions ?? [];
      return {
        captions: Object.fromEntries(
          await Promise.all(
            captions.map(async ({ language, url }) => [
              language,
              (await ask(url, { token: owner.token })).text,
            ]),
          ),
        ),
      };
    };
    return { params: { id }, by: owner, read };
  };
export const captionsEdit = edit<'draft' | 'published' | 'archived'>({
  states: { draft: captioned('draft'), published: captioned('published'), archived: captioned('archived') },
  fields: {
    language: {
      ...each({ value: 'de', along: { text: vtt('Ton') }, shown: ['de'], moves: ['captions'] }),
      read: (own) => Object.keys(own['captions'] as Json),
    },
    text: {
      ...each(
        { value: vtt('Clay'), along: { language: 'en' }, moves: ['captions'] },
        { value: 'no words', along: { language: 'en' }, refused: 422 },
      ),
      read: (own) => (own['captions'] as Json)['en'],
    },
  },
});

const watched =
  (begun: boolean) =>
  async (app: TestBackend): Promise<Subject> => {
    const { owner, stranger } = await makeStage(app);
    const params = { id: await videosIn(app).makeVideo(owner.id) };
    if (begun)
      await app.ok('PUT /performer-assets/videos/:id/progress', {
        token: stranger.token,
        params,
        body: { seconds: 20 },
      });
    return {
      params,
      by: stranger,
      read: async () => ({
        progress: (await app.ok('GET /performer-assets/videos/:id', { token: stranger.token, params }))
          .progress,
      }),
    };
  };
export const progressEdit = edit<'new' | 'begun'>({
  states: { new: watched(false), begun: watched(true) },
  fields: {
    seconds: {
      ...each({ value: 41, moves: ['progress'] }, { value: 0, shown: null, moves: ['progress'] }),
      read: (own) => own['progress'],
    },
  },
});

const played =
  (begun: boolean) =>
  async (app: TestBackend): Promise<Subject> => {
    const { owner, stranger } = await makeStage(app);
    const fileId = await videosIn(app).makeFilm(owner.id);
    const id = await postsIn(app).makePost(owner.id, { audience: 'public', type: 'video' }, [fileId]);
    const params = { id, fileId };
    if (begun)
      await app.ok('PUT /user/feeds/:id/files/:fileId/progress', {
        token: stranger.token,
        params,
        body: { seconds: 20 },
      });
    return {
      params,
      by: stranger,
      read: async () => ({
        progress:
          (await app.ok('GET /user/feeds/:id', { token: stranger.token, params: { id } })).positions?.[
            fileId
          ] ?? null,
      }),
    };
  };
export const postProgressEdit = edit<'new' | 'begun'>({
  states: { new: played(false), begun: played(true) },
  fields: {
    seconds: {
      ...each({ value: 41, moves: ['progress'] }, { value: 0, shown: null, moves: ['progress'] }),
      read: (own) => own['progress'],
    },
  },
});
