import type { ReplyOf } from '#contract/core/registry.ts';
import { list, question, read, write } from '../../http/endpoints.ts';
import { proven } from '../../http/proof.ts';

export type OwnStream = ReplyOf<'GET /streaming/own/search'>['data'][number];

/** Begins or announces a stream. */
export const goLive = write('POST /streaming/live');
/** `version`: the `editedAt` of the stream that the change is about. */
export const changeStream = write('PUT /streaming/live/:id', {
  invalidates: ({ params: { id } }, { problem }) =>
    problem ? [] : ['OwnStreams', 'Streams', { type: 'Stream', id }],
});
export const reportDuration = write('PUT /streaming/set-duration');
export const listOwnStreams = list('GET /streaming/own/search', { tags: ['OwnStreams'] });
export const getStreamHealth = read('GET /streaming/:id/health');
export const getStreamSettings = read('GET /streaming/settings', { tags: ['StreamSettings'] });
export const changeStreamSettings = write('PUT /streaming/update', {
  invalidates: (_input, { problem }) => (problem ? [] : ['StreamSettings']),
});
export const getEncoder = read('GET /streaming/encoder');
export const renewEncoderKey = proven(
  write('POST /streaming/encoder', { answers: () => question(getEncoder, {}) }),
);
