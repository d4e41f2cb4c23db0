import { LoadedView } from '#components/base/lists/loaded-view.tsx';
import { useRouteParam } from '#components/base/lists/query-params.ts';
import { getStream } from '#services/talk/streams/streams.ts';
import { useRead } from '#state/query/hooks.ts';
import '#state/streams/live-counts.ts';
import { GoneStream } from './gone-stream.tsx';
import { StreamContent } from './stream-content.tsx';
import { StreamPageSkeleton } from './stream-skeleton.tsx';

/** Loads the stream of the current route, if the page was rendered without it. */
export function LoadedStream() {
  const id = useRouteParam('id');
  const request = useRead(getStream, id === '' ? null : { params: { id } });
  return (
    <LoadedView request={request} skeleton={<StreamPageSkeleton />} notFound={<GoneStream />}>
      {(stream) => <StreamContent key={stream._id} stream={stream} />}
    </LoadedView>
  );
}
