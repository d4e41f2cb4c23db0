import { z } from 'zod';
import { limits } from '#config/limits.ts';
import { Id } from '../../core/schemas.ts';

/** Why an operator does something. It is noted in the audit log. */
export const Reason = z
  .string()
  .trim()
  .min(1, 'Enter a reason.')
  .max(limits.text.reason, `Use at most ${limits.text.reason} characters.`);
export const Reasoned = z.strictObject({ reason: Reason });

/** An account as the desk names it. */
export const PersonRef = z.object({
  _id: Id,
  username: z.string().nullable(),
  name: z.string(),
});
export type PersonRef = z.infer<typeof PersonRef>;

/** What one operator proposed, and another one has to confirm. */
export const Proposal = z.object({
  by: PersonRef,
  reason: z.string(),
  at: z.iso.datetime(),
  isOwn: z.boolean().describe('You proposed it, so another operator has to confirm it.'),
});
export type Proposal = z.infer<typeof Proposal>;
