import { z } from 'zod';
import { limits } from '#config/limits.ts';
import {
  Done,
  FileView,
  Id,
  IdParams,
  OffsetPage,
  Timestamp,
  Tokens,
  listReply,
} from '../../core/schemas.ts';
import { op } from '../../core/op.ts';
import { Message } from '../../talk/messages/messages.ts';

/** A message to one person that is sent later, as only its author sees it. */
export const ScheduledMessage = z.object({
  _id: Id,
  conversationId: Id,
  text: z.string(),
  files: z.array(FileView),
  /** Price of the files; 0 is free. */
  price: Tokens,
  sendAt: Timestamp,
  state: z.enum(['scheduled', 'failed']),
  /** Why it couldn’t be sent. */
  reason: z.string().nullable(),
  createdAt: Timestamp,
});
export type ScheduledMessage = z.infer<typeof ScheduledMessage>;

const fields = {
  text: z.string().trim().max(limits.text.message).default(''),
  files: z.array(Id).max(limits.photosPerPost, `Add at most ${limits.photosPerPost} files.`).default([]),
  price: z.int().describe('Price in tokens; 0: free.').min(0).max(limits.itemPrice.max).default(0),
  sendAt: Timestamp,
};
interface Content {
  readonly text: string;
  readonly files: readonly string[];
  readonly price: number;
}
const hasContent = ({ text, files }: Content) => text !== '' || files.length > 0;
const writeSomething = { message: 'Write something first.', path: ['text'] };
const sellsFiles = ({ price, files }: Content) => price === 0 || files.length > 0;
const addFile = { message: 'Add a photo or video to sell.', path: ['price'] };

export const scheduledMessages = {
  'GET /scheduled-messages': op({
    summary: 'Messages of yours that wait to be sent or failed, the next one first',
    access: 'performer',
    ours: true,
    query: z.strictObject({ ...OffsetPage, conversationId: Id.optional() }),
    reply: listReply(ScheduledMessage),
  }),
  'POST /scheduled-messages': op({
    summary: 'Send a private message later',
    access: 'performer',
    ours: true,
    body: z
      .strictObject({
        conversationId: Id,
        /** Chosen by the client. Repeating it doesn’t schedule the message twice. */
        clientId: z.string().min(8).max(64).optional(),
        ...fields,
      })
      .refine(hasContent, writeSomething)
      .refine(sellsFiles, addFile),
    reply: ScheduledMessage,
    creates: true,
    status: 201,
  }),
  'PUT /scheduled-messages/:id': op({
    summary: 'Change a message that wasn’t sent yet',
    access: 'performer',
    ours: true,
    params: IdParams,
    body: z.strictObject(fields).refine(hasContent, writeSomething).refine(sellsFiles, addFile),
    reply: ScheduledMessage,
  }),
  'DELETE /scheduled-messages/:id': op({
    summary: 'Delete a message that wasn’t sent yet',
    access: 'performer',
    ours: true,
    params: IdParams,
    reply: Done,
  }),
  'POST /scheduled-messages/:id/send': op({
    summary: 'Send a scheduled message now; repeating it sends it once',
    access: 'performer',
    ours: true,
    params: IdParams,
    reply: Message,
    status: 201,
  }),
};
