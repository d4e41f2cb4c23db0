import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import type { Explore } from '#contract/across/search/explore.ts';
import type { SearchHit } from '#contract/across/search/search.ts';
import { CategoryPage } from '#features/across/explore/category-page.tsx';
import { categoryParams } from '#features/across/explore/category-params.ts';
import { ExplorePage } from '#features/across/explore/explore-page.tsx';
import { problem } from '../../../state/setup/fake-api.ts';
import { draw } from '../../../components/setup/draw.tsx';
import { aCard, aRow } from '../../../setup/factories/creators.ts';

const nothing: Explore = {
  categories: [],
  trending: [],
  live: [],
  because: [],
  newest: [],
  free: [],
  posts: [],
  galleries: [],
};
const aHit = (changes: Partial<SearchHit>): SearchHit => ({
  _id: 'h',
  kind: 'post',
  title: 'First firing',
  performer: aCard({ name: 'Lena' }),
  cover: null,
  access: { allowed: true, reason: 'free', routes: [] },
  price: 0,
  numOfItems: null,
  duration: null,
  startsAt: null,
  endsAt: null,
  isLive: false,
  publishedAt: '2026-03-02T10:00:00.000Z',
  ...changes,
});
const categories = Array.from({ length: 14 }, (_, at) => ({ name: `craft ${at}`, count: 20 - at }));
const route = 'GET /explore';

describe('explore', () => {
  it('has a section for each thing there is, with a way to all of them, and none without content', async () => {
    const explore: Explore = {
      ...nothing,
      categories,
      trending: [aRow({ _id: 't', name: 'Trudy' })],
      because: [{ performer: aCard({ name: 'Lena' }), performers: [aRow({ _id: 'b', name: 'Bea' })] }],
      free: [aRow({ _id: 'f', name: 'Fred' })],
    };
    await draw(<ExplorePage explore={explore} />, { path: '/explore', user: null, answers: {} });
    const headings = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
    expect(headings).toEqual(['Trending creators', 'Because you follow Lena', 'Free to join']);
    expect(
      within(screen.getByRole('region', { name: 'Because you follow Lena' })).getByRole('link', {
        name: 'Bea',
      }),
    ).toBeTruthy();
    expect(screen.getByRole('link', { name: 'See all' }).getAttribute('href')).toBe(
      '/search?kind=creators&free=true',
    );
  });

  it('shows new posts and galleries, with ways to each and to all of them', async () => {
    const explore: Explore = {
      ...nothing,
      posts: [aHit({})],
      galleries: [aHit({ _id: 'g', kind: 'gallery', title: 'The kiln', numOfItems: 8 })],
    };
    await draw(<ExplorePage explore={explore} />, { path: '/explore', user: null, answers: {} });
    const linksOf = (name: string) =>
      within(screen.getByRole('region', { name }))
        .getAllByRole('link')
        .map((link) => link.getAttribute('href'));
    expect(linksOf('New posts')).toEqual(
      expect.arrayContaining(['/search?kind=posts&sort=newest', '/feeds/h']),
    );
    expect(linksOf('New galleries')).toEqual(
      expect.arrayContaining(['/search?kind=galleries&sort=newest', '/galleries/g']),
    );
    expect(screen.getByText('8 photos')).toBeTruthy();
  });

  it('shows the busiest categories, and all of them when asked', async () => {
    await draw(<ExplorePage explore={{ ...nothing, categories }} />, {
      path: '/explore',
      user: null,
      answers: {},
    });
    const nav = screen.getByRole('navigation', { name: 'Categories' });
    expect(within(nav).getAllByRole('link')).toHaveLength(12);
    expect(within(nav).getAllByRole('link')[0]?.getAttribute('href')).toBe('/explore/craft%200');
    await userEvent.click(within(nav).getByRole('button', { name: 'Show all 14' }));
    expect(within(nav).getAllByRole('link')).toHaveLength(14);
  });

  it('loads by itself without a server, says when that failed, and tries again', async () => {
    let fails = true;
    await draw(<ExplorePage />, {
      path: '/explore',
      user: null,
      answers: {
        [route]: () => {
          if (fails) throw problem(500);
          return { ...nothing, newest: [aRow({ name: 'Nia' })] };
        },
      },
    });
    const retry = await screen.findByRole('button', { name: 'Try again' });
    fails = false;
    await userEvent.click(retry);
    expect(await screen.findByRole('link', { name: 'Nia' })).toBeTruthy();
  });

  it('leads on where there is nothing yet', async () => {
    await draw(<ExplorePage explore={nothing} />, { path: '/explore', user: null, answers: {} });
    expect(screen.getByRole('heading', { name: 'Nothing to explore yet' })).toBeTruthy();
  });
});

describe('a category', () => {
  const at = '/explore/glass?category=glass';
  const given = (search = '') =>
    categoryParams((name) => (name === 'category' ? 'glass' : (new URLSearchParams(search).get(name) ?? '')));

  it('shows its creators as the server rendered them, and keeps tab and order in the URL', async () => {
    const { went, hand } = await draw(
      <CategoryPage params={given()} creators={{ data: [aRow({ name: 'Gus' })], total: 1 }} />,
      {
        path: at,
        user: null,
        answers: {
          'GET /performers/user/search': () => ({ data: [aRow({ name: 'Gus' })], total: 1 }),
          'GET /user/feeds': () => ({ data: [], total: 0, nextCursor: null }),
        },
      },
    );
    expect(screen.getByRole('heading', { level: 1, name: 'Glass' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Gus' })).toBeTruthy();
    await hand.click(screen.getByRole('button', { name: 'Newest' }));
    expect(went.at(-1)).toBe(`${at}&sort=newest`);
    await hand.click(screen.getByRole('tab', { name: 'Posts' }));
    expect(went.at(-1)).toBe(`${at}&tab=posts`);
    expect(await screen.findByRole('heading', { name: 'No public posts in Glass yet' })).toBeTruthy();
  });

  it('ignores what no one could have chosen', () => {
    expect(given('tab=secrets&sort=best')).toEqual({ category: 'glass', tab: 'creators', sort: 'popular' });
  });

  it('that nobody has leads to the others', async () => {
    await draw(<CategoryPage params={given()} creators={{ data: [], total: 0 }} />, {
      path: at,
      user: null,
      answers: { 'GET /performers/user/search': () => ({ data: [], total: 0 }) },
    });
    expect(screen.getByRole('heading', { name: 'No creators in Glass yet' })).toBeTruthy();
    expect(screen.getAllByRole('link', { name: 'All categories' })).toHaveLength(2);
  });
});
