import { LazyClient } from '#components/base/lists/lazy-client.tsx';
import { lazyPart } from '#ui/layout/lazy-part.ts';
import type { StreamData } from './load-stream.ts';
import { StreamContent } from './stream-content.tsx';
import { StreamPageSkeleton } from './stream-skeleton.tsx';

/** Loads only if the server sent no data. */
const LoadedStream = lazyPart(async () => (await import('./loaded-stream.tsx')).LoadedStream);

/** `/live/[id]`. */
export const StreamView = ({ stream }: Partial<StreamData>) =>
  stream ? (
    <StreamContent key={stream._id} stream={stream} />
  ) : (
    <LazyClient skeleton={<StreamPageSkeleton />}>
      <LoadedStream />
    </LazyClient>
  );
