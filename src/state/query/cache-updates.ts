import { api } from './api.ts';
import type { AppDispatch } from '../store.ts';

interface Kept {
  readonly endpointName?: string;
  readonly originalArgs?: unknown;
  readonly data?: unknown;
  readonly status?: string;
  readonly direction?: string | undefined;
}
/** A record of a media item as answers hold it. */
interface MediaItem {
  readonly _id: string;
  counts: { likes: number; comments: number; bookmarks: number };
}
/** A store, or what a mutation sees of it. */
export interface Around {
  readonly dispatch: unknown;
  readonly getState: () => unknown;
}
/** Which answer: the question and what it was asked with. */
interface Asked {
  readonly endpoint: string;
  readonly arg: unknown;
}

interface Patch<Data> {
  readonly change: (data: Data) => unknown;
  /** It adds to what is there, instead of saying how it is: it can't be made twice. */
  readonly isStep: boolean;
  /** Whether an answer holds what is changed; left out, every one does. */
  readonly isIn?: (data: Data) => boolean;
}

/** A further page is on its way: it will be put below what stood when it was asked for. */
function awaitsPage({ getState }: Around, { endpoint, arg }: Asked): boolean {
  const endpoints = api.endpoints as Readonly<
    Record<string, { select: (arg: unknown) => (state: unknown) => Kept } | undefined>
  >;
  const kept = endpoints[endpoint]?.select(arg)(getState());
  return kept?.status === 'pending' && kept.direction !== undefined;
}

/** Asks once more for an answer that is kept. */
function askAgain({ dispatch }: Around, { endpoint, arg }: Asked): void {
  const endpoints = api.endpoints as Readonly<
    Record<string, { initiate: (arg: unknown, options: object) => never } | undefined>
  >;
  const again = endpoints[endpoint]?.initiate(arg, { subscribe: false, forceRefetch: true });
  if (again) void (dispatch as AppDispatch)(again);
}

/**
 * Changes an answer that is kept. Another that is on its way in its place was asked for before the change:
 * once it has come it is changed too, always where it is a further page, else unless the change is a step. An
 * answer from the beginning may hold a step already, which only asking once more can tell.
 */
export function patchAnswer<Data>(
  around: Around,
  asked: Asked,
  { change, isStep, isIn = () => true }: Patch<Data>,
): void {
  const dispatch = around.dispatch as AppDispatch;
  const { endpoint, arg } = asked;
  // Which endpoint it is, is known only by name here.
  const patch = () =>
    void dispatch(
      api.util.updateQueryData(
        endpoint as never,
        arg as never,
        ((data: Data) => void change(data)) as never,
      ) as never,
    );
  const underWay = dispatch(api.util.getRunningQueryThunk(endpoint as never, arg as never) as never) as
    | PromiseLike<{ readonly data?: Data }>
    | undefined;
  const isRepeatable = !isStep || awaitsPage(around, asked);
  void underWay?.then(({ data }) => {
    if (isRepeatable) patch();
    else if (data !== undefined && isIn(data)) askAgain(around, asked);
  });
  patch();
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;
const isMediaItem = (value: Record<string, unknown>, id: string): boolean =>
  value['_id'] === id && isObject(value['counts']);

/** Every record of a media item within an answer: in a page of a list, beside another, by itself. */
function mediaItemsIn(value: unknown, id: string): MediaItem[] {
  if (!isObject(value)) return [];
  if (isMediaItem(value, id)) return [value as unknown as MediaItem];
  return Object.values(value).flatMap((inner) => mediaItemsIn(inner, id));
}

function patchEvery(around: Around, id: string, { change, isStep }: Patch<MediaItem>): void {
  // A store that nobody has asked anything of has no part for the answers yet.
  const state = around.getState() as { api?: { queries: Record<string, Kept | undefined> } };
  for (const kept of Object.values(state.api?.queries ?? {})) {
    if (!kept?.endpointName || (kept.status !== 'pending' && mediaItemsIn(kept.data, id).length === 0))
      continue;
    patchAnswer(
      around,
      { endpoint: kept.endpointName, arg: kept.originalArgs },
      {
        change: (data) => mediaItemsIn(data, id).forEach((record) => change(record)),
        isStep,
        isIn: (data) => mediaItemsIn(data, id).length > 0,
      },
    );
  }
}

/**
 * Writes what is known anew of one media item into every answer that holds it, kept or on its way, without
 * asking the server again. `change` says how it is: it may be made twice.
 */
export const patchRecord = (around: Around, id: string, change: (record: MediaItem) => unknown): void =>
  patchEvery(around, id, { change, isStep: false });
/** The same for what is counted up or down. */
export const stepRecord = (around: Around, id: string, change: (record: MediaItem) => unknown): void =>
  patchEvery(around, id, { change, isStep: true });
