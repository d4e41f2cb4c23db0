import { api } from './api.ts';
import type { AppDispatch } from '../store.ts';

interface CacheEntry {
  readonly endpointName?: string;
  readonly originalArgs?: unknown;
  readonly data?: unknown;
  readonly status?: string;
  readonly direction?: string | undefined;
}
/** An item's record in a cached response. */
interface MediaItem {
  readonly _id: string;
  counts: { likes: number; comments: number; bookmarks: number };
}
/** A store, or the part of it that a mutation can access. */
export interface Around {
  readonly dispatch: unknown;
  readonly getState: () => unknown;
}
/** Identifies a cached response. */
interface EndpointCall {
  readonly endpoint: string;
  readonly arg: unknown;
}

interface Patch<Data> {
  readonly change: (data: Data) => unknown;
  /** A relative change, such as an increment, that must not be applied twice. */
  readonly isStep: boolean;
  /** Whether a response contains the record; true if absent. */
  readonly isIn?: (data: Data) => boolean;
}

/** A further page is loading and will be appended to the pages that are there now. */
function awaitsPage({ getState }: Around, { endpoint, arg }: EndpointCall): boolean {
  const endpoints = api.endpoints as Readonly<
    Record<string, { select: (arg: unknown) => (state: unknown) => CacheEntry } | undefined>
  >;
  const entry = endpoints[endpoint]?.select(arg)(getState());
  return entry?.status === 'pending' && entry.direction !== undefined;
}

/** Refetches a cached response. */
function refetch({ dispatch }: Around, { endpoint, arg }: EndpointCall): void {
  const endpoints = api.endpoints as Readonly<
    Record<string, { initiate: (arg: unknown, options: object) => never } | undefined>
  >;
  const again = endpoints[endpoint]?.initiate(arg, { subscribe: false, forceRefetch: true });
  if (again) void (dispatch as AppDispatch)(again);
}

/**
 * Changes a cached response as it is now. What was never asked for isn't known by its endpoint's name, and there is
 * nothing to change.
 */
export function patchCached<Data>(
  { dispatch }: Pick<Around, 'dispatch'>,
  { endpoint, arg }: EndpointCall,
  change: (data: Data) => unknown,
): void {
  if (!(endpoint in api.endpoints)) return;
  // Endpoint and argument are only known by name here, so their types are lost.
  const recipe = ((data: Data) => void change(data)) as never;
  (dispatch as AppDispatch)(api.util.updateQueryData(endpoint as never, arg as never, recipe) as never);
}

/**
 * Changes a cached response. A response that is still pending was requested before the change, so the change
 * is applied to it as well once it arrives: always if it is a further page, otherwise unless the change is
 * relative. A pending first page may or may not include a relative change, so it is refetched.
 */
export function patchAnswer<Data>(
  around: Around,
  asked: EndpointCall,
  { change, isStep, isIn = () => true }: Patch<Data>,
): void {
  const dispatch = around.dispatch as AppDispatch;
  const { endpoint, arg } = asked;
  const patch = () => patchCached(around, asked, change);
  const underWay = dispatch(api.util.getRunningQueryThunk(endpoint as never, arg as never) as never) as
    | PromiseLike<{ readonly data?: Data }>
    | undefined;
  const isRepeatable = !isStep || awaitsPage(around, asked);
  void underWay?.then(({ data }) => {
    if (isRepeatable) patch();
    else if (data !== undefined && isIn(data)) refetch(around, asked);
  });
  patch();
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;
const isMediaItem = (value: Record<string, unknown>, id: string): boolean =>
  value['_id'] === id && isObject(value['counts']);

/** Every record of an item in a response, at any depth. */
function mediaItemsIn(value: unknown, id: string): MediaItem[] {
  if (!isObject(value)) return [];
  if (isMediaItem(value, id)) return [value as unknown as MediaItem];
  return Object.values(value).flatMap((inner) => mediaItemsIn(inner, id));
}

function patchEvery(around: Around, id: string, { change, isStep }: Patch<MediaItem>): void {
  // A store without queries has no `api` state yet.
  const state = around.getState() as { api?: { queries: Record<string, CacheEntry | undefined> } };
  for (const entry of Object.values(state.api?.queries ?? {})) {
    if (!entry?.endpointName || (entry.status !== 'pending' && mediaItemsIn(entry.data, id).length === 0))
      continue;
    patchAnswer(
      around,
      { endpoint: entry.endpointName, arg: entry.originalArgs },
      {
        change: (data) => mediaItemsIn(data, id).forEach((record) => change(record)),
        isStep,
        isIn: (data) => mediaItemsIn(data, id).length > 0,
      },
    );
  }
}

/**
 * Updates an item in every cached and pending response, without a request. `change` sets values and may be
 * applied twice.
 */
export const patchRecord = (around: Around, id: string, change: (record: MediaItem) => unknown): void =>
  patchEvery(around, id, { change, isStep: false });
/** Like `patchRecord`, for relative changes such as counters. */
export const stepRecord = (around: Around, id: string, change: (record: MediaItem) => unknown): void =>
  patchEvery(around, id, { change, isStep: true });

/** Asks again for the collections of bookmarks on screen. */
export const refreshCollections = ({ dispatch }: Around): void =>
  void (dispatch as AppDispatch)(api.util.invalidateTags(['Collections']));
