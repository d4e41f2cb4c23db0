import { useState } from 'react';
import type { OwnPost } from '#contract/content/posts/posts.ts';
import { problemMessage } from '#lib/problem.ts';
import { toInfinitePages } from '#components/base/lists/infinite-list.ts';
import { SearchBox } from '#components/base/lists/search-box.tsx';
import { placeInSeries } from '#services/content/posts/series.ts';
import { listOwnPosts } from '#services/content/posts/posts.ts';
import { useList, useWrite } from '#state/query/hooks.ts';
import { Button } from '#ui/content/button.tsx';
import { VisuallyHidden } from '#ui/content/visually-hidden.tsx';
import { Skeleton, SkeletonText } from '#ui/feedback/skeleton.tsx';
import { EmptyState, ErrorState } from '#ui/feedback/states.tsx';
import { Stack } from '#ui/layout/stack.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { toast } from '#ui/overlays/toast.ts';
import { postName } from '../post-name.ts';
import { PostStateLabel } from '../post-state-label.tsx';
import styles from './series.module.css';

/** Which series the post is in now, if any, and a button that puts it into this one. */
function Candidate({ post, seriesId }: { post: OwnPost; seriesId: string }) {
  const [place, { isLoading }] = useWrite(placeInSeries);
  const isIn = post.series?._id === seriesId;
  const add = async () => {
    const { error } = await place({ params: { id: seriesId, postId: post._id }, body: {} });
    if (error) toast.error(problemMessage(error));
  };
  return (
    <li className={styles.candidate}>
      <span className={styles.words}>
        <span>{postName(post)}</span>
        <span className={styles.facts}>
          <PostStateLabel post={post} />
          {post.series && !isIn ? <span>Now in “{post.series.title}”</span> : null}
        </span>
      </span>
      {isIn ? (
        <span className={styles.facts} role="status">
          Added
        </span>
      ) : (
        <Button busy={isLoading} onClick={() => void add()}>
          {post.series ? 'Move here' : 'Add'}
          <VisuallyHidden>: {postName(post)}</VisuallyHidden>
        </Button>
      )}
    </li>
  );
}

function Candidates({ q, seriesId }: { q: string; seriesId: string }) {
  const list = toInfinitePages(useList(listOwnPosts, { query: q ? { q } : {} }));
  if (!list.known)
    return list.error ? (
      <ErrorState compact level={3} text={list.error} onRetry={list.more} />
    ) : (
      <Skeleton label="Loading your posts">
        <SkeletonText lines={6} />
      </Skeleton>
    );
  if (list.items.length === 0)
    return (
      <EmptyState
        compact
        level={3}
        title={q ? 'No posts found' : 'No posts yet'}
        text={q ? 'Try another word.' : 'Write a post and choose this series in the editor.'}
      />
    );
  return (
    <>
      <ul className={styles.list} aria-label="Your posts">
        {list.items.map((post) => (
          <Candidate key={post._id} post={post} seriesId={seriesId} />
        ))}
      </ul>
      {list.error ? <p role="alert">{list.error}</p> : null}
      {list.hasMore ? (
        <Button block busy={list.loading} onClick={list.more}>
          Show more
        </Button>
      ) : null}
    </>
  );
}

/** Offers the creator's posts, newest first, to be put into a series. */
export function AddPosts({ seriesId, onClose }: { seriesId: string; onClose: () => void }) {
  const [q, setQ] = useState('');
  return (
    <Dialog open onClose={onClose} title="Add posts">
      <Stack>
        <SearchBox value={q} onChange={setQ} label="Search your posts" placeholder="Search your posts" />
        <Candidates key={q} q={q} seriesId={seriesId} />
        <Button variant="primary" block onClick={onClose}>
          Done
        </Button>
      </Stack>
    </Dialog>
  );
}
