import { z } from 'zod';
import { AccessView, FileView, Id, KeyPage, PerformerCard, Timestamp, Tokens } from '../../core/schemas.ts';
import { op } from '../../core/op.ts';
import { PerformerRow } from '../../people/creators.ts';

export const searchKinds = ['creator', 'post', 'video', 'gallery', 'product', 'auction', 'stream'] as const;
export const SearchKind = z.enum(searchKinds);
export type SearchKind = z.infer<typeof SearchKind>;

/** Something that was found besides creators: enough to recognize and open it. */
export const SearchHit = z.object({
  _id: Id,
  kind: SearchKind.exclude(['creator']),
  /** Of a post, the part of its text around what was found. */
  title: z.string(),
  performer: PerformerCard,
  cover: FileView.nullable(),
  access: AccessView,
  /** For an auction, the highest bid or the starting price. 0 when it isn't sold. */
  price: Tokens,
  numOfItems: z.int().describe('Number of photos in the gallery.').nullable(),
  duration: z.number().describe('Length in seconds.').nullable(),
  /** Of a scheduled stream. */
  startsAt: Timestamp.nullable(),
  /** Of an auction. */
  endsAt: Timestamp.nullable(),
  isLive: z.boolean(),
  publishedAt: Timestamp,
});
export type SearchHit = z.infer<typeof SearchHit>;

export const SearchGroup = z.object({
  kind: SearchKind,
  /** Empty except for creators. */
  performers: z.array(PerformerRow),
  /** Empty for creators. */
  items: z.array(SearchHit),
  total: z.int().describe('Number of results. Counting ends at some hundreds.'),
  isCounted: z.boolean().describe('Whether the total is exact.'),
  nextCursor: z.string().nullable().describe('Null without `kind`, and on the last page.'),
});
export type SearchGroup = z.infer<typeof SearchGroup>;

const Category = z.object({ name: z.string(), count: z.int().describe('Number of creators.') });

export const SearchReply = z.object({
  groups: z.array(SearchGroup),
  /** The query with what was searched for in place of words that nothing contains; null if none was replaced. */
  corrected: z.string().nullable(),
  /** The words that the results were found by, in lowercase and without accents. */
  matches: z.array(z.string()),
  /** When nothing was found: what comes closest. */
  nearest: z
    .object({
      words: z.array(z.string()).describe('Words of the query that have results on their own.'),
      performers: z.array(PerformerRow),
      categories: z.array(Category),
    })
    .nullable(),
});
export type SearchReply = z.infer<typeof SearchReply>;

const Query = z.string().trim().max(100);
export const SearchSuggestions = z.object({
  performers: z.array(PerformerCard),
  /** Categories, tags of videos and galleries, and hashtags of posts. */
  topics: z.array(z.object({ name: z.string(), kind: z.enum(['category', 'tag', 'hashtag']) })),
  /** The query with its last word completed, or corrected if nothing begins with it. */
  queries: z.array(z.string()),
});
export type SearchSuggestions = z.infer<typeof SearchSuggestions>;

export const search = {
  'GET /search': op({
    summary: 'Search creators and everything they publish',
    access: 'anyone',
    query: z.strictObject({
      /** Without words, the newest of each kind. */
      q: Query.optional(),
      /** Only one kind, page by page. Without it, a few of each. */
      kind: SearchKind.optional(),
      /** Creators are always sorted by followers. `best`, also without it: those first whose title has the words, then those that are liked and new. */
      sort: z.enum(['best', 'newest']).optional(),
      limit: z.coerce
        .number()
        .pipe(z.int().min(1).max(100))
        .optional()
        .describe('Greatest number of results of each kind.'),
      cursor: KeyPage.cursor,
    }),
    reply: SearchReply,
    ours: true,
  }),
  'GET /search/suggestions': op({
    summary: 'Suggest what to search for while the query is being typed',
    access: 'anyone',
    query: z.strictObject({ q: Query }),
    reply: SearchSuggestions,
    ours: true,
  }),
};
