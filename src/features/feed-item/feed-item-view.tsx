import { Later } from '#parts/later';
import { PostSkeleton } from '#parts/post-list';
import { lazyPart } from '#ui/lazy-part';
import { FeedContent } from './feed-content.tsx';
import type { FeedItemData } from './load.tsx';

/** Without a server's data the post loads by itself; nobody else pays for that. */
const LoadedFeed = lazyPart(async () => (await import('./loaded-feed.tsx')).LoadedFeed);

/** `/feeds/[id]`. */
export const FeedItemView = ({ feed }: Partial<FeedItemData>) =>
  feed ? (
    <FeedContent key={feed._id} feed={feed} />
  ) : (
    <Later skeleton={<PostSkeleton />}>
      <LoadedFeed />
    </Later>
  );
