import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import {
  isNarrowed,
  noFilters,
  parseFilters,
  searchAddress,
  searchQuery,
} from '#features/across/search/filters.ts';
import { SearchView } from '#features/across/search/search-page.tsx';
import { problem } from '../../../state/setup/fake-api.ts';
import { draw } from '../../../components/setup/draw.tsx';
import { aRow } from '../../../setup/factories/creators.ts';
import { aCountry } from '../../../setup/factories/site.ts';

const lists = {
  'GET /performers/categories': () => ({
    data: [
      { name: 'ceramics', count: 3 },
      { name: 'music', count: 1 },
    ],
    total: 2,
  }),
  'GET /countries/list': () => ({
    data: [aCountry('PT', 'Portugal')],
    total: 1,
  }),
};
const route = 'GET /performers/user/search';
const asked = (calls: readonly (readonly [string, unknown])[]) =>
  calls.filter(([name]) => name === route).map(([, input]) => (input as { query: unknown }).query);

describe('filters', () => {
  it('are stored in the URL and read from it', () => {
    const filters = {
      ...noFilters,
      q: 'clay & fire',
      kind: 'creators' as const,
      category: 'ceramics',
      country: 'PT',
      price: 10,
      free: true,
      live: true,
      sort: 'newest' as const,
    };
    const address = searchAddress(filters);
    expect(address).toBe(
      '/search?q=clay+%26+fire&kind=creators&category=ceramics&country=PT&price=10&free=true&live=true&sort=newest',
    );
    expect(parseFilters(Object.fromEntries(new URL(address, 'http://x').searchParams))).toEqual(filters);
    expect(searchAddress(noFilters)).toBe('/search');
    expect(parseFilters({ category: 'ceramics' })).toMatchObject({ kind: 'creators', category: 'ceramics' });
    expect(parseFilters({ q: 'clay', kind: 'videos', category: 'ceramics' })).toEqual({
      ...noFilters,
      q: 'clay',
      kind: 'videos',
    });
  });

  it('are ignored if the URL is invalid', () => {
    expect(
      parseFilters({ q: ['a', 'b'], country: 'Portugal', price: '7', free: 'yes', sort: 'best' }),
    ).toEqual(noFilters);
  });

  it('are sent to the server under its own names', () => {
    expect(searchQuery(noFilters)).toEqual({ sort: 'popular' });
    expect(searchQuery({ ...noFilters, price: 10, free: true })).toEqual({
      sort: 'popular',
      maxPrice: 1000,
      free: 'true',
    });
  });

  it('either narrow the list or only sort it', () => {
    expect(isNarrowed({ ...noFilters, q: 'clay', kind: 'creators', sort: 'price' })).toBe(false);
    expect(isNarrowed({ ...noFilters, live: true })).toBe(true);
  });
});

describe('the tab of creators', () => {
  it("shows the page's data, then fetches for each filter, also stored in the URL", async () => {
    const { hand, deps, went } = await draw(
      <SearchView
        address="/search?kind=creators"
        first={{ data: [aRow()], total: 1 }}
        categories={[{ name: 'ceramics', count: 3 }]}
      />,
      {
        path: '/search?kind=creators',
        user: null,
        answers: {
          ...lists,
          [route]: ({ query }) => ({
            data: query?.category === 'ceramics' ? [aRow({ _id: 'n', name: 'Nico' })] : [aRow()],
            total: 1,
          }),
        },
      },
    );
    expect(await screen.findByRole('link', { name: 'Lena' })).toBeTruthy();
    await hand.click(await screen.findByRole('button', { name: 'ceramics' }));
    expect(await screen.findByRole('link', { name: 'Nico' })).toBeTruthy();
    expect(went).toEqual(['/search?kind=creators&category=ceramics']);
    expect(asked(deps.api.calls).at(-1)).toMatchObject({ category: 'ceramics', offset: 0 });
  });

  it('marks the words that were searched for', async () => {
    const { container } = await draw(
      <SearchView
        address="/search?kind=creators&q=len"
        first={{ data: [aRow()], total: 1 }}
        categories={[]}
      />,
      { path: '/search?kind=creators&q=len', user: null, answers: lists },
    );
    await waitFor(() =>
      expect([...container.querySelectorAll('mark')].map(({ textContent }) => textContent)).toContain('Lena'),
    );
  });

  it('keeps the previous results visible, dimmed, until the next reply', async () => {
    let answer: (() => void) | undefined;
    const { hand } = await draw(
      <SearchView
        address="/search?kind=creators"
        first={{ data: [aRow()], total: 1 }}
        categories={[{ name: 'ceramics', count: 3 }]}
      />,
      {
        path: '/search?kind=creators',
        user: null,
        answers: {
          ...lists,
          [route]: async ({ query }) => {
            if (query?.category) await new Promise<void>((resolve) => (answer = resolve));
            return { data: [aRow(query?.category ? { _id: 'n', name: 'Nico' } : {})], total: 1 };
          },
        },
      },
    );
    await hand.click(await screen.findByRole('button', { name: 'ceramics' }));
    expect(await screen.findByText('Searching…')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Lena' })).toBeTruthy();
    await waitFor(() => expect(answer).toBeDefined());
    answer?.();
    expect(await screen.findByRole('link', { name: 'Nico' })).toBeTruthy();
    expect(screen.getByText('1 creator')).toBeTruthy();
  });

  it('shows a few categories, and all of them on a press', async () => {
    const many = Array.from({ length: 38 }, (_, at) => ({ name: `topic ${at}`, count: 1 }));
    const { hand } = await draw(<SearchView />, {
      path: '/search?category=topic%2030',
      user: null,
      answers: {
        ...lists,
        'GET /performers/categories': () => ({ data: many, total: 38 }),
        [route]: () => ({ data: [aRow()], total: 1 }),
      },
    });
    const chips = () =>
      within(screen.getByRole('group', { name: 'Category' }))
        .getAllByRole('button')
        .filter((each) => each.hasAttribute('aria-pressed'));
    const more = await screen.findByRole('button', { name: 'Show all 38' });
    expect(chips().map((each) => each.textContent)).toContain('topic 30');
    expect(chips()).toHaveLength(11);
    await hand.click(more);
    expect(chips()).toHaveLength(38);
    await hand.click(screen.getByRole('button', { name: 'Show fewer' }));
    expect(chips()).toHaveLength(11);
  });

  it('says that there are no results, and clears the filters', async () => {
    const { hand, went } = await draw(<SearchView />, {
      path: '/search?q=zzz&free=true',
      user: null,
      answers: {
        ...lists,
        [route]: ({ query }) => (query?.free ? { data: [], total: 0 } : { data: [aRow()], total: 1 }),
      },
    });
    expect(await screen.findByText('No results for “zzz”')).toBeTruthy();
    await hand.click(screen.getAllByRole('button', { name: 'Clear filters' })[1]!);
    expect(await screen.findByRole('link', { name: 'Lena' })).toBeTruthy();
    expect(went.at(-1)).toBe('/search?q=zzz&kind=creators');
  });

  it('says what went wrong and can be retried', async () => {
    let broken = true;
    const { hand } = await draw(<SearchView />, {
      path: '/search?kind=creators',
      user: null,
      answers: {
        ...lists,
        [route]: () => {
          if (broken) throw problem(500, { message: 'Something went wrong, please try again later' });
          return { data: [aRow()], total: 1 };
        },
      },
    });
    expect(await screen.findByText('Something went wrong, please try again later')).toBeTruthy();
    broken = false;
    await hand.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('link', { name: 'Lena' })).toBeTruthy();
  });
});
