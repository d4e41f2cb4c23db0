import { type ListInput, list, write } from '../http/endpoints.ts';

export type SubscriberFilter = NonNullable<ListInput<'GET /subscriptions/performer/search'>['query']>;

export const listSubscribers = list('GET /subscriptions/performer/search', {
  tags: ['Subscribers'],
  by: 'offset',
});
export const writeSubscriberNote = write('PUT /subscriptions/performer/:id/note', {
  invalidates: (_input, { problem }) => (problem ? [] : ['Subscribers']),
});
