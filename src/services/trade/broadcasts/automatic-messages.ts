import { read, write } from '../../http/endpoints.ts';

/** The messages that fans of a creator get by themselves. */
export const listAutomaticMessages = read('GET /automatic-messages', { tags: ['AutomaticMessages'] });
export const setAutomaticMessage = write('PUT /automatic-messages/:kind', {
  invalidates: (_input, { problem }) => (problem ? [] : ['AutomaticMessages']),
});
