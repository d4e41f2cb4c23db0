import { z } from 'zod';
import { limits } from '#config/limits.ts';
import { filledLength } from '#config/name-placeholder.ts';
import { FileView, Id, Timestamp, Tokens } from '../../core/schemas.ts';
import { op } from '../../core/op.ts';

/** What an automatic message answers. */
export const AutomaticKind = z.enum(['follow', 'subscribe', 'renewal-failed', 'subscription-ended']);
export type AutomaticKind = z.infer<typeof AutomaticKind>;

/** A message that fans get by themselves, as its creator set it up. */
export const AutomaticMessage = z.object({
  kind: AutomaticKind,
  isOn: z.boolean(),
  /** `{name}` stands for the fan’s name. */
  text: z.string(),
  files: z.array(FileView),
  /** Price of the files; 0 is free. */
  price: Tokens,
  sent: z.int().describe('Number of fans who got one.'),
  /** Null if it was never set up. */
  updatedAt: Timestamp.nullable(),
});
export type AutomaticMessage = z.infer<typeof AutomaticMessage>;

/** A text in which `{name}` stands for a fan’s name, and which stays within the limit once it is filled in. */
export const TemplateText = z
  .string()
  .trim()
  .refine((text) => filledLength(text, limits.text.name) <= limits.text.message, {
    message: `Use at most ${limits.text.message} characters, counting ${limits.text.name} for each name.`,
  });

const Settings = z
  .strictObject({
    isOn: z.boolean(),
    text: TemplateText.default(''),
    files: z.array(Id).max(limits.photosPerPost, `Add at most ${limits.photosPerPost} files.`).default([]),
    price: z.int().describe('Price in tokens; 0: free.').min(0).max(limits.itemPrice.max).default(0),
  })
  .refine(({ isOn, text, files }) => !isOn || text !== '' || files.length > 0, {
    message: 'Write something first.',
    path: ['text'],
  })
  .refine(({ price, files }) => price === 0 || files.length > 0, {
    message: 'Add a photo or video to sell.',
    path: ['price'],
  });

/** Messages that fans get when they follow or subscribe, and when a subscription fails to renew or ends. */
export const automaticMessages = {
  'GET /automatic-messages': op({
    summary: 'Your automatic messages, one of each kind',
    access: 'performer',
    ours: true,
    reply: z.object({ data: z.array(AutomaticMessage) }),
  }),
  'PUT /automatic-messages/:kind': op({
    summary: 'Set up an automatic message, or turn it off',
    access: 'performer',
    ours: true,
    params: z.strictObject({ kind: AutomaticKind }),
    body: Settings,
    reply: AutomaticMessage,
  }),
};
