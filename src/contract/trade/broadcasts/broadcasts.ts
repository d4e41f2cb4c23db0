import { z } from 'zod';
import { limits } from '#config/limits.ts';
import {
  Done,
  FileView,
  Id,
  IdParams,
  Money,
  OffsetPage,
  PerformerCard,
  Timestamp,
  Tokens,
  listReply,
} from '../../core/schemas.ts';
import { op } from '../../core/op.ts';
import { TemplateText } from './automatic-messages.ts';
import { SubscriptionType } from '../subscriptions.ts';

const { broadcast: bounds } = limits;

/** Something a fan can buy from a creator. */
const BoughtItem = z.strictObject({
  kind: z.enum(['feed', 'video', 'gallery', 'product']),
  _id: Id,
});
export const FanGroup = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('followers') }),
  /** Fans with a subscription that gives access now; any plan when `plans` is empty. */
  z.strictObject({
    kind: z.literal('subscribers'),
    plans: z.array(SubscriptionType).max(SubscriptionType.options.length).default([]),
  }),
  /** Fans who used to subscribe and don’t now. */
  z.strictObject({ kind: z.literal('expired') }),
  z.strictObject({ kind: z.literal('list'), listId: Id }),
  /** Fans who spent at least `tokens` with the creator in the last `days` days. */
  z.strictObject({
    kind: z.literal('spenders'),
    tokens: z
      .int('Enter a whole number of tokens.')
      .describe('Amount in tokens.')
      .min(1, 'Enter at least 1 token.')
      .max(limits.safeAmount),
    days: z
      .int('Enter a whole number of days.')
      .describe('Number of days.')
      .min(1, 'Enter at least 1 day.')
      .max(bounds.spenderDays, `Enter at most ${bounds.spenderDays} days.`),
  }),
  z.strictObject({ kind: z.literal('buyers'), item: BoughtItem }),
]);
export type FanGroup = z.infer<typeof FanGroup>;

/** Fans in at least one included group and in no excluded group. */
export const BroadcastAudience = z.strictObject({
  include: z
    .array(FanGroup)
    .min(1, 'Choose who receives it.')
    .max(bounds.groups, `Choose at most ${bounds.groups} groups.`),
  exclude: z.array(FanGroup).max(bounds.groups, `Exclude at most ${bounds.groups} groups.`).default([]),
  /** Leave out fans who already own every file. */
  excludeOwners: z.boolean().default(true),
});
export type BroadcastAudience = z.infer<typeof BroadcastAudience>;

export const BroadcastState = z.enum([
  'draft',
  'scheduled',
  'sending',
  'sent',
  'unsending',
  'unsent',
  'failed',
]);
export type BroadcastState = z.infer<typeof BroadcastState>;

/** A message to many fans, as its creator sees it. */
export const Broadcast = z.object({
  _id: Id,
  state: BroadcastState,
  text: z.string(),
  files: z.array(FileView),
  /** Price of the files; 0 is free. */
  price: Tokens,
  freeForSubscribers: z.boolean(),
  audience: BroadcastAudience,
  scheduledAt: Timestamp.nullable(),
  /** When delivery began. */
  sentAt: Timestamp.nullable(),
  recipients: z.int().describe('Number of fans in the audience when delivery began.'),
  delivered: z.int().describe('Number of fans who received it.'),
  createdAt: Timestamp,
});
export type Broadcast = z.infer<typeof Broadcast>;

export const BroadcastResults = z.object({
  ...Broadcast.shape,
  seen: z.int().describe('Number of fans who opened the conversation since.'),
  bought: z.int().describe('Number of fans who bought the files.'),
  /** The creator’s share of the sales, minus refunds. */
  revenue: Money,
});
export type BroadcastResults = z.infer<typeof BroadcastResults>;

/** Which of the results to list the fans for. */
export const BroadcastRows = z.enum(['recipients', 'delivered', 'seen', 'bought']);
export type BroadcastRows = z.infer<typeof BroadcastRows>;
export const BroadcastRecipient = z.object({
  _id: Id.describe('The fan’s id.'),
  user: PerformerCard,
  state: z.enum(['waiting', 'delivered', 'skipped', 'unsent']),
  conversationId: Id.nullable(),
  deliveredAt: Timestamp.nullable(),
  isSeen: z.boolean(),
  /** The price paid; null if not bought. */
  paid: Tokens.nullable(),
});
export type BroadcastRecipient = z.infer<typeof BroadcastRecipient>;

export const AudienceCount = z.object({
  people: z.int().describe('Number of fans who would receive it now.'),
  owners: z.int().describe('Number of fans in the audience who have already bought every file.'),
  muted: z.int().describe('Number of fans in the audience who don’t accept mass messages now.'),
  sample: z.string().nullable().describe('The name of one who would receive it, for a preview.'),
});
export type AudienceCount = z.infer<typeof AudienceCount>;

const Files = z.array(Id).max(limits.photosPerPost, `Add at most ${limits.photosPerPost} files.`).default([]);
const fields = {
  text: TemplateText.default(''),
  files: Files,
  price: z.int().describe('Price in tokens; 0: free.').min(0).max(limits.itemPrice.max).default(0),
  freeForSubscribers: z.boolean().default(false),
  audience: BroadcastAudience,
  /** Null sends it now. */
  scheduledAt: Timestamp.nullable().default(null),
  isDraft: z.boolean().default(false),
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

const NewBroadcast = z
  .strictObject({
    /** Chosen by the client. Repeating it doesn’t send the message twice. */
    clientId: z.string().min(8).max(64).optional(),
    ...fields,
  })
  .refine(hasContent, writeSomething)
  .refine(sellsFiles, addFile);
const ChangedBroadcast = z
  .strictObject(fields)
  .refine(hasContent, writeSomething)
  .refine(sellsFiles, addFile);

export const broadcasts = {
  'POST /messages/broadcast-message': op({
    summary: 'Message many fans at once, now or later, or save a draft',
    access: 'performer',
    body: NewBroadcast,
    reply: Broadcast,
    creates: true,
    status: 201,
  }),
  'POST /broadcasts/count': op({
    summary: 'Count an audience before sending',
    access: 'performer',
    ours: true,
    body: z.strictObject({ audience: BroadcastAudience, files: Files }),
    reply: AudienceCount,
  }),
  'GET /broadcasts': op({
    summary: 'Your mass messages, newest first',
    access: 'performer',
    ours: true,
    query: z.strictObject(OffsetPage),
    reply: listReply(Broadcast),
  }),
  'GET /broadcasts/:id': op({
    summary: 'A mass message and its results',
    access: 'performer',
    ours: true,
    params: IdParams,
    reply: BroadcastResults,
  }),
  'PUT /broadcasts/:id': op({
    summary: 'Change, schedule or send a draft or scheduled mass message',
    access: 'performer',
    ours: true,
    params: IdParams,
    body: ChangedBroadcast,
    reply: Broadcast,
  }),
  'DELETE /broadcasts/:id': op({
    summary: 'Delete a draft or scheduled mass message',
    access: 'performer',
    ours: true,
    params: IdParams,
    reply: Done,
  }),
  'POST /broadcasts/:id/unsend': op({
    summary: 'Unsend a mass message: copies that weren’t bought disappear',
    access: 'performer',
    ours: true,
    params: IdParams,
    reply: Broadcast,
  }),
  'GET /broadcasts/:id/recipients': op({
    summary: 'The fans behind a figure of a mass message’s results',
    access: 'performer',
    ours: true,
    params: IdParams,
    query: z.strictObject({ ...OffsetPage, rows: BroadcastRows.default('recipients') }),
    reply: listReply(BroadcastRecipient),
  }),
};
