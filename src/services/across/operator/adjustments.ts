import { list, read, write } from './endpoints.ts';

export const listAdjustments = list('GET /operator/adjustments', { tags: ['Desk'] });
export const getAdjustment = read('GET /operator/adjustments/:id', { tags: ['Desk'] });
export const proposeAdjustment = write('POST /operator/adjustments', { invalidates: ['Desk'] });
export const approveAdjustment = write('POST /operator/adjustments/:id/approve', { invalidates: ['Desk'] });
export const declineAdjustment = write('POST /operator/adjustments/:id/decline', { invalidates: ['Desk'] });
