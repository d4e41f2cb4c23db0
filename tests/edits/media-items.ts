import { limits } from '#config/limits.ts';
import type { MediaItemState } from '#contract/core/schemas.ts';
import { coCreators, mediaItemPeople, releases } from '#backend/db/schema/media-items.ts';
import type { TestBackend } from '../setup/backend.ts';
import { postsIn } from '../setup/posts.ts';
import { videosIn } from '../setup/videos.ts';
import { worksIn } from '../setup/media-items.ts';
import { type Change, type Field, type Json, type Subject, always, edit } from './edit.ts';
import { type Stage, among, audienceOf, found, inDays, makeStage } from './stage.ts';

type Kind = 'gallery' | 'photo' | 'video';
/** `sold`: published and bought by someone. `inside`: a photo in a gallery. */
type State = MediaItemState | 'sold' | 'soldArchived';

/** Column values for a state. */
const rowIn = (app: TestBackend, state: State) => {
  const row = state === 'sold' ? 'published' : state === 'soldArchived' ? 'archived' : state;
  const wasOut = row === 'published' || row === 'archived';
  return {
    state: row,
    publishedAt: wasOut ? app.ports.clock.now() : null,
    scheduledAt: row === 'scheduled' ? inDays(app, 2) : null,
  } as const;
};
const isSold = (state: State) => state.startsWith('sold');

async function tagPending({ app, other }: Stage, kind: Kind, itemId: string): Promise<void> {
  await app.db.insert(coCreators).values({
    id: app.ports.ids(),
    kind,
    itemId,
    performerId: other.id,
    createdAt: app.ports.clock.now(),
  });
}

/** The people and files around a subject, for fields that refer to them. */
const stages = new WeakMap<Subject, Stage>();
export const stageOf = (subject: Subject): Stage => stages.get(subject)!;

const galleryIn =
  (state: State) =>
  async (app: TestBackend): Promise<Subject> => {
    const stage = await makeStage(app);
    const { ok, call } = app;
    const { owner } = stage;
    const { id, fileIds } = await worksIn(app).makeGallery(owner.id, {
      audience: 'followers',
      price: isSold(state) ? 10 : 0,
      ...rowIn(app, state),
    });
    if (state === 'waiting') await tagPending(stage, 'gallery', id);
    if (isSold(state)) await stage.sell('gallery', id, fileIds);
    const at = { params: { id } };
    const subject: Subject = {
      ...at,
      by: owner,
      read: () => ok('GET /performer/performer-assets/galleries/:id/view', { ...at, token: owner.token }),
      onlookers: audienceOf(
        stage,
        async (who) => [
          await found(call('GET /performer-assets/galleries/:id/view', { ...at, token: who?.token })),
          among(
            await ok('GET /performer-assets/galleries/search', {
              token: who?.token,
              query: { performerId: owner.id },
            }),
            id,
          ),
        ],
        isSold(state),
      ),
    };
    stages.set(subject, stage);
    return subject;
  };

const videoIn =
  (state: State) =>
  async (app: TestBackend): Promise<Subject> => {
    const stage = await makeStage(app);
    const { ok, call } = app;
    const { owner } = stage;
    const { makeFilm, makeVideo } = videosIn(app);
    const fileState = state === 'processing' ? 'queued' : state === 'failed' ? 'failed' : 'ready';
    const fileId = await makeFilm(owner.id, { state: fileState });
    const id = await makeVideo(owner.id, {
      audience: 'followers',
      price: isSold(state) ? 10 : 0,
      ...rowIn(app, state),
      fileId,
    });
    if (state === 'waiting') await tagPending(stage, 'video', id);
    if (isSold(state)) await stage.sell('video', id, [fileId]);
    const at = { params: { id } };
    const subject: Subject = {
      ...at,
      by: owner,
      read: () => ok('GET /performer/performer-assets/videos/:id/view', { ...at, token: owner.token }),
      onlookers: audienceOf(
        stage,
        async (who) => [
          await found(call('GET /performer-assets/videos/:id', { ...at, token: who?.token })),
          among(
            await ok('GET /performer-assets/videos/search', {
              token: who?.token,
              query: { performerId: owner.id },
            }),
            id,
          ),
        ],
        isSold(state),
      ),
    };
    stages.set(subject, stage);
    return subject;
  };

const photoIn =
  (state: MediaItemState) =>
  async (app: TestBackend): Promise<Subject> => {
    const stage = await makeStage(app);
    const { ok } = app;
    const { owner } = stage;
    const id = await worksIn(app).makePhoto(owner.id, { audience: 'followers', ...rowIn(app, state) });
    if (state === 'waiting') await tagPending(stage, 'photo', id);
    const subject: Subject = {
      params: { id },
      by: owner,
      read: async () =>
        among(await ok('GET /performer/performer-assets/photos/search', { token: owner.token }), id) as Json,
      onlookers: audienceOf(
        stage,
        async (who) => [
          among(
            await ok('GET /performer-assets/photos/:performerId', {
              token: who?.token,
              params: { performerId: owner.id },
            }),
            id,
          ),
          among(
            await ok('GET /performer-assets/photos', { token: who?.token, query: { performerId: owner.id } }),
            id,
          ),
        ],
        false,
      ).map((one) => ({ ...one, sight: (own) => (own['gallery'] === null ? one.sight(own) : 'hidden') })),
    };
    stages.set(subject, stage);
    return subject;
  };

/** A photo in a gallery for followers; the gallery's settings apply to it. */
const photoInside =
  (state: 'published' | 'archived') =>
  async (app: TestBackend): Promise<Subject> => {
    const stage = await makeStage(app);
    const { ok } = app;
    const { owner } = stage;
    const { makeGallery, makePhoto } = worksIn(app);
    const { id: galleryId } = await makeGallery(owner.id, { audience: 'followers' });
    const id = await makePhoto(owner.id, { galleryId, state, position: 2, audience: 'subscribers' });
    const asPart = audienceOf(
      stage,
      async (who) => [
        among(await ok('GET /performer-assets/photos', { token: who?.token, query: { galleryId } }), id),
      ],
      false,
    );
    const subject: Subject = {
      params: { id },
      by: owner,
      read: async () =>
        among(await ok('GET /performer/performer-assets/photos/search', { token: owner.token }), id) as Json,
      onlookers: asPart.map((one) => ({
        ...one,
        sight: (own) =>
          (own['gallery'] as { _id: string } | null)?._id !== galleryId
            ? 'hidden'
            : one.sight({ ...own, audience: 'followers' }),
      })),
    };
    stages.set(subject, stage);
    return subject;
  };

/** The state that each requested state leads to, or null if it is rejected. */
const moves: Record<State, Record<'draft' | 'published' | 'archived', MediaItemState | null>> = {
  draft: { draft: 'draft', published: 'published', archived: null },
  processing: { draft: 'draft', published: 'processing', archived: null },
  waiting: { draft: 'draft', published: 'waiting', archived: null },
  scheduled: { draft: 'draft', published: 'scheduled', archived: null },
  failed: { draft: 'draft', published: 'failed', archived: null },
  published: { draft: null, published: 'published', archived: 'archived' },
  archived: { draft: null, published: 'published', archived: 'archived' },
  sold: { draft: null, published: 'published', archived: 'archived' },
  soldArchived: { draft: null, published: 'published', archived: 'archived' },
  removed: { draft: null, published: null, archived: null },
};
const isOut = (state: State) => state === 'published' || state === 'sold';
/** Fields that change with publishing, scheduling or waiting for co-creators. */
const out = ['state', 'publishedAt', 'scheduledAt'] as const;

const state: Field<State> = {
  changes: (from) =>
    (['draft', 'published', 'archived'] as const).map((value): Change => {
      const next = moves[from][value];
      return next === null ? { value, refused: 409 } : { value, shown: next, moves: out };
    }),
};
const soon = '2030-01-01T00:00:00.000Z';
const scheduledAt: Field<State> = {
  changes: (from, subject) => {
    const later = inDays(stageOf(subject).app, 5).toISOString();
    const none: Change = from === 'scheduled' ? { value: null, moves: out } : { value: null };
    return [
      isOut(from) ? { value: later, refused: 422 } : { value: later },
      none,
      { value: '2001-01-01T00:00:00.000Z', refused: 422 },
      { value: soon, refused: 422 },
    ];
  },
};
/** Tagged creators are asked first if the item isn't published yet. */
const coCreatorIds: Field<State> = {
  changes: (from, subject) => {
    const { other, stranger } = stageOf(subject);
    const asked = from === 'scheduled' ? ['tagged', ...out] : ['tagged'];
    return [
      { value: [other.id], moves: asked },
      { value: [], moves: ['tagged', ...(from === 'waiting' ? out : [])] },
      { value: [stranger.id], refused: 422 },
    ];
  },
  read: (own) => (own['tagged'] as { performer: { _id: string } }[]).map(({ performer }) => performer._id),
};
const audience = always('public', 'followers', 'subscribers');
const terms: Record<string, Field<State>> = {
  title: always('Another title'),
  description: always('Another description', ''),
  tags: always(['clay', 'kiln'], []),
  audience,
  commentsEnabled: always(false, true),
  price: {
    changes: () => [
      { value: 25, moves: ['isSale'] },
      { value: limits.itemPrice.max, moves: ['isSale'] },
      { value: 0, moves: ['isSale'] },
    ],
  },
  includedInSubscription: {
    changes: (from) => [
      { value: true, along: { price: 30 }, moves: ['isSale'] },
      isSold(from) ? { value: true } : { value: true, refused: 422 },
      { value: false },
    ],
  },
  coCreatorIds,
  scheduledAt,
  state,
};

export const galleryEdit = edit<Exclude<State, 'processing' | 'failed' | 'removed'>>({
  states: {
    draft: galleryIn('draft'),
    waiting: galleryIn('waiting'),
    scheduled: galleryIn('scheduled'),
    published: galleryIn('published'),
    archived: galleryIn('archived'),
    sold: galleryIn('sold'),
    soldArchived: galleryIn('soldArchived'),
  },
  fields: terms,
  locked: ['description', 'coCreators'],
});

/** A new file of the owner's to replace the old one. */
const newFile =
  (
    make: (app: TestBackend, ownerId: string) => Promise<string>,
    refuses: (from: State) => number | undefined = () => undefined,
  ) =>
  async (from: State, subject: Subject): Promise<Change[]> => {
    const { app, owner, other } = stageOf(subject);
    const refused = refuses(from);
    const value = await make(app, owner.id);
    return [
      refused
        ? { value, refused }
        : {
            value,
            moves: [
              'file',
              'thumbnail',
              'teaser',
              'duration',
              ...(from === 'failed' || from === 'processing' ? out : []),
            ],
          },
      { value: await make(app, other.id), refused: 422 },
    ];
  };
const idOf = (key: string) => (own: Json) => own[key];

export const videoEdit = edit<Exclude<State, 'removed'>>({
  states: {
    draft: videoIn('draft'),
    processing: videoIn('processing'),
    waiting: videoIn('waiting'),
    scheduled: videoIn('scheduled'),
    published: videoIn('published'),
    archived: videoIn('archived'),
    failed: videoIn('failed'),
    sold: videoIn('sold'),
    soldArchived: videoIn('soldArchived'),
  },
  fields: {
    ...terms,
    fileId: {
      changes: newFile(
        (app, id) => videosIn(app).makeFilm(id),
        (from) => (isSold(from) ? 409 : undefined),
      ),
      read: idOf('file'),
    },
    thumbnailId: {
      changes: newFile((app, id) => postsIn(app).makeFile(id, { type: 'video-thumbnail' })),
      read: idOf('thumbnail'),
    },
    teaserId: {
      changes: newFile((app, id) => videosIn(app).makeFilm(id, { type: 'video-teaser' })),
      read: idOf('teaser'),
    },
    teaserSeconds: {
      changes: async (from, subject) => {
        const { app, owner } = stageOf(subject);
        const teaserId = await videosIn(app).makeFilm(owner.id, { type: 'video-teaser' });
        return [
          from === 'failed' ? { value: 3, refused: 422 } : { value: 3, shown: true, moves: ['teaser'] },
          { value: 3, along: { teaserId }, refused: 422 },
        ];
      },
      read: (own) => own['teaser'] !== null,
    },
  },
  locked: ['description', 'coCreators'],
});

const alt: Field<string> = {
  ...always('A bowl on a shelf', null),
  read: (_, whole) => (whole['file'] as { alt: string | null }).alt,
};
type PhotoState =
  | Exclude<State, 'processing' | 'failed' | 'removed' | 'sold' | 'soldArchived'>
  | 'inside'
  | 'insideHidden';
const isInside = (from: string) => from.startsWith('inside');
/** A field of separate photos; in a gallery, the gallery's setting applies. */
const bySelf = (field: Field<State>, refused: number): Field<PhotoState> => ({
  ...field,
  changes: async (from, subject) =>
    isInside(from)
      ? [
          ...new Map(
            (await field.changes('draft', subject))
              .filter(({ value }) => value !== null)
              .map((one) => [one.value, { value: one.value, refused }]),
          ).values(),
        ]
      : field.changes(from as State, subject),
});

export const photoEdit = edit<PhotoState>({
  states: {
    draft: photoIn('draft'),
    waiting: photoIn('waiting'),
    scheduled: photoIn('scheduled'),
    published: photoIn('published'),
    archived: photoIn('archived'),
    inside: photoInside('published'),
    insideHidden: photoInside('archived'),
  },
  fields: {
    title: always('Another title', ''),
    description: always('Another description', ''),
    tags: always(['clay', 'kiln'], []),
    alt,
    audience: bySelf(audience, 422),
    coCreatorIds: bySelf(coCreatorIds, 422),
    scheduledAt: bySelf(scheduledAt, 422),
    state: {
      changes: (from, subject) =>
        isInside(from)
          ? [
              { value: 'draft', refused: 409 },
              { value: 'published', moves: out },
              { value: 'archived', moves: out },
            ]
          : state.changes(from as State, subject),
    },
    galleryId: {
      changes: async (from, subject) => {
        const { app, owner, other } = stageOf(subject);
        const [mine, theirs] = [
          await worksIn(app).makeGallery(owner.id, {}, 1),
          await worksIn(app).makeGallery(other.id, {}, 1),
        ];
        const placed = ['gallery', 'position', 'file', ...out];
        return [
          { value: mine.id, moves: placed },
          { value: null, ...(isInside(from) && { moves: placed }) },
          { value: theirs.id, refused: 422 },
        ];
      },
      read: (own) => (own['gallery'] as { _id: string } | null)?._id ?? null,
    },
  },
  locked: ['title', 'description', 'coCreators'],
});

const peopleIn =
  (state: 'draft' | 'published') =>
  async (app: TestBackend): Promise<Subject> => {
    const stage = await makeStage(app);
    const { ok, db, ports } = app;
    const { owner } = stage;
    const { id } = await worksIn(app).makeGallery(owner.id, rowIn(app, state));
    const [releaseId, createdAt] = [ports.ids(), ports.clock.now()];
    await db.insert(releases).values({ id: releaseId, performerId: owner.id, name: 'Jane Doe', createdAt });
    await db.insert(mediaItemPeople).values({ kind: 'gallery', itemId: id, releaseId, createdAt });
    const at = { params: { kind: 'gallery', id } } as const;
    const subject: Subject = {
      ...at,
      by: owner,
      read: () => ok('GET /performer/media-items/:kind/:id/people', { ...at, token: owner.token }),
    };
    stages.set(subject, stage);
    return subject;
  };
export const peopleEdit = edit<'draft' | 'published'>({
  states: { draft: peopleIn('draft'), published: peopleIn('published') },
  fields: {
    releaseIds: {
      changes: async (_, subject) => {
        const { app, owner, other } = stageOf(subject);
        const added = async (performerId: string) => {
          const id = app.ports.ids();
          await app.db
            .insert(releases)
            .values({ id, performerId, name: 'John Doe', createdAt: app.ports.clock.now() });
          return id;
        };
        return [
          { value: [await added(owner.id)], moves: ['data'] },
          { value: [await added(other.id)], refused: 422 },
          { value: [], moves: ['data'] },
        ];
      },
      read: (own) => (own['data'] as { _id: string }[]).map(({ _id }) => _id),
    },
  },
});
