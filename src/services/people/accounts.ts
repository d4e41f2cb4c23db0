import type { Api } from '../http/api.ts';
import { list, read, write } from '../http/endpoints.ts';
import type { UploadInput } from '../http/upload.ts';

export const getMe = read('GET /users/me');
export const getNewAccountLimits = read('GET /users/limits', { tags: ['NewAccountLimits'], keepSeconds: 0 });
export const getInterests = read('GET /users/interests', { tags: ['Interests'] });
export const setInterests = write('PUT /users/interests', { invalidates: ['Interests'] });
/** The figures that are shown were cut in another zone. */
export const setTimeZone = write('PUT /users/time-zone', {
  invalidates: (_input, { reply }) => (reply ? ['Earnings', 'Subscribers', 'Followers'] : []),
});
/** `version`: the `updatedAt` of the account that the change is about. */
export const updateMe = write('PUT /users');
export const searchUsers = list('GET /users/search', { by: 'offset', keepSeconds: 0 });
/** @public Required by the specification; not used by our pages. */
export const viewUser = read('GET /users/view/:id');
export const uploadUserAvatar = (api: Api, input: UploadInput<'POST /users/avatar/upload'>) =>
  api.upload('POST /users/avatar/upload', input);
export const removeAvatar = write('DELETE /users/avatar');
/** @public Required by the specification; not used by our pages. */
export const uploadAvatarOf = (api: Api, input: UploadInput<'POST /users/:id/avatar/upload'>) =>
  api.upload('POST /users/:id/avatar/upload', input);
