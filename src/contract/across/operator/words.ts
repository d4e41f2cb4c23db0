import { z } from 'zod';
import { limits } from '#config/limits.ts';
import { op } from '../../core/op.ts';
import { Done, Id, IdParams, KeyPage, ObjectType, Timestamp, listReply } from '../../core/schemas.ts';
import { PersonRef, Reasoned } from './parts.ts';

const { heldWordLength } = limits.stream;

const SiteWords = z.object({ words: z.array(z.string()) });
const Words = Reasoned.extend({
  words: z
    .array(
      z
        .string()
        .trim()
        .min(1)
        .max(heldWordLength, `A word or phrase has up to ${heldWordLength} characters.`),
    )
    .min(1, 'Enter a word.')
    .max(limits.siteHeldWords, `The list can have up to ${limits.siteHeldWords} words.`),
});

export const DeskComment = z.object({
  _id: Id,
  text: z.string(),
  author: PersonRef,
  owner: PersonRef.describe('The creator under whose work it was written.'),
  objectType: ObjectType,
  href: z.string().nullable().describe('The page it was written on; null if that has none.'),
  heldAt: Timestamp,
});
export type DeskComment = z.infer<typeof DeskComment>;

/** Calls of the desk about the words that the site holds, and the comments that wait because of them. */
export const operatorWords = {
  'GET /operator/words': op({
    summary: 'The words that hold what is written anywhere on the site',
    access: 'operator',
    reply: SiteWords,
    ours: true,
  }),
  'POST /operator/words': op({
    summary: 'Add words that hold what is written',
    access: 'operator',
    body: Words,
    reply: SiteWords,
    ours: true,
  }),
  'POST /operator/words/remove': op({
    summary: 'Remove words; comments that wait because of them keep waiting',
    access: 'operator',
    body: Words,
    reply: SiteWords,
    ours: true,
  }),
  'GET /operator/comments': op({
    summary: 'Comments that wait because of the site’s words, longest waiting first',
    access: 'operator',
    query: z.strictObject(KeyPage),
    reply: listReply(DeskComment),
    ours: true,
  }),
  'POST /operator/comments/:id/approve': op({
    summary: 'Show a comment that waits, and tell its author',
    access: 'operator',
    params: IdParams,
    body: Reasoned,
    reply: Done,
    ours: true,
  }),
  'POST /operator/comments/:id/delete': op({
    summary: 'Delete a comment that waits, and tell its author',
    access: 'operator',
    params: IdParams,
    body: Reasoned,
    reply: Done,
    ours: true,
  }),
};
