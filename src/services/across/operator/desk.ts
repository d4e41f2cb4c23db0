import { read } from './endpoints.ts';

export const getDesk = read('GET /operator/me', { tags: ['Desk'] });
