import { z } from 'zod';

/** Who may write in the chat of a stream, besides its creator and moderators. */
export const ChatAudience = z.enum(['everyone', 'followers', 'subscribers']);
export type ChatAudience = z.infer<typeof ChatAudience>;
