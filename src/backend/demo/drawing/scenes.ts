import { bike, bird, climb, poised, robin } from './body.ts';
import type { Scene } from './canvas.ts';
import { blocks, nightTown, oiled, quilt, shavings, wood } from './craft.ts';
import { books, desk, film, paint, poppies } from './desk.ts';
import { camp, frost, lane, leaves, meteors, ridges, saturn, stars, trail } from './land.ts';
import { keys, strings, vinyl } from './music.ts';
import { pixels } from './play.ts';
import { chess, greenware, mugs, pots, teaPots } from './pots.ts';
import { citrus, cups, feast, focaccia, greenPasta, jars, loaf, salad, soup, table } from './table.ts';
import { city, fog, sailing, sea } from './water.ts';

/**
 * Every scene that demo creators publish pictures of. What a text names is a scene of its own, because
 * chance can't be trusted to draw it.
 */
export const scenes = {
  bike,
  bird,
  blocks,
  books,
  camp,
  chess,
  citrus,
  city,
  climb,
  cups,
  desk,
  feast,
  film,
  focaccia,
  fog,
  frost,
  greenPasta,
  greenware,
  jars,
  keys,
  lane,
  leaves,
  loaf,
  meteors,
  mugs,
  nightTown,
  oiled,
  paint,
  pixels,
  poised,
  poppies,
  pots,
  quilt,
  ridges,
  robin,
  sailing,
  salad,
  saturn,
  sea,
  shavings,
  soup,
  stars,
  strings,
  table,
  teaPots,
  trail,
  vinyl,
  wood,
} satisfies Record<string, Scene>;
export type SceneName = keyof typeof scenes;
