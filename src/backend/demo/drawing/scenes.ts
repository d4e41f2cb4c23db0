import { bike, bird, climb, poised } from './body.ts';
import type { Scene } from './canvas.ts';
import { blocks, quilt, wood } from './craft.ts';
import { books, desk, film, paint } from './desk.ts';
import { leaves, ridges, stars, trail } from './land.ts';
import { keys, strings, vinyl } from './music.ts';
import { pixels } from './play.ts';
import { chess, pots } from './pots.ts';
import { cups, table } from './table.ts';
import { city, sea } from './water.ts';

/** Every scene that demo creators publish pictures of. */
export const scenes = {
  bike,
  bird,
  blocks,
  books,
  chess,
  city,
  climb,
  cups,
  desk,
  film,
  keys,
  leaves,
  paint,
  pixels,
  poised,
  pots,
  quilt,
  ridges,
  sea,
  stars,
  strings,
  table,
  trail,
  vinyl,
  wood,
} satisfies Record<string, Scene>;
export type SceneName = keyof typeof scenes;
