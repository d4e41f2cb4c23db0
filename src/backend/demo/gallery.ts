import { buildFile } from '../domain/base/files/storing.ts';
import { type PublicPicture, publicPictures } from '../domain/base/files/presenters.ts';
import { objectKey, publicPrefix } from '../domain/base/files/media-addresses.ts';
import type { Ctx } from '../kernel/context.ts';
import type { files } from '../db/schema/files.ts';
import { type Creator, type Fan, creators, fans } from './cast.ts';
import { type ClipName, type PostPlan, type Subject, altTexts } from './people/plan.ts';
import { type SeedPictures, inParallel } from './pictures.ts';
import { demoId } from './random.ts';

type FileValues = typeof files.$inferInsert;
/** Fewer widths than uploads get: none of the pictures is larger. */
const photoWidths = [320, 640, 1280];
const AT_ONCE = 4;

/** The id of a post's file. The same names always give the same ids. */
export const photoId = (creator: Creator, post: number, index: number): string =>
  demoId(`photo ${creator.username} ${post} ${index}`);
export const clipId = (creator: Creator, post: number, part: 'clip' | 'teaser'): string =>
  demoId(`${part} ${creator.username} ${post}`);
export const pictureKey = (person: Creator | Fan, use: PublicPicture): string =>
  publicPrefix(demoId(`${use} ${person.username}`));

interface Photo {
  readonly id: string;
  readonly owner: Creator;
  readonly name: string;
  readonly subject: Subject;
  readonly type: 'feed-photo' | 'feed-thumbnail';
}

const listPhotos = (creator: Creator): Photo[] =>
  creator.posts.flatMap((post: PostPlan, at) =>
    (post.photos ?? []).map((subject, index): Photo => ({
      id: photoId(creator, at, index),
      owner: creator,
      name: `photos/${creator.username}-${at}-${index}`,
      subject,
      type: post.type === 'audio' ? 'feed-thumbnail' : 'feed-photo',
    })),
  );

async function put(
  ctx: Ctx,
  objects: readonly { key: string; bytes: Uint8Array; mime: string }[],
): Promise<void> {
  await Promise.all(objects.map(({ key, bytes, mime }) => ctx.ports.objects.put(key, bytes, mime)));
}

async function savePhoto(
  ctx: Ctx,
  pictures: SeedPictures,
  { id, owner, name, subject, type }: Photo,
): Promise<FileValues> {
  const picture = await pictures.picture(name, photoWidths);
  const { objects, row } = buildFile(ctx, id, { picture, type, ownerId: owner.id, alt: altTexts[subject] });
  await put(ctx, objects);
  return row;
}

interface Clip {
  readonly id: string;
  readonly owner: Pick<Creator, 'id'>;
  readonly name: ClipName;
  readonly isTeaser: boolean;
}

const listClips = (creator: Creator): Clip[] =>
  creator.posts.flatMap((post: PostPlan, at) => [
    ...(post.clip
      ? [{ id: clipId(creator, at, 'clip'), owner: creator, name: post.clip, isTeaser: false }]
      : []),
    ...(post.teaser
      ? [{ id: clipId(creator, at, 'teaser'), owner: creator, name: post.teaser, isTeaser: true }]
      : []),
  ]);

export async function saveClip(
  ctx: Ctx,
  pictures: SeedPictures,
  { id, owner, name, isTeaser }: Clip,
): Promise<FileValues> {
  const { bytes, mime, duration, poster, peaks } = await pictures.clip(name);
  const type = isTeaser ? 'feed-teaser' : poster ? 'feed-video' : 'feed-audio';
  const source = {
    name: poster ? 'source.mp4' : 'source.m4a',
    width: 0,
    height: 0,
    mime,
    bytes: bytes.byteLength,
  };
  await put(ctx, [{ key: objectKey(id, source.name), bytes, mime }]);
  const time = ctx.ports.clock.now();
  if (!poster) {
    return {
      id,
      ownerId: owner.id,
      type,
      mime,
      bytes: bytes.byteLength,
      duration,
      peaks: peaks && [...peaks],
      storageKey: `files/${id}`,
      renditions: [source],
      state: 'ready',
      percent: 100,
      createdAt: time,
      updatedAt: time,
    };
  }
  const { objects, row } = buildFile(ctx, id, { picture: poster, type, ownerId: owner.id });
  await put(ctx, objects);
  return {
    ...row,
    mime,
    bytes: bytes.byteLength,
    duration,
    renditions: [...row.renditions, { ...source, width: poster.width, height: poster.height }],
  };
}

async function savePublic(
  ctx: Ctx,
  pictures: SeedPictures,
  [person, use]: readonly [Creator | Fan, PublicPicture],
): Promise<void> {
  const picture = await pictures.picture(`${use}s/${person.username}`, publicPictures[use].widths);
  const shown = picture.renditions.filter(({ name }) => name !== 'blur.webp');
  await put(
    ctx,
    shown.map(({ name, bytes, mime }) => ({ key: `${pictureKey(person, use)}/${name}`, bytes, mime })),
  );
}

/**
 * Stores all pictures and clips of the demo data and returns the rows of those that posts
 * reference. Doesn't need the database.
 */
export async function fillGallery(ctx: Ctx, pictures: SeedPictures): Promise<FileValues[]> {
  const faces = [...creators, ...fans].map((person) => [person, 'avatar'] as const);
  const covers = creators.map((creator) => [creator, 'cover'] as const);
  await inParallel([...covers, ...faces], AT_ONCE, (one) => savePublic(ctx, pictures, one));
  const photos = await inParallel(creators.flatMap(listPhotos), AT_ONCE, (one) =>
    savePhoto(ctx, pictures, one),
  );
  const clips = await inParallel(creators.flatMap(listClips), AT_ONCE, (one) => saveClip(ctx, pictures, one));
  return [...photos, ...clips];
}
