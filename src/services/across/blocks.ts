import { list, read, write } from '../http/endpoints.ts';
import type { Tag } from '../http/tags.ts';
import { guarded } from '../http/with-captcha.ts';

/*
 * Blocked people and countries, and reports. What a block changes elsewhere is announced by `access/changed`.
 */

export const listClosedCountries = read('GET /block/countries', { tags: ['Blocked'] });
export const closeCountries = write('POST /block/countries', {
  invalidates: (_input, { problem }) => (problem ? [] : ['Blocked']),
});
export const previewFromCountry = read('GET /block/countries/preview/:country', {
  tags: ['Blocked', 'OwnPerformer', 'OwnPosts'],
  keepSeconds: 0,
});
export const getPlaceQuestion = read('GET /block/place');
export const statePlace = write('POST /block/place');
export const listBlockedPeople = list('GET /block/users', { tags: ['Blocked'] });
export const blockPerson = write('POST /block/users', {
  invalidates: ({ body: { userId } }, { problem }) =>
    problem
      ? []
      : [
          'Blocked',
          { type: 'Creator', id: userId },
          'Timeline',
          'Followers',
          'Following',
          'Subscriptions',
          'Subscribers',
        ],
});
export const unblockPerson = write('DELETE /block/users/:id', {
  invalidates: ({ params: { id } }, { problem }) =>
    problem ? [] : ['Blocked', { type: 'Creator', id }, 'Timeline'],
});

export const sendReport = write('POST /reports');
export const sendVisitorReport = guarded(write('POST /reports/visitors'));

/** A mute changes what is suggested, too: timelines, creators and streams. */
const afterMute = (_input: unknown, { problem }: { readonly problem?: unknown }): readonly Tag[] =>
  problem ? [] : ['MutedCreators', 'Timeline', 'Creators', 'Streams'];

/** Creators whose posts and updates the person doesn't want to see. */
export const listMutedCreators = list('GET /creator-mutes', { tags: ['MutedCreators'] });
export const isCreatorMuted = read('GET /creator-mutes/:id');
export const muteCreator = write('PUT /creator-mutes/:id', { invalidates: afterMute });
export const unmuteCreator = write('DELETE /creator-mutes/:id', { invalidates: afterMute });
