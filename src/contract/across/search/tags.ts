import { z } from 'zod';
import { KeyPage, PerformerCard, listReply } from '../../core/schemas.ts';
import { op } from '../../core/op.ts';
import { PerformerRow } from '../../people/creators.ts';
import { Post } from '../../content/posts/posts.ts';

const TagParams = z.strictObject({ tag: z.string().min(1).max(120) });

export const TagPage = z.object({
  tag: z.string().describe('In lower case, without the number sign.'),
  written: z.string().describe('As it was first written in a public post, such as “Ölmalerei”.'),
  posts: z.int().describe('Number of posts that everyone can read. Counting ends at some hundreds.'),
  isCounted: z.boolean().describe('Whether the number of posts is exact.'),
  /** Creators with the tag in their bio, then those of the newest posts with it. */
  performers: z.array(PerformerRow),
});
export type TagPage = z.infer<typeof TagPage>;

export const tags = {
  'GET /tags': op({
    summary: 'Suggest tags by their beginning, most used at the top',
    access: 'user',
    /** Without a beginning, the tags used most. */
    query: z.strictObject({ q: z.string().trim().max(60).default('') }),
    reply: z.object({ data: z.array(z.string()) }),
    ours: true,
  }),
  'GET /tags/:tag': op({
    summary: 'A tag: how many posts have it, and which creators use it',
    access: 'anyone',
    params: TagParams,
    reply: TagPage,
    ours: true,
  }),
  'GET /tags/:tag/feeds': op({
    summary: 'Posts with a tag that everyone can read, newest first',
    access: 'anyone',
    params: TagParams,
    query: z.strictObject({ limit: KeyPage.limit, cursor: KeyPage.cursor }),
    reply: listReply(Post),
    ours: true,
  }),
  'GET /mentions': op({
    summary: 'Suggest creators to mention, by the beginning of their name or username',
    access: 'user',
    query: z.strictObject({ q: z.string().trim().max(60) }),
    reply: z.object({ data: z.array(PerformerCard) }),
    ours: true,
  }),
};
