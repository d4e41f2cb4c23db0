import { z } from 'zod';
import { limits } from '#config/limits.ts';
import {
  Done,
  FileView,
  Id,
  IdParams,
  KeyPage,
  OffsetPage,
  PerformerCard,
  Timestamp,
  listReply,
  lineText,
} from '../../core/schemas.ts';
import { op } from '../../core/op.ts';
import { OwnPost, Post } from './posts.ts';

/* Series: numbered sets of a creator's posts. */

const Series = z.object({
  _id: Id,
  title: z.string(),
  description: z.string(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
});

/** A series as its readers see it. */
export const PostSeries = Series.extend({
  performer: PerformerCard,
  posts: z.int().describe('Number of published posts.'),
  /** The picture of its first post that everyone can see; null without one. */
  cover: FileView.nullable(),
});
export type PostSeries = z.infer<typeof PostSeries>;

/** A series as its creator sees it. */
export const OwnPostSeries = Series.extend({
  posts: z.int().describe('Number of posts in any state.'),
  published: z.int().describe('Number of published posts.'),
});
export type OwnPostSeries = z.infer<typeof OwnPostSeries>;

const { title: longest, description: longestText, most, posts: mostPosts } = limits.postSeries;
const fields = {
  title: lineText().min(1, 'Enter a title.').max(longest, `Use at most ${longest} characters.`),
  description: z.string().trim().max(longestText, `Use at most ${longestText} characters.`),
};
const Place = z.strictObject({ id: Id, postId: Id });

export const ownPostSeries = {
  'GET /performer/post-series': op({
    summary: 'Your series of posts, by title',
    access: 'performer',
    ours: true,
    query: z.strictObject(OffsetPage),
    reply: listReply(OwnPostSeries),
  }),
  'POST /performer/post-series': op({
    summary: `Create a series of posts; one can have ${most}`,
    access: 'performer',
    ours: true,
    body: z.strictObject({ title: fields.title, description: fields.description.default('') }),
    reply: OwnPostSeries,
    creates: true,
    status: 201,
  }),
  'GET /performer/post-series/:id': op({
    summary: 'One of your series',
    access: 'performer',
    ours: true,
    params: IdParams,
    reply: OwnPostSeries,
  }),
  'PUT /performer/post-series/:id': op({
    summary: 'Change the title or the description of a series',
    access: 'performer',
    ours: true,
    params: IdParams,
    body: z.strictObject(fields).partial(),
    reply: OwnPostSeries,
  }),
  'DELETE /performer/post-series/:id': op({
    summary: 'Delete a series; its posts stay',
    access: 'performer',
    ours: true,
    params: IdParams,
    reply: Done,
  }),
  'GET /performer/post-series/:id/posts': op({
    summary: 'Your posts in a series, in any state and in their order',
    access: 'performer',
    ours: true,
    params: IdParams,
    query: z.strictObject(KeyPage),
    reply: listReply(OwnPost),
  }),
  'PUT /performer/post-series/:id/posts/:postId': op({
    summary: `Put your post into a series or move it there; it leaves the one it was in. A series can have ${mostPosts}`,
    access: 'performer',
    ours: true,
    params: Place,
    body: z.strictObject({
      position: z
        .int()
        .min(1)
        .max(mostPosts)
        .optional()
        .describe('Number of its place in the series, from 1. Without it, a new post comes last.'),
    }),
    reply: OwnPostSeries,
  }),
  'DELETE /performer/post-series/:id/posts/:postId': op({
    summary: 'Remove your post from a series',
    access: 'performer',
    ours: true,
    params: Place,
    reply: OwnPostSeries,
  }),
};

export const postSeries = {
  'GET /post-series': op({
    summary: 'A creator’s series that have a published post, the one with the newest first',
    access: 'anyone',
    ours: true,
    query: z.strictObject({ ...KeyPage, performerId: Id }),
    reply: listReply(PostSeries),
  }),
  'GET /post-series/:id': op({
    summary: 'A series of posts',
    access: 'anyone',
    ours: true,
    params: IdParams,
    reply: PostSeries,
  }),
  'GET /post-series/:id/posts': op({
    summary: 'The published posts of a series, in their order',
    access: 'anyone',
    ours: true,
    params: IdParams,
    query: z.strictObject(KeyPage),
    reply: listReply(Post),
  }),
};
