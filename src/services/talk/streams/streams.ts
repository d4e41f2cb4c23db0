import type { Stream } from '#contract/talk/streams/streams.ts';
import { type ListInput, list, read, write } from '../../http/endpoints.ts';
import type { Tag } from '../../http/tags.ts';

export type StreamFilter = NonNullable<ListInput<'GET /streaming/user/search'>['query']>;

const streamTags = (stream: Stream): Tag[] => [
  { type: 'Stream', id: stream._id },
  { type: 'Creator', id: stream.performer._id },
];

export const searchStreams = list('GET /streaming/user/search', {
  tags: (pages) => ['Streams', ...(pages ?? []).flatMap(({ data }) => data.flatMap(streamTags))],
});
export const getStream = read('GET /streaming/:id', {
  tags: (stream) => (stream ? streamTags(stream) : []),
});
export const listSupporters = read('GET /streaming/:id/supporters', {
  tags: (_supporters, { params: { id } }) => [{ type: 'Supporters', id }],
});
export const setReminder = write('PUT /streaming/:id/reminder', {
  invalidates: ({ params: { id } }, { problem }) => (problem ? [] : [{ type: 'Stream', id }]),
});
export const removeReminder = write('DELETE /streaming/:id/reminder', {
  invalidates: ({ params: { id } }, { problem }) => (problem ? [] : [{ type: 'Stream', id }]),
});
/** Where to get the media of a stream. */
export const joinStream = read('GET /streaming/join/:id');
/** A fresh grant after a lost connection: to watch someone, or to send one's own media. */
export const renewGrant = write('POST /streaming/agora/token');
