import { list, read, write } from '../http/endpoints.ts';

/** Decisions about the person, newest first. */
export const listDecisions = list('GET /decisions', { tags: ['Decision'] });
export const getDecision = read('GET /decisions/:id', { tags: ['Decision'] });
export const getDecisionOn = read('GET /decisions/on/:type/:id', { tags: ['Decision'] });
export const appealDecision = write('POST /decisions/:id/appeal', {
  invalidates: (_input, { problem }) => (problem ? [] : ['Decision']),
});
export const listOwnReports = list('GET /reports', { tags: ['Decision'] });
