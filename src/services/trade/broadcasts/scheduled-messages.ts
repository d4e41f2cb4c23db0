import { read, write } from '../../http/endpoints.ts';
import type { Tag } from '../../http/tags.ts';

/** Also after a failure: the message may have been sent meanwhile. */
const stale: readonly Tag[] = ['ScheduledMessages'];

/** A creator's messages that are sent later. */
export const listScheduledMessages = read('GET /scheduled-messages', { tags: ['ScheduledMessages'] });
export const scheduleMessage = write('POST /scheduled-messages', { invalidates: stale });
export const changeScheduledMessage = write('PUT /scheduled-messages/:id', { invalidates: stale });
export const deleteScheduledMessage = write('DELETE /scheduled-messages/:id', { invalidates: stale });
export const sendScheduledMessage = write('POST /scheduled-messages/:id/send', { invalidates: stale });
