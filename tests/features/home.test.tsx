import { configure, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { HomeView } from '#features/home/home-view';
import { problem } from '../state/setup/fake-api.ts';
import { draw } from './parts/setup/draw.tsx';
import { aFeed } from './parts/setup/records.ts';

// What stands in for no posts comes as code of its own: a busy machine takes its time.
configure({ asyncUtilTimeout: 5_000 });

const route = 'GET /user/feeds';
const pageOf = (...data: ReturnType<typeof aFeed>[]) => ({ data, total: data.length, nextCursor: null });
const none = pageOf();

afterEach(() => void vi.restoreAllMocks());

describe('home', () => {
  it('shows the first posts that the page came with at once', async () => {
    await draw(<HomeView feeds={{ type: null, data: [aFeed()], nextCursor: null }} />, {
      path: '/home',
      answers: { [route]: () => pageOf(aFeed()) },
    });
    expect(screen.getByRole('article', { name: 'Post by Lena' })).toBeTruthy();
    expect(await screen.findByText('You’ve seen everything.')).toBeTruthy();
  });

  it('empty, it leads to the creators', async () => {
    await draw(<HomeView />, { path: '/home', answers: { [route]: () => none } });
    expect(await screen.findByText('Your home is empty')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Find creators' }).getAttribute('href')).toBe('/search');
  });

  it('keeps the type in the address', async () => {
    const { hand, went } = await draw(<HomeView />, {
      path: '/home',
      answers: { [route]: ({ query }) => (query?.type ? none : pageOf(aFeed())) },
    });
    await screen.findByRole('article');
    await hand.click(screen.getByRole('button', { name: 'Videos' }));
    expect(await screen.findByText('No videos here')).toBeTruthy();
    expect(went).toEqual(['/home?type=video']);
  });

  it('gives creators the way to post, and fans none', async () => {
    const { unmount } = await draw(<HomeView />, {
      path: '/home',
      user: { isPerformer: true },
      answers: { [route]: () => none },
    });
    expect(screen.getByRole('link', { name: 'Write a post…' }).getAttribute('href')).toBe(
      '/creator/feeds/new',
    );
    unmount();
    await draw(<HomeView />, { path: '/home', answers: { [route]: () => none } });
    expect(screen.queryByRole('link', { name: 'Write a post…' })).toBeNull();
  });

  it('says what went wrong and tries again', async () => {
    let broken = true;
    const { hand } = await draw(<HomeView />, {
      path: '/home',
      answers: {
        [route]: () => {
          if (broken) throw problem(0, { message: 'We couldn’t reach the server.' });
          return pageOf(aFeed());
        },
      },
    });
    expect(await screen.findByText('We couldn’t reach the server.')).toBeTruthy();
    broken = false;
    await hand.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('article')).toBeTruthy();
  });

  it('tells of new posts after some time away instead of pushing them in', async () => {
    const posts = [aFeed()];
    const { hand } = await draw(<HomeView />, {
      path: '/home',
      answers: { [route]: () => pageOf(...posts) },
    });
    await screen.findByRole('article');
    posts.unshift(aFeed({ _id: 'p2', text: 'Newer', publishedAt: '2026-11-20T11:00:00.000Z' }));
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
