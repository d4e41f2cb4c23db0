import { fileOf } from '../domain/files/storing.ts';
import { type PublicPicture, publicPictures } from '../domain/files/presenters.ts';
import { objectKey, publicPrefix } from '../domain/files/media-addresses.ts';
import type { Ctx } from '../kernel/context.ts';
import type { files } from '../db/schema/files.ts';
import { type Creator, type Fan, creators, fans } from './cast.ts';
import { svg } from './drawing/canvas.ts';
import { palettes } from './drawing/palettes.ts';
import { portrait } from './drawing/portrait.ts';
import { type SceneName, scenes } from './drawing/scenes.ts';
import type { ClipName, PostPlan, Shape } from './people/plan.ts';
import { type SeedPictures, inParallel } from './pictures.ts';
import { idOf, randomOf } from './random.ts';

type FileValues = typeof files.$inferInsert;
/** Fewer widths than uploads get, because the largest isn't needed for a drawing. */
const photoWidths = [320, 640, 1280];
const sizes: Record<Shape, readonly [number, number]> = {
  wide: [960, 720],
  square: [840, 840],
  tall: [768, 960],
};
const AT_ONCE = 4;

/** The id of a post's file. The same names always give the same ids. */
export const photoId = (creator: Creator, post: number, index: number): string =>
  idOf(`photo ${creator.username} ${post} ${index}`);
export const clipId = (creator: Creator, post: number, part: 'clip' | 'teaser'): string =>
  idOf(`${part} ${creator.username} ${post}`);
export const pictureKey = (person: Creator | Fan, use: PublicPicture): string =>
  publicPrefix(idOf(`${use} ${person.username}`));

const altOf: Record<SceneName, string> = {
  bike: 'A bicycle leaning on a brick wall',
  bird: 'A small bird on a branch',
  blocks: 'A hillside town drawn in isometric view',
  books: 'Shelves of books and a plant',
  camp: 'A lit tent under the Milky Way',
  chess: 'Chess pieces on a board in low light',
  citrus: 'A plate of lemon slices, from above',
  city: 'A town by the water at nightfall',
  climb: 'A climber on a wall of coloured holds',
  cups: 'A cup of coffee with a poured leaf, from above',
  desk: 'An open notebook with cards and pens',
  feast: 'Nine plates of food on one table, from above',
  film: 'Strips of developed film',
  focaccia: 'Focaccia on plates, from above',
  fog: 'An island and the sea in fog',
  frost: 'Mountain ridges and grass white with frost',
  greenPasta: 'A plate of green pasta, from above',
  greenware: 'Unglazed pots drying on a shelf',
  jars: 'Shelves of filled jars',
  keys: 'Piano keys and sheet music under a lamp',
  lane: 'A path winding through hills',
  leaves: 'Large overlapping leaves',
  loaf: 'A scored loaf on a plate, from above',
  meteors: 'Meteors over dark hills',
  mugs: 'Pale brown mugs on a shelf',
  nightTown: 'A hillside town by night, drawn in isometric view',
  oiled: 'A dovetail joint darkened by oil',
  paint: 'A watercolour of flowers on a sheet',
  pixels: 'A pixel-art island with a tower',
  poised: 'Somebody holding a pose on a mat before a large sun',
  poppies: 'A watercolour of red poppies on a sheet',
  pots: 'Clay pots on a shelf in window light',
  quilt: 'A quilt of geometric pieces',
  ridges: 'Mountain ridges in mist under a low sun',
  robin: 'A robin on a branch',
  sailing: 'A sailing boat on the sea under a low sun',
  salad: 'A plate of salad, from above',
  saturn: 'A ringed planet over dark hills',
  sea: 'The sea under a low sun',
  shavings: 'Curls of wood around a joint and a chisel',
  soup: 'A plate of orange soup, from above',
  stars: 'The Milky Way over dark hills',
  strings: 'The sound hole and strings of a guitar',
  table: 'A dish on a laid table, from above',
  teaPots: 'Round jars with a pale brown glaze on a shelf',
  trail: 'A runner on a path winding through hills',
  vinyl: 'A record half out of its sleeve',
  wood: 'A dovetail joint and a chisel on a bench',
};

interface Drawing {
  readonly id: string;
  readonly owner: Creator;
  readonly scene: SceneName;
  readonly shape: Shape;
  readonly type: 'feed-photo' | 'feed-thumbnail';
}

function drawingsOf(creator: Creator): Drawing[] {
  return creator.posts.flatMap((post: PostPlan, at) =>
    (post.photos ?? []).map((scene, index): Drawing => ({
      id: photoId(creator, at, index),
      owner: creator,
      scene,
      shape: post.type === 'audio' ? 'square' : (post.shape ?? 'wide'),
      type: post.type === 'audio' ? 'feed-thumbnail' : 'feed-photo',
    })),
  );
}

async function put(
  ctx: Ctx,
  objects: readonly { key: string; bytes: Uint8Array; mime: string }[],
): Promise<void> {
  await Promise.all(objects.map(({ key, bytes, mime }) => ctx.ports.objects.put(key, bytes, mime)));
}

async function draw(
  ctx: Ctx,
  pictures: SeedPictures,
  { id, owner, scene, shape, type }: Drawing,
): Promise<FileValues> {
  const [w, h] = sizes[shape];
  const random = randomOf(id);
  // Usually in the creator's own colors.
  const view = {
    w,
    h,
    random,
    palette: random.chance(0.6) ? palettes[owner.palette] : random.pick(Object.values(palettes)),
  };
  const { objects, row } = fileOf(ctx, id, {
    picture: await pictures.draw(svg(view, scenes[scene](view)), {
      widths: photoWidths,
      finish: owner.finish ?? 'drawn',
    }),
    type,
    ownerId: owner.id,
    alt: altOf[scene],
  });
  await put(ctx, objects);
  return row;
}

interface Clip {
  readonly id: string;
  readonly owner: Pick<Creator, 'id'>;
  readonly name: ClipName;
  readonly isTeaser: boolean;
}

const clipsOf = (creator: Creator): Clip[] =>
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
  const moment = ctx.ports.clock.now();
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
      createdAt: moment,
      updatedAt: moment,
    };
  }
  const { objects, row } = fileOf(ctx, id, { picture: poster, type, ownerId: owner.id });
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
  const [w, h] = use === 'avatar' ? [256, 256] : [1280, 427];
  const view = { w, h, random: randomOf(`${use} ${person.username}`), palette: palettes[person.palette] };
  const drawn =
    use === 'cover' && 'cover' in person ? scenes[person.cover](view) : portrait(view, person.look);
  const picture = await pictures.draw(svg(view, drawn), {
    widths: publicPictures[use].widths,
    finish: (use === 'cover' && 'finish' in person && person.finish) || 'drawn',
  });
  const shown = picture.renditions.filter(({ name }) => name !== 'blur.webp');
  await put(
    ctx,
    shown.map(({ name, bytes, mime }) => ({ key: `${pictureKey(person, use)}/${name}`, bytes, mime })),
  );
}

/**
 * Draws and stores all pictures and clips of the demo data and returns the rows of those that posts
 * reference. Doesn't need the database.
 */
export async function fillGallery(ctx: Ctx, pictures: SeedPictures): Promise<FileValues[]> {
  const faces = [...creators, ...fans].map((person) => [person, 'avatar'] as const);
  const covers = creators.map((creator) => [creator, 'cover'] as const);
  await inParallel([...covers, ...faces], AT_ONCE, (one) => savePublic(ctx, pictures, one));
  const drawn = await inParallel(creators.flatMap(drawingsOf), AT_ONCE, (one) => draw(ctx, pictures, one));
  const clips = await inParallel(creators.flatMap(clipsOf), AT_ONCE, (one) => saveClip(ctx, pictures, one));
  return [...drawn, ...clips];
}
