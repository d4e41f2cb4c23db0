import type { PerformerCard } from '#contract/common';
import type { ReplyOf } from '#contract/registry';
import type { QueryOf } from '#services/call';
import { searchUsers, viewUser } from '#services/users';
import { asks } from './api-asking.ts';
import { api } from './api.ts';

export const usersApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** People to write to. */
    searchUsers: build.query<ReplyOf<'GET /users/search'>, QueryOf<'GET /users/search'>>({ queryFn: asks(searchUsers), keepUnusedDataFor: 10 }),
    viewUser: build.query<PerformerCard, string>({ queryFn: asks(viewUser), providesTags: (card) => (card ? [{ type: 'Creator', id: card._id }] : []) }),
  }),
});

export const { useSearchUsersQuery, useLazySearchUsersQuery, useViewUserQuery } = usersApi;
