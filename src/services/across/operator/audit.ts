import { list, write } from './endpoints.ts';

export const searchAudit = list('GET /operator/audit/search', { tags: ['Desk'] });
export const exportAudit = write('POST /operator/audit/export', { invalidates: ['Desk'] });
