import { z } from 'zod';
import { Id } from '../../core/schemas.ts';

/** From the first draft to the end. */
export const PostState = z.enum([
  'draft',
  'processing',
  'scheduled',
  'published',
  'expired',
  'archived',
  'failed',
  'removed',
]);

export const Poll = z.object({
  question: z.string(),
  options: z.array(
    z.object({
      _id: Id,
      text: z.string(),
      votes: z.int().describe('Number of votes; null while hidden.').nullable(),
    }),
  ),
  multiple: z.boolean(),
  expiresAt: z.iso.datetime().nullable(),
  resultsVisible: z.enum(['always', 'afterVote', 'afterEnd']),
  ownVotes: z.array(Id),
  total: z.int().describe('Number of voters; null until the results may be seen.').nullable(),
});

/** The series that a post belongs to, and where in it, counting the posts that its readers see. */
export const PostSeriesLine = z.object({
  _id: Id,
  title: z.string(),
  number: z.int().describe('Number of the part, from 1; null while it isn’t published.').nullable(),
  total: z.int().describe('Number of published posts.'),
  /** Ids of the posts before and after it; null at the ends. */
  previous: Id.nullable(),
  next: Id.nullable(),
});
export type PostSeriesLine = z.infer<typeof PostSeriesLine>;

/** What a locked post may reveal: the number of files per kind, and their total duration in seconds. */
export const MediaSummary = z.object({
  photos: z.int().describe('Number of photos.'),
  videos: z.int().describe('Number of videos.'),
  audios: z.int().describe('Number of recordings.'),
  duration: z.number().describe('Length in seconds.'),
});

/**
 * Whose posts are on a timeline: of followed and subscribed creators (`following`, the default), of subscribed
 * ones only, or what everybody may read by trending creators whom the viewer doesn't follow.
 */
export const timelineSources = ['following', 'subscribed', 'discover'] as const;
export const TimelineSource = z.enum(timelineSources);
export type TimelineSource = z.infer<typeof TimelineSource>;
