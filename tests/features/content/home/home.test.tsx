import { act, configure, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { HomePage } from '#features/content/home/home-page.tsx';
import { live } from '#state/live/live-events.ts';
import { problem } from '../../../state/setup/fake-api.ts';
import { draw } from '../../../components/setup/draw.tsx';
import { aPost } from '../../../setup/factories/posts.ts';

// The empty state is loaded lazily, which can take a while on a busy machine.
configure({ asyncUtilTimeout: 5_000 });

const route = 'GET /user/feeds';
const pageOf = (...data: ReturnType<typeof aPost>[]) => ({ data, total: data.length, nextCursor: null });
const none = pageOf();

afterEach(() => void vi.restoreAllMocks());

describe('home', () => {
  it('shows at once the posts that came with the page', async () => {
    await draw(<HomePage posts={{ tab: 'following', type: null, first: pageOf(aPost()) }} />, {
      path: '/home',
      answers: { [route]: () => pageOf(aPost()) },
    });
    expect(screen.getByRole('article', { name: 'Post by Lena' })).toBeTruthy();
    expect(await screen.findByText('You’re all caught up.')).toBeTruthy();
  });

  describe('that came with its posts requests them again', () => {
    const came = async () => {
      const asked = vi.fn(() => pageOf(aPost({ _id: 'p2', text: 'Newer' }), aPost()));
      const drawn = await draw(
        <HomePage posts={{ tab: 'following', type: null, first: pageOf(aPost()) }} />,
        {
          path: '/home',
          answers: { [route]: asked },
        },
      );
      return { ...drawn, asked };
    };
    const aMoment = () => new Promise((resolve) => setTimeout(resolve, 1_500));

    it('only after the first interaction', async () => {
      const { asked } = await came();
      await aMoment();
      expect(asked).not.toHaveBeenCalled();
    });
    it('with the first scroll, and announces newer ones', async () => {
      const { asked, hand } = await came();
      fireEvent.scroll(window);
      const button = await screen.findByRole('button', { name: 'New posts' });
      expect([asked.mock.calls.length, screen.queryByText('Newer')]).toEqual([1, null]);
      vi.spyOn(window, 'scrollTo').mockImplementation(() => {});
      await hand.click(button);
      expect(await screen.findByText('Newer')).toBeTruthy();
      expect(screen.queryByRole('button', { name: 'New posts' })).toBeNull();
    });
    it('when access to something has changed elsewhere', async () => {
      const { asked, store } = await came();
      act(
        () => void store.dispatch(live['access/changed']({ performerId: 'p', reason: 'purchase' } as never)),
      );
      await waitFor(() => expect(asked).toHaveBeenCalled());
    });
  });

  it('if empty, leads to the creators', async () => {
    await draw(<HomePage />, { path: '/home', answers: { [route]: () => none } });
    expect(await screen.findByText('Your feed is empty')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Find creators' }).getAttribute('href')).toBe('/explore');
  });

  it('if empty, also leads a new account to its first steps, until that is dismissed', async () => {
    localStorage.clear();
    const { hand, unmount } = await draw(<HomePage />, { path: '/home', answers: { [route]: () => none } });
    expect((await screen.findByRole('link', { name: 'Get started' })).getAttribute('href')).toBe('/welcome');
    await hand.click(screen.getByRole('button', { name: 'Dismiss' }));
    expect(screen.queryByRole('link', { name: 'Get started' })).toBeNull();
    unmount();
    await draw(<HomePage />, { path: '/home', answers: { [route]: () => none } });
    await screen.findByText('Your feed is empty');
    expect(screen.queryByRole('link', { name: 'Get started' })).toBeNull();
  });

  it('keeps the type in the URL', async () => {
    const { hand, went } = await draw(<HomePage />, {
      path: '/home',
      answers: { [route]: ({ query }) => (query?.type ? none : pageOf(aPost())) },
    });
    await screen.findByRole('article');
    await hand.click(screen.getByRole('button', { name: 'Videos' }));
    expect(await screen.findByText('No videos yet')).toBeTruthy();
    expect(went).toEqual(['/home?type=video']);
  });

  it('has tabs in the URL, each with its own posts and its own empty state', async () => {
    const asked = vi.fn(({ query }: { query?: { from?: string } }) =>
      query?.from === 'discover' ? pageOf(aPost({ _id: 'd1', text: 'From a stranger' })) : none,
    );
    const { hand, went } = await draw(
      <HomePage posts={{ tab: 'following', type: null, first: pageOf(aPost()) }} />,
      { path: '/home', answers: { [route]: asked } },
    );
    expect(screen.getByRole('tab', { name: 'Following' }).getAttribute('aria-selected')).toBe('true');
    await hand.click(screen.getByRole('tab', { name: 'Subscribed' }));
    expect(await screen.findByText('No posts from subscriptions yet')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Find creators' }).getAttribute('href')).toBe('/explore');
    await hand.click(screen.getByRole('button', { name: 'Photos' }));
    expect(await screen.findByText('The creators you subscribe to haven’t posted any yet.')).toBeTruthy();
    await hand.click(screen.getByRole('tab', { name: 'Discover' }));
    expect(await screen.findByText('From a stranger')).toBeTruthy();
    expect(went).toEqual([
      '/home?tab=subscribed',
      '/home?tab=subscribed&type=photo',
      '/home?tab=discover&type=photo',
    ]);
    await hand.click(screen.getByRole('tab', { name: 'Following' }));
    expect(went.at(-1)).toBe('/home?type=photo');
  });

  it('gives creators a link to post, and fans none', async () => {
    const { unmount } = await draw(<HomePage />, {
      path: '/home',
      user: { isPerformer: true },
      answers: { [route]: () => none },
    });
    expect(screen.getByRole('link', { name: 'Write a post…' }).getAttribute('href')).toBe(
      '/creator/feeds/new',
    );
    unmount();
    await draw(<HomePage />, { path: '/home', answers: { [route]: () => none } });
    expect(screen.queryByRole('link', { name: 'Write a post…' })).toBeNull();
  });

  it('says what went wrong and can be retried', async () => {
    let broken = true;
    const { hand } = await draw(<HomePage />, {
      path: '/home',
      answers: {
        [route]: () => {
          if (broken) throw problem(0, { message: 'We couldn’t reach the server.' });
          return pageOf(aPost());
        },
      },
    });
    expect(await screen.findByText('We couldn’t reach the server.')).toBeTruthy();
    broken = false;
    await hand.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('article')).toBeTruthy();
  });

  it('announces new posts after some time away instead of inserting them', async () => {
    const posts = [aPost()];
    const { hand } = await draw(<HomePage />, {
      path: '/home',
      answers: { [route]: () => pageOf(...posts) },
    });
    await screen.findByRole('article');
    posts.unshift(aPost({ _id: 'p2', text: 'Newer', publishedAt: '2026-11-20T11:00:00.000Z' }));
    const seen = vi.spyOn(document, 'visibilityState', 'get');
    const clock = vi.spyOn(Date, 'now');
    const moment = Date.now();
    seen.mockReturnValue('hidden');
    document.dispatchEvent(new Event('visibilitychange'));
    seen.mockReturnValue('visible');
    clock.mockReturnValue(moment + 120_000);
    document.dispatchEvent(new Event('visibilitychange'));
    const button = await screen.findByRole('button', { name: 'New posts' });
    expect(screen.queryByText('Newer')).toBeNull();
    vi.spyOn(window, 'scrollTo').mockImplementation(() => {});
    await hand.click(button);
    expect(await screen.findByText('Newer')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'New posts' })).toBeNull();
  });
});
