import { z } from 'zod';
import { agreedPages } from '#config/agreed-pages.ts';
import { Done } from '../../core/schemas.ts';
import { op } from '../../core/op.ts';

const Version = z.string().regex(/^\d{1,9}$/);
/** The versions of the terms and the privacy policy that somebody was shown, and accepts. */
export const AcceptedVersions = { terms: Version.optional(), privacy: Version.optional() };

const AgreedPage = z.object({
  kind: z.enum(agreedPages),
  version: z.string(),
  changes: z.string().describe('What this version changed, in a few words; empty for the first one'),
  isDue: z.boolean().describe('Whether you are asked to accept this version'),
});
export type AgreedPage = z.infer<typeof AgreedPage>;

export const consents = {
  'GET /auth/consents': op({
    summary: 'The terms and the privacy policy in their current versions, and what you are asked to accept',
    access: 'anyone',
    reply: z.object({ data: z.array(AgreedPage) }),
    ours: true,
  }),
  'POST /auth/consents': op({
    summary: 'Accept the terms or the privacy policy in the version you were shown',
    access: 'user',
    body: z
      .strictObject(AcceptedVersions)
      .refine(({ terms, privacy }) => terms !== undefined || privacy !== undefined, 'Name what you accept.'),
    reply: Done,
    ours: true,
  }),
};
