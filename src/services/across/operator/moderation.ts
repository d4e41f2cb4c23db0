import { list, read, write } from './endpoints.ts';

export const listCases = list('GET /operator/cases', { tags: ['Desk'] });
export const getCase = read('GET /operator/cases/:id', { tags: ['Desk'] });
export const openCase = write('POST /operator/cases', { invalidates: ['Desk'] });
export const openCaseFile = write('POST /operator/cases/:id/files/:fileId/open');
export const decideCase = write('POST /operator/cases/:id/decisions', { invalidates: ['Desk'] });
export const confirmBan = write('POST /operator/decisions/:id/confirm', { invalidates: ['Desk'] });
export const withdrawBan = write('POST /operator/decisions/:id/withdraw', { invalidates: ['Desk'] });
export const liftDecision = write('POST /operator/decisions/:id/lift', { invalidates: ['Desk'] });
export const answerAppeal = write('POST /operator/decisions/:id/appeal', { invalidates: ['Desk'] });
export const listStatements = read('GET /operator/moderation/statements');
export const listNumbers = read('GET /operator/moderation/numbers');
