import type { Audience } from '#contract/core/schemas.ts';
import type { PaletteName } from '../drawing/palettes.ts';
import type { Look } from '../drawing/portrait.ts';
import type { SceneName } from '../drawing/scenes.ts';
import type { Finish } from '../pictures.ts';

/** Short clips included with the seed; the first three are videos. */
export const filmNames = ['wheel', 'waves', 'tide', 'record'] as const;
export type FilmName = (typeof filmNames)[number];
export const soundNames = ['guitar', 'piano', 'hull'] as const;
export type SoundName = (typeof soundNames)[number];
export type ClipName = FilmName | SoundName;

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
export type Shape = 'wide' | 'square' | 'tall';
export interface PostPlan extends Terms {
  readonly type: 'text' | 'photo' | 'video' | 'audio' | 'teaser' | 'poll';
  readonly text: string;
  readonly photos?: readonly SceneName[];
  readonly shape?: Shape;
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
  readonly palette: PaletteName;
  readonly cover: SceneName;
  /** How their photos look; `drawn` unless they say otherwise. */
  readonly finish?: Finish;
  readonly look: Look;
  /** How many of the demo fans follow them, from 0 to 1. */
  readonly appeal: number;
  readonly posts: readonly PostPlan[];
  readonly series?: readonly SeriesPlan[];
  /** Waiting for approval: has no posts and isn't visible to anyone. */
  readonly pending?: boolean;
}

/** A text post, public unless `terms` say otherwise. */
export const words = (text: string, terms: Terms = {}): PostPlan => ({ type: 'text', text, ...terms });
export const photo = (
  text: string,
  photos: readonly SceneName[],
  terms: Terms & { shape?: Shape } = {},
): PostPlan => ({ type: 'photo', text, photos, ...terms });
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
  { cover, ...terms }: Terms & { cover: SceneName },
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
