import type { Api } from '../http/api.ts';
import type { BodyOf } from '../http/call.ts';

/** Sent even while the page is closing. */
export const sendViews = (api: Api, views: BodyOf<'POST /views'>['views']) =>
  api.call('POST /views', { body: { views }, keepalive: true, unauthorized: 'ignore' });
