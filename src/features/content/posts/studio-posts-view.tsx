import Bookmark from 'lucide-react/icons/bookmark';
import Heart from 'lucide-react/icons/heart';
import MessageCircle from 'lucide-react/icons/message-circle';
import Pin from 'lucide-react/icons/pin';
import { routes } from '#config/routes.ts';
import type { OwnPost } from '#contract/content/posts/posts.ts';
import { useQueryParams } from '#components/base/lists/query-params.ts';
import { TableItem } from '#components/content/media-items/table-item.tsx';
import { TypeFilter, parsePostType } from '#components/content/posts/type-filter.tsx';
import {
  dateColumn,
  earnedColumn,
  priceColumn,
  soldColumn,
  stateAndAudienceColumn,
  viewsColumn,
} from '#components/content/studio/studio-columns.tsx';
import { type FilteredList, readStateAndSearch } from '#components/content/studio/studio-kind.ts';
import { StudioPage } from '#components/content/studio/studio-page.tsx';
import { formatNumber } from '#lib/format.ts';
import { findThumbnail } from '#lib/thumbnail.ts';
import { type OwnPostFilter, listOwnPosts } from '#services/content/posts/posts.ts';
import { listQuestion } from '#services/http/endpoints.ts';
import { ButtonLink } from '#ui/content/button-link.tsx';
import { postKind } from './post-kind.tsx';
import { postName } from './post-name.ts';
import { PostStateLabel } from './post-state-label.tsx';
import styles from './studio.module.css';

const PostCell = ({ item: post }: { item: OwnPost }) => (
  <TableItem
    href={routes.editPost(post._id)}
    title={postName(post)}
    isSentence
    picture={post.type === 'text' || post.type === 'poll' ? null : findThumbnail(post)}
  >
    {post.pinned ? (
      <span className={styles.pin}>
        <Pin size={14} aria-hidden="true" />
        Pinned
      </span>
    ) : null}
    {post.reason ? <span className={styles.reason}>{post.reason}</span> : null}
  </TableItem>
);

const Count = ({ icon: Icon, label, value }: { icon: typeof Heart; label: string; value: number }) => (
  <span className={styles.count}>
    <Icon size={14} role="img" aria-label={label} /> {formatNumber(value)}
  </span>
);
const Counts = ({ counts }: OwnPost) => (
  <span className={styles.counts}>
    <Count icon={Heart} label="Likes" value={counts.likes} />
    <Count icon={MessageCircle} label="Comments" value={counts.comments} />
    <Count icon={Bookmark} label="Bookmarks" value={counts.bookmarks} />
  </span>
);

const posts: FilteredList<OwnPost, OwnPostFilter> = {
  kind: postKind,
  pinned: 'posts',
  states: PostStateLabel.options,
  readQuery: (get) => {
    const type = parsePostType(get('type'));
    return { ...(type && { type }), ...readStateAndSearch(get, PostStateLabel.of) };
  },
  items: (query) => listQuestion(listOwnPosts, { query }),
  ItemCell: PostCell,
  columns: [
    stateAndAudienceColumn(postKind.StateLabel),
    priceColumn,
    viewsColumn,
    { key: 'counts', title: 'Engagement', from: 800, cell: (post) => <Counts {...post} /> },
    soldColumn,
    earnedColumn,
    dateColumn,
  ],
  emptyText: 'Posts you publish appear in your followers’ feeds.',
  filters: 'type, status',
};

/** What the server loads the page's state with. */
export const loadStudioPosts = async () =>
  (await import('#components/content/studio/preload-studio.ts')).preloadStudio(posts);

/** `/creator/feeds`: the creator's posts with state and revenue. */
export function StudioPostsView() {
  const { get, set } = useQueryParams();
  return (
    <StudioPage
      list={posts}
      links={
        <>
          <ButtonLink href={routes.postCalendar}>Calendar</ButtonLink>
          <ButtonLink href={routes.postSeries}>Series</ButtonLink>
        </>
      }
      filters={
        <TypeFilter value={parsePostType(get('type'))} onChange={(next) => set({ type: next ?? '' })} />
      }
    />
  );
}
