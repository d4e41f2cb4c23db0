import { list, read, write } from '../../http/endpoints.ts';
import type { Tag } from '../../http/tags.ts';

interface OfStream {
  readonly params: { readonly id: string };
}
const streamTag = ({ params: { id } }: OfStream): Tag => ({ type: 'PrivateStream', id });
/** Refused or not, what is shown may be outdated. */
const stepped = (input: OfStream): Tag[] => ['PrivateStreams', streamTag(input), 'Wallet'];

/** `key` is an idempotency key, one per request. */
export const askForPrivateStream = write('POST /streaming/private', {
  invalidates: (_input, { problem }) => (problem ? [] : ['PrivateStreams']),
});
/** The viewer's private streams as fan or as creator, newest first. */
export const listPrivateStreams = list('GET /streaming/private/search', { tags: ['PrivateStreams'] });
export const getPrivateStream = read('GET /streaming/private/:id', {
  tags: (_stream, input) => [streamTag(input)],
});
/** Whether a creator takes private streams, and their prices. */
export const getPrivateTerms = read('GET /streaming/private/terms/:id');
export const getPrivateStatement = read('GET /streaming/private/:id/statement', {
  tags: (_statement, input) => [streamTag(input)],
});
export const acceptPrivateStream = write('POST /streaming/private/:id/accept', { invalidates: stepped });
export const declinePrivateStream = write('POST /streaming/private/:id/decline', { invalidates: stepped });
export const postponePrivateStream = write('POST /streaming/private/:id/later', { invalidates: stepped });
export const cancelPrivateStream = write('POST /streaming/private/:id/cancel', { invalidates: stepped });
export const endPrivateStream = write('POST /streaming/private/:id/end', { invalidates: stepped });
/** `key` is an idempotency key, one per visit. */
export const spectatePrivateStream = write('POST /streaming/private/:id/spectate', {
  invalidates: (input, { problem }) => (problem ? [] : [streamTag(input), 'Wallet']),
});
export const leavePrivateStream = write('POST /streaming/private/:id/leave', { invalidates: stepped });
