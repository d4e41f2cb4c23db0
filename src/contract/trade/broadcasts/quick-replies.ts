import { z } from 'zod';
import { limits } from '#config/limits.ts';
import { Done, Id, IdParams, lineText } from '../../core/schemas.ts';
import { op } from '../../core/op.ts';
import { TemplateText } from './automatic-messages.ts';

/** A text that a creator writes often. */
export const QuickReply = z.object({
  _id: Id,
  title: z.string(),
  /** `{name}` stands for the name of whoever they write to. */
  text: z.string(),
});
export type QuickReply = z.infer<typeof QuickReply>;

const Fields = z
  .strictObject({
    title: lineText()
      .min(1, 'Enter a title.')
      .max(limits.quickReply.title, `Use at most ${limits.quickReply.title} characters.`),
    text: TemplateText,
  })
  .refine(({ text }) => text !== '', { message: 'Write something first.', path: ['text'] });

/** Every quick reply, in the creator’s order: there are few, and people pick among all of them. */
export const QuickReplyList = z.object({
  data: z.array(QuickReply),
  max: z.int().describe('Number of quick replies one can have.'),
});

export const quickReplies = {
  'GET /quick-replies': op({
    summary: 'Your quick replies, in your order',
    access: 'performer',
    ours: true,
    reply: QuickReplyList,
  }),
  'POST /quick-replies': op({
    summary: 'Add a quick reply at the end',
    access: 'performer',
    ours: true,
    body: Fields,
    reply: QuickReply,
    creates: true,
    status: 201,
  }),
  'PUT /quick-replies': op({
    summary: 'Put your quick replies in another order',
    access: 'performer',
    ours: true,
    body: z.strictObject({
      ids: z.array(Id).max(limits.quickReply.most).describe('Every one of them, in the new order.'),
    }),
    reply: QuickReplyList,
  }),
  'PUT /quick-replies/:id': op({
    summary: 'Change a quick reply',
    access: 'performer',
    ours: true,
    params: IdParams,
    body: Fields,
    reply: QuickReply,
  }),
  'DELETE /quick-replies/:id': op({
    summary: 'Delete a quick reply',
    access: 'performer',
    ours: true,
    params: IdParams,
    reply: Done,
  }),
};
