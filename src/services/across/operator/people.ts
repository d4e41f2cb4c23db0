import { list, read, write } from './endpoints.ts';

export const searchDesk = read('GET /operator/search', { tags: ['Desk'] });
export const getDeskPerson = read('GET /operator/people/:id', { tags: ['Desk'] });
export const listPersonEvents = list('GET /operator/people/:id/timeline', { tags: ['Desk'] });
/** `month`: such as `2026-03`. */
export const openStatement = write('POST /operator/people/:id/statement', { invalidates: ['Desk'] });
export const suspendPerson = write('POST /operator/people/:id/suspend', { invalidates: ['Desk'] });
export const banPerson = write('POST /operator/people/:id/ban', { invalidates: ['Desk'] });
export const withdrawBan = write('POST /operator/people/:id/withdraw-ban', { invalidates: ['Desk'] });
export const restorePerson = write('POST /operator/people/:id/restore', { invalidates: ['Desk'] });
export const addPersonNote = write('POST /operator/people/:id/notes', { invalidates: ['Desk'] });
export const removeSecondFactor = write('POST /operator/people/:id/remove-second-factor', {
  invalidates: ['Desk'],
});
