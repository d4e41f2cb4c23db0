import { z } from 'zod';
import { limits } from '#config/limits.ts';
import { Audience, Done, Id, IdParams, Timestamp, Tokens, lineText } from '../../core/schemas.ts';
import { op } from '../../core/op.ts';
import { PostFields, PostType } from './posts.ts';
import { Poll } from './parts.ts';

/** A poll that may still lack its question or answers. */
const TemplatePoll = z.strictObject({
  question: lineText().max(limits.text.title),
  options: z.array(lineText().max(limits.poll.optionLength)).max(limits.poll.maxOptions),
  multiple: z.boolean(),
  resultsVisible: Poll.shape.resultsVisible,
});
export type TemplatePoll = z.infer<typeof TemplatePoll>;

/** What a creator’s posts of one sort have in common, to begin a new one with. */
export const PostTemplate = z.object({
  _id: Id,
  title: z.string(),
  type: PostType,
  text: z.string(),
  audience: Audience,
  /** 0 when it isn’t sold separately. */
  price: Tokens,
  includedInSubscription: z.boolean(),
  commentsEnabled: z.boolean(),
  poll: TemplatePoll.nullable(),
  seriesId: Id.nullable(),
  createdAt: Timestamp,
});
export type PostTemplate = z.infer<typeof PostTemplate>;

const { title: longest, most } = limits.postTemplate;
const Title = lineText().min(1, 'Enter a name.').max(longest, `Use at most ${longest} characters.`);

export const postTemplates = {
  'GET /performer/post-templates': op({
    summary: 'Your templates of posts, by title',
    access: 'performer',
    ours: true,
    reply: z.object({ data: z.array(PostTemplate) }),
  }),
  'POST /performer/post-templates': op({
    summary: `Save a template of a post; one can have ${most}`,
    access: 'performer',
    ours: true,
    body: z.strictObject({
      title: Title,
      type: PostType,
      text: PostFields.text,
      audience: PostFields.audience,
      price: PostFields.price,
      includedInSubscription: PostFields.includedInSubscription,
      commentsEnabled: PostFields.commentsEnabled,
      poll: TemplatePoll.nullable(),
      seriesId: PostFields.seriesId.default(null),
    }),
    reply: PostTemplate,
    creates: true,
    status: 201,
  }),
  'PUT /performer/post-templates/:id': op({
    summary: 'Rename a template',
    access: 'performer',
    ours: true,
    params: IdParams,
    body: z.strictObject({ title: Title }),
    reply: PostTemplate,
  }),
  'DELETE /performer/post-templates/:id': op({
    summary: 'Delete a template',
    access: 'performer',
    ours: true,
    params: IdParams,
    reply: Done,
  }),
};
