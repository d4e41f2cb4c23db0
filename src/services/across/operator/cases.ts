import { list, read, write } from './endpoints.ts';

export const listDeskCreators = list('GET /operator/creators', { tags: ['Desk'] });
export const getDeskCreator = read('GET /operator/creators/:id', { tags: ['Desk'] });
export const approveCreator = write('POST /operator/creators/:id/approve', { invalidates: ['Desk'] });
export const rejectCreator = write('POST /operator/creators/:id/reject', { invalidates: ['Desk'] });
// Nothing is out of date: that documents were opened shows up nowhere but in the timeline.
export const openCreatorDocuments = write('POST /operator/creators/:id/documents');
export const openCreatorReleases = write('POST /operator/creators/:id/releases');
export const openCaseReleases = write('POST /operator/cases/:id/releases');

export const listDeskPayouts = list('GET /operator/payouts', { tags: ['Desk'] });
export const getDeskPayout = read('GET /operator/payouts/:id', { tags: ['Desk'] });
export const openPayoutDetails = write('POST /operator/payouts/:id/details');
export const approveDeskPayout = write('POST /operator/payouts/:id/approve', { invalidates: ['Desk'] });
export const processDeskPayout = write('POST /operator/payouts/:id/process', { invalidates: ['Desk'] });
export const payDeskPayout = write('POST /operator/payouts/:id/pay', { invalidates: ['Desk'] });
export const rejectDeskPayout = write('POST /operator/payouts/:id/reject', { invalidates: ['Desk'] });
export const failDeskPayout = write('POST /operator/payouts/:id/fail', { invalidates: ['Desk'] });
export const returnDeskPayout = write('POST /operator/payouts/:id/return', { invalidates: ['Desk'] });
export const withdrawDeskPayout = write('POST /operator/payouts/:id/withdraw', { invalidates: ['Desk'] });

export const getDeskPayment = read('GET /operator/payments/:id', { tags: ['Desk'] });
export const refundDeskPayment = write('POST /operator/payments/:id/refund', { invalidates: ['Desk'] });
export const listDisputes = list('GET /operator/disputes', { tags: ['Desk'] });
