import type { Audience } from '#contract/core/schemas.ts';

/** Short clips included with the seed; the first three are videos. */
export const filmNames = ['wheel', 'waves', 'tide', 'record'] as const;
export type FilmName = (typeof filmNames)[number];
export const soundNames = ['guitar', 'piano', 'hull'] as const;
export type SoundName = (typeof soundNames)[number];
export type ClipName = FilmName | SoundName;

/** What the photos of the demo show, and the texts that say so. */
export const altTexts = {
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
  teaPots: 'Round jars with a pale brown glaze on a shelf',
  trail: 'A runner on a path winding through hills',
  vinyl: 'A record half out of its sleeve',
  wood: 'A dovetail joint and a chisel on a bench',
} as const;
export type Subject = keyof typeof altTexts;

interface Terms {
  readonly audience?: Audience;
  /** In tokens. */
  readonly price?: number;
  readonly included?: boolean;
  readonly pinned?: boolean;
  /** The name of a product of the same creator, whose card a text has. */
  readonly links?: string;
  /** Days after seeding until it expires. */
  readonly daysLeft?: number;
}
export interface PollPlan {
  readonly question: string;
  readonly options: readonly string[];
  readonly resultsVisible?: 'always' | 'afterVote' | 'afterEnd';
  /** Days it stays open after seeding; negative if it has ended. */
  readonly openDays: number;
}
export interface SeriesPlan {
  readonly title: string;
  readonly description: string;
  /** Places in `posts`, in the order of the series. */
  readonly posts: readonly number[];
}
export interface PostPlan extends Terms {
  readonly type: 'text' | 'photo' | 'video' | 'audio' | 'teaser' | 'poll';
  readonly text: string;
  readonly photos?: readonly Subject[];
  readonly clip?: ClipName;
  readonly teaser?: ClipName;
  readonly poll?: PollPlan;
}
/** A creator with their posts, newest first. */
export interface CreatorPlan {
  readonly username: string;
  readonly name: string;
  readonly bio: string;
  readonly categories: readonly string[];
  readonly country: string;
  readonly languages: readonly string[];
  /** Cents per month; a year costs ten times that. `free` needs no payment. */
  readonly monthly: number;
  readonly free?: boolean;
  /** How many of the demo fans follow them, from 0 to 1. */
  readonly appeal: number;
  readonly posts: readonly PostPlan[];
  readonly series?: readonly SeriesPlan[];
  /** Waiting for approval: has no posts and isn't visible to anyone. */
  readonly pending?: boolean;
}

/** A text post, public unless `terms` say otherwise. */
export const words = (text: string, terms: Terms = {}): PostPlan => ({ type: 'text', text, ...terms });
export const photo = (text: string, photos: readonly Subject[], terms: Terms = {}): PostPlan => ({
  type: 'photo',
  text,
  photos,
  ...terms,
});
export const video = (text: string, clip: ClipName, terms: Terms & { teaser?: ClipName } = {}): PostPlan => ({
  type: 'video',
  text,
  clip,
  ...terms,
});
/** An audio post with a cover picture. */
export const audio = (
  text: string,
  clip: ClipName,
  { cover, ...terms }: Terms & { cover: Subject },
): PostPlan => ({ type: 'audio', text, clip, photos: [cover], ...terms });
export const teaser = (text: string, clip: ClipName, terms: Terms = {}): PostPlan => ({
  type: 'teaser',
  text,
  teaser: clip,
  ...terms,
});
export const ask = (text: string, poll: PollPlan, terms: Terms = {}): PostPlan => ({
  type: 'poll',
  text,
  poll,
  ...terms,
});

export const subscribers = { audience: 'subscribers' } as const;
export const followers = { audience: 'followers' } as const;
/** Sold to everyone, including subscribers. */
export const sold = (price: number) => ({ price }) as const;
/** Sold to everyone except subscribers, for whom it is included. */
export const soldOrSubscribed = (price: number) => ({ price, included: true }) as const;
