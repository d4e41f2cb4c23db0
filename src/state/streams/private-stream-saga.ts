import { listPrivateStreams } from '#services/talk/streams/private-streams.ts';
import { onEvery, onLatest, read, send, wait } from '../effects.ts';
import type { Saga } from '../effects.ts';
import { connectionRestored } from '../live/connection.ts';
import type { SagaDeps } from '../deps.ts';
import { requestsLoaded, requestsWanted, selectPrivateStreamRequests } from './private-stream.ts';

function* load({ api }: SagaDeps): Saga {
  const page = yield* wait(() =>
    listPrivateStreams(api, { query: { side: 'creator', state: 'open', limit: 50 } }).catch(() => null),
  );
  if (!page) return;
  const waiting = page.data.filter(({ state }) => state === 'requested' || state === 'later');
  const requests = waiting.map(({ _id, conversationId, user }) => ({
    conversationId,
    streamId: _id,
    userId: user._id,
  }));
  yield* send(requestsLoaded(requests.toReversed()));
}

/** Requests that wait for the viewer are loaded by a call; events keep them up to date afterwards. */
export function* privateStreamSaga(deps: SagaDeps): Saga {
  yield* onLatest(requestsWanted, () => load(deps));
  yield* onEvery(connectionRestored, function* () {
    if ((yield* read(selectPrivateStreamRequests)).length > 0) yield* send(requestsWanted());
  });
}
