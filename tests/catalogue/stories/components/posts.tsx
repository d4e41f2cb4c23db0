import { PostCard } from '#components/content/posts/post-card.tsx';
import { PostSkeleton } from '#components/content/posts/post-skeleton.tsx';
import { aCard } from '../../../setup/factories/creators.ts';
import { aFile } from '../../../setup/factories/files.ts';
import { aLockedPost, aPost } from '../../../setup/factories/posts.ts';

const performer = aCard({ name: 'Lena Ortiz', avatar: '/lena.jpg', isOnline: true });
const counts = { likes: 1_204, comments: 3, bookmarks: 12 };
const file = (id: string) =>
  aFile({
    _id: id,
    url: `/media/${id}.webp`,
    sizes: [{ url: `/media/${id}.webp`, width: 640, height: 480 }],
  });

export const Open = () => <PostCard post={aPost({ performer, counts, isLiked: true, files: [file('a')] })} />;
export const Album = () => (
  <PostCard
    post={aPost({ performer, files: ['a', 'b', 'c', 'd', 'e'].map(file), text: 'Five cups. '.repeat(60) })}
  />
);
export const Locked = () => <PostCard post={aLockedPost({ performer, counts })} />;
export const Unlocked = () => (
  <PostCard
    post={aPost({
      performer,
      files: [file('a')],
      editedText: 'The recipe has changed.',
      access: { allowed: true, reason: 'purchased', routes: [] },
    })}
  />
);
export const PinnedAndInASeries = () => (
  <PostCard
    showPinned
    post={aPost({
      performer,
      pinned: true,
      type: 'text',
      files: [],
      expiresAt: '2026-11-23T10:00:00.000Z',
      series: { _id: 's1', title: 'Forty days of clay', number: 3, total: 5, previous: null, next: null },
    })}
  />
);
export const Draft = () => <PostCard post={aPost({ performer, state: 'draft', type: 'text', files: [] })} />;
export const Loading = () => <PostSkeleton />;
