import { routes } from '#config/routes';
import type { Feed } from '#contract/feeds';
import { Reactions } from './reactions.tsx';

/** Under a post: what others made of it, and what one can do. */
export const PostActions = ({ feed }: { feed: Feed }) => (
  <Reactions
    objectType="feed"
    record={feed}
    access={feed.access}
    performer={feed.performer}
    href={routes.feed(feed._id)}
    title={`A post by ${feed.performer.name}`}
    tipFor={feed._id}
  />
);
