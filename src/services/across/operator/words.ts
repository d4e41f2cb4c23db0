import { list, read, write } from './endpoints.ts';

export const listSiteWords = read('GET /operator/words', { tags: ['Desk'] });
export const addSiteWords = write('POST /operator/words', { invalidates: ['Desk'] });
export const removeSiteWords = write('POST /operator/words/remove', { invalidates: ['Desk'] });

export const listDeskComments = list('GET /operator/comments', { tags: ['Desk'] });
export const approveDeskComment = write('POST /operator/comments/:id/approve', { invalidates: ['Desk'] });
export const deleteDeskComment = write('POST /operator/comments/:id/delete', { invalidates: ['Desk'] });
