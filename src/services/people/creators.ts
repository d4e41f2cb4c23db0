import type { Api } from '../http/api.ts';
import { list, read, write } from '../http/endpoints.ts';
import { creatorTags } from '../http/tags.ts';
import type { UploadInput } from '../http/upload.ts';

export const searchPerformers = list('GET /performers/user/search', {
  by: 'offset',
  tags: (pages) => creatorTags(pages?.flatMap((page) => page.data)),
});
export const randomPerformers = read('GET /performers/search/random', {
  tags: (reply) => creatorTags(reply?.data),
});
export const topPerformers = read('GET /performers/top', { tags: (reply) => creatorTags(reply?.data) });
export const getOwnPerformer = read('GET /performers/me', { tags: ['OwnPerformer'] });
export const listCategories = read('GET /performers/categories');
/** Takes a username or an id. */
export const getPerformer = read('GET /performers/:id', {
  tags: (performer) => (performer ? [{ type: 'Creator', id: performer._id }] : ['Creators']),
});
export const similarPerformers = read('GET /performers/:id/similar', {
  tags: (reply) => creatorTags(reply?.data),
});
/** `version`: the `updatedAt` of what the change is about. */
export const updatePerformer = write('PUT /performers/:id');
export const uploadPerformerAvatar = (api: Api, input: UploadInput<'POST /performers/avatar/upload'>) =>
  api.upload('POST /performers/avatar/upload', input);
export const uploadCover = (api: Api, input: UploadInput<'POST /performers/cover/upload'>) =>
  api.upload('POST /performers/cover/upload', input);
export const removeCover = write('DELETE /performers/cover');
export const uploadWelcomeVideo = (api: Api, input: UploadInput<'POST /performers/welcome-video/upload'>) =>
  api.upload('POST /performers/welcome-video/upload', input);
export const removeWelcomeVideo = write('DELETE /performers/welcome-video');
export const uploadDocuments = (api: Api, input: UploadInput<'POST /performers/documents/upload'>) =>
  api.upload('POST /performers/documents/upload', input);
