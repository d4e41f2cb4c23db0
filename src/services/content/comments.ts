import { list, read, write } from '../http/endpoints.ts';
import { type Tag, commentsUnder } from '../http/tags.ts';

const bans: Tag = { type: 'Blocked', id: 'comments' };

/** Comments of an item or, with `parentId`, replies to a comment. */
export const listComments = list('GET /comments', {
  tags: (_pages, { query: { objectId } }) => ['Comments', commentsUnder(objectId)],
});
/** Pages write with the functions of `state/community/`, which show a comment before the server has it. */
export const createComment = write('POST /comments', { invalidates: ['NewAccountLimits'] });
export const editComment = write('PUT /comments/:id');
export const deleteComment = write('DELETE /comments/:id', { invalidates: ['HeldComments'] });
export const pinComment = write('PUT /comments/:id/pin', {
  invalidates: (_input, { reply }) => (reply ? [commentsUnder(reply.objectId)] : []),
});
/** Comments that are held for the creator's review. */
export const listHeldComments = list('GET /comments/held', { tags: ['HeldComments'] });
export const approveComment = write('POST /comments/:id/approve', {
  invalidates: ['HeldComments', 'Comments'],
});
/** The words that hold comments. */
export const getHeldWords = read('GET /comments/held-words', { tags: ['HeldWords'] });
export const setHeldWords = write('PUT /comments/held-words', {
  invalidates: (_input, { problem }) => (problem ? [] : ['HeldWords']),
});
/** Bans the author of a comment from commenting on the creator's content. */
export const banCommenter = write('POST /comments/:id/ban', { invalidates: ['Comments', bans] });
export const listCommentBans = list('GET /comments/bans', { tags: [bans] });
/** Takes the id of the account. */
export const unbanCommenter = write('DELETE /comments/bans/:id', { invalidates: ['Comments', bans] });
