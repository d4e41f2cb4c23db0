import { read, write } from '../../http/endpoints.ts';
import type { Tag } from '../../http/tags.ts';

const unlessRefused = (_input: unknown, { problem }: { readonly problem?: unknown }): readonly Tag[] =>
  problem ? [] : ['QuickReplies'];

/** The texts that a creator writes often. */
export const listQuickReplies = read('GET /quick-replies', { tags: ['QuickReplies'] });
export const addQuickReply = write('POST /quick-replies', { invalidates: unlessRefused });
export const orderQuickReplies = write('PUT /quick-replies', {
  // Also after a failure: the order shown is then no longer the one that is stored.
  invalidates: ['QuickReplies'],
});
export const changeQuickReply = write('PUT /quick-replies/:id', { invalidates: unlessRefused });
export const deleteQuickReply = write('DELETE /quick-replies/:id', { invalidates: unlessRefused });
