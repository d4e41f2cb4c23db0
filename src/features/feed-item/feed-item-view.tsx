import dynamic from 'next/dynamic';
import { PostSkeleton } from '#parts/post-list';
import { FeedContent } from './feed-content.tsx';
import type { FeedItemData } from './load.tsx';

/** Without a server's data the post loads by itself; nobody else pays for that. */
const LoadedFeed = dynamic(async () => (await import('./loaded-feed.tsx')).LoadedFeed, { ssr: false, loading: () => <PostSkeleton /> });

/** `/feeds/[id]`. */
export const FeedItemView = ({ feed }: Partial<FeedItemData>) => (feed ? <FeedContent key={feed._id} feed={feed} /> : <LoadedFeed />);
