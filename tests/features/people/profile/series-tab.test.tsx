import { act, configure, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { PostSeries } from '#contract/content/posts/series.ts';
import { ProfileSeries } from '#features/people/profile/tabs/profile-series.tsx';
import { ProfilePage } from '#features/people/profile/profile-page.tsx';
import { problem } from '../../../state/setup/fake-api.ts';
import { draw } from '../../../components/setup/draw.tsx';
import { aCard, aPerformer } from '../../../setup/factories/creators.ts';
import { aFile } from '../../../setup/factories/files.ts';
import { sentWith } from '../../../setup/factories/posts.ts';

// The tab is loaded lazily, which can take a while on a busy machine.
configure({ asyncUtilTimeout: 5_000 });
afterEach(() => vi.unstubAllGlobals());

const at = '2026-11-20T10:00:00.000Z';
const aSeries = (more: Partial<PostSeries> = {}): PostSeries => ({
  _id: 's1',
  title: 'Glazing',
  description: 'From ash to celadon.',
  performer: aCard(),
  posts: 4,
  cover: null,
  createdAt: at,
  updatedAt: at,
  ...more,
});
const pageOf = (data: PostSeries[], more: { total?: number; nextCursor?: string } = {}) => ({
  data,
  total: data.length,
  nextCursor: null,
  ...more,
});
const performer = aPerformer({ series: 2 });
const sent = sentWith([]);

describe('the series on a profile', () => {
  it('are a tab with their number, of which each card leads to a series', async () => {
    const { hand, deps } = await draw(<ProfilePage performer={performer} {...sent} />, {
      user: null,
      path: '/lena',
      answers: {
        'GET /post-series': () =>
          pageOf([
            aSeries({ cover: aFile({ sizes: [{ url: '/media/f/a/640.webp', width: 640, height: 480 }] }) }),
            aSeries({ _id: 's2', title: 'Kilns', description: '', posts: 1 }),
          ]),
      },
    });
    await hand.click(screen.getByRole('tab', { name: 'Series 2' }));
    const glazing = await screen.findByRole('article', { name: 'Glazing' });
    expect(screen.getByRole('heading', { level: 2, name: 'Series' })).toBeTruthy();
    expect(within(glazing).getByRole('heading', { level: 3, name: 'Glazing' })).toBeTruthy();
    expect(within(glazing).getByRole('link').getAttribute('href')).toBe('/series/s1');
    expect(within(glazing).getByText('From ash to celadon.')).toBeTruthy();
    expect(within(glazing).getByText('4 posts')).toBeTruthy();
    expect(glazing.querySelector('img')?.getAttribute('src')).toBe('/media/f/a/640.webp');
    const kilns = screen.getByRole('article', { name: 'Kilns' });
    expect(within(kilns).getByText('1 post')).toBeTruthy();
    expect(kilns.querySelector('img')).toBeNull();
    expect(deps.api.calls.find(([route]) => route === 'GET /post-series')?.[1]).toMatchObject({
      query: { performerId: performer._id },
    });
  });

  it('have no tab where there are none', async () => {
    await draw(<ProfilePage performer={aPerformer()} {...sent} />, {
      user: null,
      path: '/lena?tab=series',
    });
    expect(screen.queryByRole('tab', { name: /Series/ })).toBeNull();
    expect(screen.getByRole('tab', { name: /Posts/ }).getAttribute('aria-selected')).toBe('true');
  });

  it('load again after an error', async () => {
    let tries = 0;
    const { hand } = await draw(<ProfileSeries performer={performer} own={false} />, {
      answers: {
        'GET /post-series': () => {
          tries += 1;
          if (tries === 1) throw problem(500, { message: 'Not now.' });
          return pageOf([aSeries()]);
        },
      },
    });
    expect(await screen.findByText(/Not now\./)).toBeTruthy();
    expect(screen.getByRole('heading', { level: 3, name: 'This didn’t load' })).toBeTruthy();
    await hand.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('link', { name: 'Glazing' })).toBeTruthy();
  });

  it('that don’t fit a page follow as the end comes near', async () => {
    const watched = new Map<Element, () => void>();
    vi.stubGlobal(
      'IntersectionObserver',
      class {
        readonly tell: (entries: object[]) => void;
        constructor(tell: (entries: object[]) => void) {
          this.tell = tell;
        }
        observe = (target: Element) =>
          void watched.set(target, () => this.tell([{ target, isIntersecting: true }]));
        unobserve = (target: Element) => void watched.delete(target);
        disconnect = () => {};
      },
    );
    const { deps } = await draw(<ProfileSeries performer={performer} own={false} />, {
      answers: {
        'GET /post-series': ({ query }) =>
          query?.cursor === 'next'
            ? pageOf([aSeries({ _id: 's2', title: 'Kilns' })], { total: 2 })
            : pageOf([aSeries()], { total: 2, nextCursor: 'next' }),
      },
    });
    expect(await screen.findByRole('link', { name: 'Glazing' })).toBeTruthy();
    expect(deps.api.routes()).toEqual(['GET /post-series']);
    act(() => watched.forEach((comeNear) => comeNear()));
    expect(await screen.findByRole('link', { name: 'Kilns' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Glazing' })).toBeTruthy();
  });

  it('that are gone meanwhile: creators are told where to make one', async () => {
    await draw(
      <>
        <ProfileSeries performer={performer} own />
        <ProfileSeries performer={aPerformer({ _id: 'b', name: 'Bo' })} own={false} />
      </>,
      { answers: { 'GET /post-series': () => pageOf([]) } },
    );
    expect((await screen.findByRole('link', { name: 'Manage series' })).getAttribute('href')).toBe(
      '/creator/feeds/series',
    );
    expect(screen.getByText('Bo hasn’t published any series.')).toBeTruthy();
    expect(screen.getAllByRole('link')).toHaveLength(1);
  });
});
