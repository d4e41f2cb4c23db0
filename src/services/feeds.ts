import type { Api } from './api.ts';
import type { BodyOf, QueryOf } from './call.ts';
import type { UploadInput } from './upload.ts';

export const createFeed = (api: Api, body: BodyOf<'POST /performer/feeds'>) =>
  api.call('POST /performer/feeds', { body });
export const listOwnFeeds = (api: Api, query: QueryOf<'GET /performer/feeds'>, signal?: AbortSignal) =>
  api.call('GET /performer/feeds', { query, signal });
export const getOwnFeed = (api: Api, id: string, signal?: AbortSignal) =>
  api.call('GET /performer/feeds/:id', { params: { id }, signal });
export const updateFeed = (api: Api, id: string, body: BodyOf<'PUT /performer/feeds/:id'>) =>
  api.call('PUT /performer/feeds/:id', { params: { id }, body });
export const deleteFeed = (api: Api, id: string) =>
  api.call('DELETE /performer/feeds/:id', { params: { id } });
export const createPoll = (api: Api, body: BodyOf<'POST /performer/feeds/polls'>) =>
  api.call('POST /performer/feeds/polls', { body });
export const uploadFeedAudio = (api: Api, input: UploadInput<'POST /performer/feeds/audio/upload'>) =>
  api.upload('POST /performer/feeds/audio/upload', input);
export const uploadFeedVideo = (api: Api, input: UploadInput<'POST /performer/feeds/video/upload'>) =>
  api.upload('POST /performer/feeds/video/upload', input);
export const uploadFeedThumbnail = (api: Api, input: UploadInput<'POST /performer/feeds/thumbnail/upload'>) =>
  api.upload('POST /performer/feeds/thumbnail/upload', input);
export const uploadFeedTeaser = (api: Api, input: UploadInput<'POST /performer/feeds/teaser/upload'>) =>
  api.upload('POST /performer/feeds/teaser/upload', input);
export const uploadFeedPhoto = (api: Api, input: UploadInput<'POST /performer/feeds/photo/upload'>) =>
  api.upload('POST /performer/feeds/photo/upload', input);
/** The timeline, or one creator's posts. */
export const listFeeds = (api: Api, query: QueryOf<'GET /user/feeds'>, signal?: AbortSignal) =>
  api.call('GET /user/feeds', { query, signal });
export const getFeed = (api: Api, id: string, signal?: AbortSignal) =>
  api.call('GET /user/feeds/:id', { params: { id }, signal });
/** Votes in a poll, or changes one's vote. */
export const votePoll = (api: Api, id: string, optionIds: string[]) =>
  api.call('POST /user/feeds/vote/:id', { params: { id }, body: { optionIds } });
