import { z } from 'zod';
import { limits } from '#config/limits.ts';
import { IdParams, Tokens } from '../../core/schemas.ts';
import { Conversation } from './messages.ts';
import { op } from '../../core/op.ts';

const FirstMessageSettings = z.object({
  writeFirst: z.enum(['everyone', 'followers', 'subscribers']),
  asksFirst: z.boolean(),
  firstMessagePrice: Tokens,
});
export type FirstMessageSettings = z.infer<typeof FirstMessageSettings>;

/** Who may write to a creator first, and the requests of those who did. */
export const messageRequests = {
  'GET /message-requests/settings': op({
    summary: 'Who may write to you first',
    access: 'performer',
    ours: true,
    reply: FirstMessageSettings,
  }),
  'PUT /message-requests/settings': op({
    summary: 'Set who may write to you first, and whether they ask and pay for it',
    access: 'performer',
    ours: true,
    body: z
      .strictObject({
        writeFirst: FirstMessageSettings.shape.writeFirst,
        /** First messages wait as requests until you accept them. */
        asksFirst: z.boolean(),
        /** Returned unless the request is accepted. */
        firstMessagePrice: z
          .int('Enter a whole number of tokens.')
          .describe('Price in tokens; 0: free.')
          .min(0)
          .max(limits.itemPrice.max),
      })
      .refine(({ asksFirst, firstMessagePrice }) => asksFirst || firstMessagePrice === 0, {
        message: 'Only first messages that wait as requests can have a price.',
        path: ['firstMessagePrice'],
      }),
    reply: FirstMessageSettings,
  }),
  'POST /conversations/:id/accept-request': op({
    summary: 'Accept a message request; its price is charged to the sender',
    access: 'performer',
    ours: true,
    params: IdParams,
    reply: Conversation,
  }),
  'POST /conversations/:id/decline-request': op({
    summary: 'Decline a message request; its price is returned to the sender',
    access: 'performer',
    ours: true,
    params: IdParams,
    reply: Conversation,
  }),
};
