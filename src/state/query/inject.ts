import type { EndpointBuilder } from '@reduxjs/toolkit/query/react';
import type { List, Read, Write } from '#services/http/endpoints.ts';
import type { Tag } from '#services/http/tags.ts';
import { api } from './api.ts';
import type { BaseQuery, Request } from './base-query.ts';

/*
 * Makes RTK Query's endpoints of those that services declare; each has its route as its name. Types are lost here,
 * since RTK Query wants all endpoints at once: the hooks and functions beside this file give them back.
 */

// oxlint-disable-next-line typescript/no-explicit-any -- an endpoint of whatever route
type Any = any;
export type AnyEndpoint = Read<Any> | List<Any> | Write<Any>;
type Build = EndpointBuilder<BaseQuery, Any, 'api'>;
type Tags = readonly Tag[] | ((data: Any, input: Any) => readonly Tag[]);

/** A cursor or the number of rows before the page; null for the first page by cursor. */
type Position = string | number | null;
interface AnyPage {
  readonly data: readonly unknown[];
  readonly total: number;
  readonly nextCursor?: string | null | undefined;
}

const send = (endpoint: AnyEndpoint) => endpoint as unknown as Request['send'];
const resolveTags = (tags: Tags = [], data: unknown, input: unknown): Tag[] => [
  ...(typeof tags === 'function' ? tags(data, input) : tags),
];
const lifetime = (seconds: number | undefined) =>
  seconds === undefined ? {} : { keepUnusedDataFor: seconds };

function buildRead(build: Build, endpoint: Read<Any>) {
  const { tags, keepSeconds, merge } = endpoint.options;
  return build.query<unknown, object>({
    query: (input) => ({ send: send(endpoint), input }),
    providesTags: (data, _problem, input) => resolveTags(tags, data, input),
    ...lifetime(keepSeconds),
    ...(merge && { merge }),
  });
}

const cursorAfter = ({ nextCursor }: AnyPage) => nextCursor;

function positionAfter({ data, total }: AnyPage, position: Position): Position | undefined {
  const seen = Number(position) + data.length;
  return data.length > 0 && seen < total ? seen : undefined;
}

function buildList(build: Build, endpoint: List<Any>) {
  const { tags, keepSeconds, by = 'cursor', cursorIn = cursorAfter } = endpoint.options;
  return build.infiniteQuery<AnyPage, { readonly query?: object }, Position>({
    infiniteQueryOptions: {
      initialPageParam: by === 'cursor' ? null : 0,
      getNextPageParam: (last, _pages, position) =>
        by === 'cursor' ? (cursorIn(last) ?? undefined) : positionAfter(last, position),
    },
    query: ({ queryArg, pageParam }) => ({
      send: send(endpoint),
      input: { ...queryArg, query: { ...queryArg.query, [by]: pageParam ?? undefined } },
    }),
    providesTags: (data, _problem, input) => resolveTags(tags, data?.pages, input),
    ...lifetime(keepSeconds),
  });
}

function buildWrite(build: Build, endpoint: Write<Any>) {
  const { invalidates = [], answers } = endpoint.options;
  return build.mutation<unknown, object>({
    query: (input) => ({ send: send(endpoint), input }),
    invalidatesTags: (reply, problem, input) => [
      ...(typeof invalidates === 'function' ? invalidates(input, { reply, problem }) : invalidates),
    ],
    async onQueryStarted(input, { dispatch, queryFulfilled }) {
      const done = answers && (await queryFulfilled.catch(() => null));
      if (!done) return;
      const { endpoint: asked, input: question } = answers(input);
      inject(asked as unknown as AnyEndpoint);
      dispatch(api.util.updateQueryData(asked.route, question as never, (() => done.data) as never));
    },
  });
}

function built(build: Build, endpoint: AnyEndpoint) {
  if (endpoint.kind === 'read') return buildRead(build, endpoint);
  return endpoint.kind === 'list' ? buildList(build, endpoint) : buildWrite(build, endpoint);
}

const known = new Map<string, AnyEndpoint>();

/** RTK Query's own endpoint, which is made when it's first asked for. */
export function inject(endpoint: AnyEndpoint): unknown {
  const route: string = endpoint.route;
  if (known.get(route) !== endpoint) {
    api.injectEndpoints({
      endpoints: (build) => ({ [route]: built(build as Build, endpoint) }),
      // A module that is edited while the page runs declares its endpoints again.
      overrideExisting: known.has(route),
    });
    known.set(route, endpoint);
  }
  return (api.endpoints as Readonly<Record<string, unknown>>)[route];
}
