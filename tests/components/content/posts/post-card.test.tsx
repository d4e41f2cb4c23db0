import { act, render, screen, waitFor, within } from '@testing-library/react';
import Router from 'next/router';
import { describe, expect, it, vi } from 'vitest';
import { FollowButton } from '#components/people/creators/follow-button.tsx';
import { LockedMedia } from '#components/content/media-items/locked-media.tsx';
import { PostCard } from '#components/content/posts/post-card.tsx';
import { toastStore } from '#ui/overlays/toast.ts';
import { onItsWay, problem } from '../../../state/setup/fake-api.ts';
import { draw } from '../../setup/draw.tsx';
import { aRow } from '../../../setup/factories/creators.ts';
import { aFile, aFilm } from '../../../setup/factories/files.ts';
import { aLockedPost, aPost } from '../../../setup/factories/posts.ts';

describe('a post', () => {
  it('shows author, text and images, and counts as text', async () => {
    await draw(
      <PostCard
        post={aPost({
          text: 'See https://kiln.example now',
          counts: { likes: 12, comments: 1, bookmarks: 0 },
        })}
      />,
    );
    const card = screen.getByRole('article', { name: 'Post by Lena' });
    expect(within(card).getByRole('link', { name: 'https://kiln.example' }).getAttribute('target')).toBe(
      '_blank',
    );
    expect(within(card).getByRole('link', { name: 'Lena' }).getAttribute('href')).toBe('/lena');
    expect(within(card).getByRole('button', { name: 'Like, 12 likes', pressed: false })).toBeTruthy();
    expect(within(card).getByRole('link', { name: 'Comments, 1 comment' }).getAttribute('href')).toBe(
      '/feeds/p1#comments',
    );
    expect(within(card).getByRole('img', { name: 'Photo 1 of 1' })).toBeTruthy();
  });

  it('is opened by pressing its text, but not by a link in it, its buttons or selected words', async () => {
    const push = vi.fn(() => Promise.resolve(true));
    Object.assign(Router, { router: { push } });
    const { hand } = await draw(<PostCard post={aPost({ text: 'See https://kiln.example now' })} />);
    const link = screen.getByRole('link', { name: 'https://kiln.example' });
    link.addEventListener('click', (event) => event.preventDefault());
    await hand.click(link);
    const text = link.parentElement!;
    window.getSelection()?.selectAllChildren(text);
    act(() => text.click());
    expect(push.mock.calls).toEqual([]);
    window.getSelection()?.removeAllRanges();
    act(() => text.click());
    expect(push.mock.calls).toEqual([['/feeds/p1']]);
  });

  it('has its creator muted from its menu, with a way to undo it; visitors aren’t offered that', async () => {
    let isMuted = false;
    const { hand, deps, unmount } = await draw(<PostCard post={aPost()} />, {
      answers: {
        'GET /creator-mutes/:id': () => ({ isMuted }),
        'PUT /creator-mutes/:id': () => ({ isMuted: (isMuted = true) }),
        'DELETE /creator-mutes/:id': () => ({ isMuted: (isMuted = false) }),
      },
    });
    const menu = () => screen.getByRole('button', { name: 'More options for this post' });
    await hand.click(menu());
    await hand.click(await screen.findByRole('menuitem', { name: 'Mute Lena' }));
    const undo = () => toastStore.read().find(({ text }) => text.startsWith('Lena is muted'))?.action;
    await waitFor(() => expect(undo()?.label).toBe('Undo'));
    await hand.click(menu());
    expect(await screen.findByRole('menuitem', { name: 'Unmute Lena' })).toBeTruthy();
    await hand.keyboard('{Escape}');
    act(() => undo()?.run());
    await waitFor(() => expect(deps.api.routes()).toContain('DELETE /creator-mutes/:id'));
    unmount();
    const visit = await draw(<PostCard post={aPost()} />, { user: null });
    await visit.hand.click(menu());
    expect(await screen.findByRole('menuitem', { name: 'Report this post' })).toBeTruthy();
    expect(screen.queryByRole('menuitem', { name: 'Mute Lena' })).toBeNull();
  });

  it.each([
    [
      'fails',
      () => {
        throw problem(503, { code: 'unavailable', message: 'Unavailable' });
      },
    ],
    ['is slow', () => new Promise<never>(() => undefined)],
  ])('offers to mute its creator when asking whether that is so %s', async (_how, answer) => {
    const { hand } = await draw(<PostCard post={aPost()} />, {
      answers: { 'GET /creator-mutes/:id': answer },
    });
    await hand.click(screen.getByRole('button', { name: 'More options for this post' }));
    expect(await screen.findByRole('menuitem', { name: 'Mute Lena' })).toBeTruthy();
  });

  it('with a long video saves how far a member played it, for its own page too', async () => {
    vi.stubGlobal('requestIdleCallback', (run: () => void) => setTimeout(run, 0));
    const post = aPost({ type: 'video', files: [aFilm()], positions: { v1: 84 } });
    const { container, deps, unmount } = await draw(<PostCard post={post} />, {
      answers: { 'PUT /user/feeds/:id/files/:fileId/progress': () => ({ progress: 90 }) },
    });
    expect(await screen.findByText('Resumed at 1:24')).toBeTruthy();
    const video = container.querySelector('video')!;
    Object.defineProperty(video, 'played', { value: { length: 1 } });
    Object.defineProperty(video, 'currentTime', { value: 90 });
    act(() => void video.dispatchEvent(new Event('pause')));
    await waitFor(() =>
      expect(deps.api.calls.at(-1)).toEqual([
        'PUT /user/feeds/:id/files/:fileId/progress',
        expect.objectContaining({ params: { id: 'p1', fileId: 'v1' }, body: { seconds: 90 } }),
      ]),
    );
    unmount();
    await draw(<PostCard post={post} />);
    expect(await screen.findByText('Resumed at 1:30')).toBeTruthy();
    vi.unstubAllGlobals();
  });

  it('that was edited after purchase shows the purchased text, and the new one on demand', async () => {
    const { hand } = await draw(
      <PostCard
        post={aPost({
          text: 'Eleven glazes, with every weight.',
          editedText: 'Soon.',
          access: { allowed: true, reason: 'purchased', routes: [] },
        })}
      />,
    );
    const card = within(screen.getByRole('article', { name: 'Post by Lena' }));
    expect(card.getByText('Eleven glazes, with every weight.')).toBeTruthy();
    const edited = card.getByText('Edited since you bought it');
    expect(edited.closest('details')!.open).toBe(false);
    await hand.click(edited);
    expect(edited.closest('details')!.open).toBe(true);
    expect(card.getByText('Soon.')).toBeTruthy();
  });

  it("can't be tipped by its creator", async () => {
    await draw(<PostCard post={aPost({ access: { allowed: true, reason: 'owner', routes: [] } })} />);
    const names = screen
      .getAllByRole('button')
      .map((each) => each.getAttribute('aria-label') ?? (each.textContent || 'a picture'));
    expect(names).toEqual(['More options for this post', 'a picture', 'Like', 'Bookmark', 'Share']);
  });

  it("plays video and audio with the platform's players", async () => {
    const files = [
      aFile({ _id: 'v', mime: 'video/mp4', url: '/v.mp4', duration: 61, sizes: [] }),
      aFile({ _id: 'a', mime: 'audio/mpeg', url: '/a.mp3', duration: 30, sizes: [] }),
    ];
    const { container } = await draw(<PostCard post={aPost({ type: 'video', files })} />);
    expect(container.querySelector('video')?.getAttribute('src')).toBe('/v.mp4');
    expect(container.querySelector('audio')?.getAttribute('src')).toBe('/a.mp3');
  });

  it('that is only a teaser plays it', async () => {
    const teaser = aFile({
      _id: 't',
      type: 'feed-teaser',
      mime: 'video/mp4',
      url: '/t.mp4',
      duration: 30,
      sizes: [],
    });
    const { container } = await draw(<PostCard post={aPost({ type: 'teaser', files: [], teaser })} />);
    expect(container.querySelector('video')?.getAttribute('src')).toBe('/t.mp4');
  });
});

describe('a locked post', () => {
  it('shows what it contains and every way to get access, cheapest first', () => {
    const onWay = vi.fn();
    render(<LockedMedia post={aLockedPost()} onWay={onWay} />);
    expect(screen.getByText('8 photos · 2 videos · 3:12')).toBeTruthy();
    const ways = screen.getAllByRole('button');
    expect(ways.map((way) => way.textContent)).toEqual([
      'Unlock for 120 tokens ($6.00)',
      'Subscribe $9.99 a month',
    ]);
    ways[0]?.click();
    ways[1]?.click();
    expect(onWay.mock.calls).toEqual([['purchase'], ['subscribe']]);
  });

  it('renders only the blurred image', () => {
    const { container } = render(<LockedMedia post={aLockedPost()} onWay={() => {}} />);
    expect([...container.querySelectorAll('img')].map((image) => image.getAttribute('src'))).toEqual([
      '/media/f/f1/blur.webp',
    ]);
  });
});

describe('following', () => {
  it('shows at once and is reverted, with the reason, if it fails', async () => {
    const answer = onItsWay<never>();
    const { hand, deps } = await draw(<FollowButton performer={aRow()} isFollowed={false} />, {
      answers: { 'POST /follows/:id': () => answer.promise },
    });
    await hand.click(screen.getByRole('button', { name: 'Follow Lena' }));
    expect(screen.getByRole('button', { name: 'Following Lena' })).toBeTruthy();
    answer.reject(problem(404, { message: 'We couldn’t find that.' }));
    await waitFor(() => expect(screen.getByRole('button', { name: 'Follow Lena' })).toBeTruthy());
    expect(deps.said).toEqual([['error', 'We couldn’t find that.']]);
  });

  it("isn't offered on your own profile", async () => {
    await draw(<FollowButton performer={aRow({ _id: 'me' })} isFollowed={false} />);
    expect(screen.queryByRole('button')).toBeNull();
  });
});
