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
}

/** A further page is on its way: it will be put below what stood when it was asked for. */
function awaitsPage({ getState }: Around, { endpoint, arg }: Asked): boolean {
  const endpoints = api.endpoints as Readonly<
    Record<string, { select: (arg: unknown) => (state: unknown) => Kept } | undefined>
  >;
  const kept = endpoints[endpoint]?.select(arg)(getState());
  return kept?.status === 'pending' && kept.direction !== undefined;
}

/**
 * Changes an answer that is kept. Another that is on its way in its place was asked for before the change, so it is changed too once it has
 * come: always where it is a further page, else unless the change is a step, which an answer from the beginning may hold already.
 */
export function patchAnswer<Data>(around: Around, asked: Asked, { change, isStep }: Patch<Data>): void {
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
    | PromiseLike<unknown>
    | undefined;
  if (underWay && (!isStep || awaitsPage(around, asked))) void underWay.then(patch);
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
      { change: (data) => mediaItemsIn(data, id).forEach((record) => change(record)), isStep },
    );
  }
}

/** Writes what is known anew of one media item into every answer that holds it, kept or on its way, without asking the server again. `change` says how it is: it may be made twice. */
export const patchRecord = (around: Around, id: string, change: (record: MediaItem) => unknown): void =>
  patchEvery(around, id, { change, isStep: false });
/** The same for what is counted up or down. */
export const stepRecord = (around: Around, id: string, change: (record: MediaItem) => unknown): void =>
  patchEvery(around, id, { change, isStep: true });
