import { CommentRow, type CommentContext } from '#components/content/community/comment-row.tsx';
import { CommentSkeleton } from '#components/content/community/comment-skeleton.tsx';
import { CommentComposer } from '#components/content/community/comment-composer.tsx';
import { Reactions } from '#components/content/community/reactions.tsx';
import { aComment } from '../../../setup/factories/community.ts';
import { aCard } from '../../../setup/factories/creators.ts';
import { aPost } from '../../../setup/factories/posts.ts';
import { Product } from '../../product.tsx';

const nothing = () => undefined;
const performer = aCard();
const thread = { objectType: 'feed', objectId: 'p1' } as const;
const context: CommentContext = {
  thread: {
    ...thread,
    owner: performer,
    access: { allowed: true, reason: 'free' },
  } as CommentContext['thread'],
  ownerId: 'other',
  viewerId: 'me',
  mayWrite: true,
  say: nothing,
};
const shown = {
  objectType: 'feed',
  access: { allowed: true, reason: 'free' },
  performer,
  href: '/feeds/p1',
  title: 'A post',
} as const;

export const ReactionsOfAPost = () => (
  <Reactions {...shown} record={aPost({ counts: { likes: 0, comments: 0, bookmarks: 0 } })} />
);
export const ReactionsLiked = () => (
  <Reactions
    {...shown}
    tipFor="p1"
    record={aPost({
      isLiked: true,
      isBookmarked: true,
      counts: { likes: 1_204, comments: 34, bookmarks: 5 },
    })}
  />
);
export const Comments = () => (
  <ul>
    <CommentRow
      comment={aComment({ pinned: true, editedAt: '2026-11-20T09:00:00.000Z' })}
      context={context}
      onAnswer={nothing}
    />
    <CommentRow comment={aComment({ _id: 'k2', heldBy: 'creator' })} context={context} onAnswer={nothing} />
    <CommentRow
      comment={aComment({ _id: 'k3', isDeleted: true, author: null, text: '' })}
      context={context}
      onAnswer={undefined}
    />
  </ul>
);
export const CommentsLoading = () => <CommentSkeleton count={2} />;
export const Writing = () => <CommentComposer thread={context.thread} label="Comment" onCancel={nothing} />;
export const WritingAsAVisitor = () => (
  <Product user={null}>
    <CommentComposer thread={context.thread} label="Comment" />
  </Product>
);
