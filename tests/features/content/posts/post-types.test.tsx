import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { PostCard } from '#components/content/posts/post-card.tsx';
import type { Post } from '#contract/content/posts/posts.ts';
import { draw } from '../../../components/setup/draw.tsx';
import { aFile, aLockedFile } from '../../../setup/factories/files.ts';
import { aLockedPost, aPost } from '../../../setup/factories/posts.ts';

const still = (name: string) => ({
  thumbnails: [{ url: `/media/${name}/320.webp`, width: 320, height: 180 }],
  sizes: [],
});
const film = (changes: object = {}) =>
  aFile({
    _id: 'v1',
    type: 'feed-video',
    mime: 'video/mp4',
    duration: 20,
    url: '/media/v1/720.mp4',
    ...still('film'),
    ...changes,
  });
const teaser = () =>
  film({ _id: 't1', type: 'feed-teaser', duration: 10, url: '/media/t1/480.mp4', ...still('teaser') });
const card = (post: Post) => draw(<PostCard post={post} />);

describe('a post card', () => {
  it("shows a video with the creator's thumbnail, else the teaser's, else its own", async () => {
    const posterOf = async (post: Partial<Post>) => {
      const { container, unmount } = await card(aPost({ type: 'video', files: [film()], ...post }));
      const poster = container.querySelector('video')?.getAttribute('poster');
      unmount();
      return poster;
    };
    expect(
      await posterOf({ thumbnail: aFile({ type: 'feed-thumbnail', ...still('own') }), teaser: teaser() }),
    ).toContain('/own/');
    expect(await posterOf({ teaser: teaser() })).toContain('/teaser/');
    expect(await posterOf({})).toContain('/film/');
  });

  it('shows audio with its cover', async () => {
    const { container } = await card(
      aPost({
        type: 'audio',
        files: [aFile({ type: 'feed-audio', mime: 'audio/mp4', duration: 61, sizes: [], alt: 'A prelude' })],
        thumbnail: aFile({ type: 'feed-thumbnail', alt: 'A piano', ...still('cover') }),
      }),
    );
    expect(container.querySelector('audio')).toBeTruthy();
    expect(screen.getByRole('img', { name: 'A piano' }).getAttribute('src')).toContain('/cover/');
  });

  it('shows those without access the teaser with its length, and how to get access', async () => {
    const { container } = await card(
      aLockedPost({ type: 'video', files: [{ ...aLockedFile(), mime: 'video/mp4' }], teaser: teaser() }),
    );
    expect(container.querySelector('video')?.getAttribute('src')).toBe('/media/t1/480.mp4');
    expect(screen.getByText('Teaser, 0:10')).toBeTruthy();
    expect(screen.getByRole('button', { name: /Unlock/ })).toBeTruthy();
  });

  it("says when it expires, and its state to those who see it although it isn't published", async () => {
    const soon = new Date(Date.now() + 3.5 * 3_600_000).toISOString();
    const { unmount } = await card(aPost({ expiresAt: soon }));
    expect(screen.getByText('Ends in 3 h')).toBeTruthy();
    unmount();
    await card(aPost({ state: 'archived', access: { allowed: true, reason: 'purchased', routes: [] } }));
    expect(screen.getByText('Archived')).toBeTruthy();
  });
});
