import type { Audience } from '#contract/core/schemas.ts';
import type { PaletteName } from '../drawing/palettes.ts';
import type { Look } from '../drawing/portrait.ts';
import type { SceneName } from '../drawing/scenes.ts';

/** Short clips that come with the seed; the first three have a picture of their own. */
export const clipNames = ['wheel', 'waves', 'record', 'guitar', 'piano'] as const;
export type ClipName = (typeof clipNames)[number];

interface Terms {
  readonly audience?: Audience;
  /** Tokens. */
  readonly price?: number;
  readonly included?: boolean;
  readonly pinned?: boolean;
  /** Days after the seed that it goes by itself in. */
  readonly daysLeft?: number;
}
export interface PollPlan {
  readonly question: string;
  readonly options: readonly string[];
  readonly resultsVisible?: 'always' | 'afterVote' | 'afterEnd';
  /** Days it stays open after the seed; negative: it has ended. */
  readonly openDays: number;
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
/** A creator's life, newest post first. */
export interface CreatorPlan {
  readonly username: string;
  readonly name: string;
  readonly bio: string;
  readonly categories: readonly string[];
  readonly country: string;
  readonly languages: readonly string[];
  /** Cents a month; a year costs ten times that. `free` needs no payment. */
  readonly monthly: number;
  readonly free?: boolean;
  readonly palette: PaletteName;
  readonly cover: SceneName;
  readonly look: Look;
  /** How much of the demo's audience finds them, 0 to 1. */
  readonly appeal: number;
  readonly posts: readonly PostPlan[];
  /** Waits for approval: no posts, and seen by nobody yet. */
  readonly pending?: boolean;
}

/** Open to everybody unless `terms` say otherwise. */
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
/** With a picture to look at while it plays. */
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
/** Sold, to subscribers too. */
export const sold = (price: number) => ({ price }) as const;
/** Sold to those who don't subscribe. */
export const soldOrSubscribed = (price: number) => ({ price, included: true }) as const;
