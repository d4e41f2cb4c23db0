import type { Middleware } from 'redux';
import type { Stream } from '#contract/talk/streams/streams.ts';
import { getStream, searchStreams } from '#services/talk/streams/streams.ts';
import { addMiddleware } from '../lazy.ts';
import { live } from '../live/live-events.ts';
import { api } from '../query/api.ts';
import { patchCached } from '../query/cache-updates.ts';

interface StreamPages {
  readonly pages: readonly { readonly data: Stream[] }[];
}
type Store = Parameters<Middleware>[0];

/** Changes a stream in the cached record and in every cached list. */
function patchStream(store: Store, id: string, change: Partial<Stream>): void {
  patchCached<Stream>(store, { endpoint: getStream.route, arg: { params: { id } } }, (stream) =>
    Object.assign(stream, change),
  );
  const lists = api.util.selectCachedArgsForQuery(store.getState() as never, searchStreams.route as never);
  for (const arg of lists)
    patchCached<StreamPages>(store, { endpoint: searchStreams.route, arg }, ({ pages }) => {
      const found = pages.flatMap(({ data }) => data).find(({ _id }) => _id === id);
      if (found) Object.assign(found, change);
    });
}

/** Keeps viewers and tips of the streams on screen up to date. */
export const countsMiddleware: Middleware = (store) => (next) => (action) => {
  const result = next(action);
  if (live['stream/viewers'].match(action)) {
    const { streamId, viewers } = action.payload;
    patchStream(store, streamId, { viewers });
  }
  if (live['stream/tip'].match(action)) {
    const { streamId, tipped } = action.payload;
    patchStream(store, streamId, { tipped });
  }
  return result;
};
addMiddleware(countsMiddleware);
