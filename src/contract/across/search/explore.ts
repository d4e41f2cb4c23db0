import { z } from 'zod';
import { PerformerCard } from '../../core/schemas.ts';
import { op } from '../../core/op.ts';
import { PerformerRow } from '../../people/creators.ts';
import { Stream } from '../../talk/streams/streams.ts';
import { SearchHit } from './search.ts';

export const Explore = z.object({
  /** Those with most creators first. */
  categories: z.array(z.object({ name: z.string(), count: z.int().describe('Number of creators.') })),
  trending: z.array(PerformerRow),
  live: z.array(Stream),
  /** Whom followers of creators that the viewer follows also follow. Empty for visitors. */
  because: z.array(z.object({ performer: PerformerCard, performers: z.array(PerformerRow) })),
  newest: z.array(PerformerRow),
  /** New ones with a picture that the viewer may see, a few of each creator. */
  posts: z.array(SearchHit),
  galleries: z.array(SearchHit),
  /** Creators with a free subscription. */
  free: z.array(PerformerRow),
});
export type Explore = z.infer<typeof Explore>;

/** A creator to follow, and why. */
export const Suggestion = z.object({
  performer: PerformerRow,
  /** The first of the viewer's interests that the creator has as a category; null for somebody popular. */
  interest: z.string().nullable(),
});
export type Suggestion = z.infer<typeof Suggestion>;

export const explore = {
  'GET /explore': op({
    summary:
      'Categories, new posts and galleries, and creators who are trending, live, new, free to join or like those you follow',
    access: 'anyone',
    reply: Explore,
    ours: true,
  }),
  'GET /explore/suggestions': op({
    summary: 'Creators to follow, those of your interests first, then trending and popular ones',
    access: 'user',
    reply: z.object({ data: z.array(Suggestion), total: z.int().describe('Number of suggestions.') }),
    ours: true,
  }),
};
