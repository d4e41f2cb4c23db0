import { list, read, write } from './endpoints.ts';

export const listContact = list('GET /operator/contact/search', { tags: ['Desk'], by: 'offset' });
export const getContact = read('GET /operator/contact/:id', { tags: ['Desk'] });
export const answerContact = write('POST /operator/contact/:id/answer', { invalidates: ['Desk'] });
export const setContactState = write('POST /operator/contact/:id/state', { invalidates: ['Desk'] });

export const listMails = list('GET /operator/mails/search', { tags: ['Desk'], by: 'offset' });
export const getMail = read('GET /operator/mails/:id');
export const resendMail = write('POST /operator/mails/:id/resend', { invalidates: ['Desk'] });

export const listJobs = list('GET /operator/jobs/search', { tags: ['Desk'], by: 'offset' });
export const retryJob = write('POST /operator/jobs/:id/retry', { invalidates: ['Desk'] });
export const listEvents = list('GET /operator/events/search', { tags: ['Desk'], by: 'offset' });
export const retryEvent = write('POST /operator/events/:id/retry', { invalidates: ['Desk'] });

export const getSiteHealth = read('GET /operator/health', { tags: ['Desk'] });
export const getSiteFigures = read('GET /operator/figures');
