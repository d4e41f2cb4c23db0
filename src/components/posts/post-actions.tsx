import { routes } from '#config/routes.ts';
import type { Post } from '#contract/posts.ts';
import { Reactions } from '../community/reactions.tsx';

/** The reactions and actions below a post. */
export const PostActions = ({ feed }: { feed: Post }) => (
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
