import { z } from 'zod';
import { limits } from '#config/limits.ts';
import { Id, IdParams, SignedMoney, Timestamp, Tokens } from '../../core/schemas.ts';
import { op } from '../../core/op.ts';
import { Subscription } from '../subscriptions.ts';

/** What a creator knows about a fan they talk to: only what concerns the two of them. */
export const FanPanel = z.object({
  accountId: Id,
  /** What they brought the creator: after commission and refunds, as in the earnings. */
  earned: z.object({ total: SignedMoney, thisMonth: SignedMoney }),
  /** Null if they don’t follow. */
  followedAt: Timestamp.nullable(),
  /** The latest one; null if they never subscribed. */
  subscription: Subscription.pick({
    type: true,
    state: true,
    price: true,
    startedAt: true,
    periodEnd: true,
    renews: true,
  }).nullable(),
  /** The last 5, newest first, without those that were refunded. */
  purchases: z.array(
    z.object({
      _id: Id,
      kind: z.enum(['feed', 'product', 'video', 'gallery', 'message', 'stream']),
      itemId: Id,
      title: z.string(),
      price: Tokens,
      createdAt: Timestamp,
      /** For a message in this conversation: its position. */
      seq: z.int().describe('Sequence number of the message; null for anything else.').nullable(),
    }),
  ),
  /** The creator’s private note; empty if none. */
  note: z.string(),
  /** The creator’s lists, by name. */
  lists: z.array(z.object({ _id: Id, name: z.string(), isMember: z.boolean() })),
});
export type FanPanel = z.infer<typeof FanPanel>;

export const fanPanel = {
  'GET /conversations/:id/fan': op({
    summary: 'What a creator knows about the other person of a conversation',
    access: 'performer',
    ours: true,
    params: IdParams,
    reply: FanPanel,
  }),
  'PUT /conversations/:id/fan/note': op({
    summary: 'Set the private note about the other person of a conversation; an empty one removes it',
    access: 'performer',
    ours: true,
    params: IdParams,
    body: z.strictObject({
      note: z.string().trim().max(limits.text.note, `Use at most ${limits.text.note} characters.`),
      /** The note that was changed. If it isn’t the stored one anymore, nothing is saved. */
      before: z.string().max(limits.text.note),
    }),
    reply: z.object({ note: z.string() }),
  }),
};
