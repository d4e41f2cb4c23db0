import { read, write } from '../../http/endpoints.ts';

/** How many mass messages a fan accepts, and from whom none. */
export const getMassMessageCap = read('GET /mass-messages/settings', { tags: ['MassMessageCap'] });
export const setMassMessageCap = write('PUT /mass-messages/settings', {
  invalidates: (_input, { problem }) => (problem ? [] : ['MassMessageCap']),
});
export const getMassMessagesMuted = read('GET /mass-messages/mutes/:id');
export const muteMassMessages = write('PUT /mass-messages/mutes/:id');
export const unmuteMassMessages = write('DELETE /mass-messages/mutes/:id');
