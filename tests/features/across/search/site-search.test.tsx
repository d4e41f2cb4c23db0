import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import type { SearchGroup, SearchHit, SearchReply } from '#contract/across/search/search.ts';
import { forgetSearches, recentSearches, rememberSearch } from '#features/across/search/recent-searches.ts';
import { SearchView } from '#features/across/search/search-page.tsx';
import { findExcerpt } from '#lib/search/excerpt.ts';
import { markedParts } from '#lib/search/words.ts';
import { problem } from '../../../state/setup/fake-api.ts';
import { draw } from '../../../components/setup/draw.tsx';
import { aRow } from '../../../setup/factories/creators.ts';

const { _id, username, name, avatar, isPerformer, isVerified, isOnline, isLive } = aRow();
const performer = { _id, username, name, avatar, isPerformer, isVerified, isOnline, isLive };
const aHit = (more: Partial<SearchHit> = {}): SearchHit => ({
  _id: 'v1',
  kind: 'video',
  title: 'Photography at dawn',
  performer,
  cover: null,
  access: { allowed: true, reason: 'free', routes: [] },
  price: 0,
  numOfItems: null,
  duration: 61,
  startsAt: null,
  endsAt: null,
  isLive: false,
  publishedAt: '2026-01-01T00:00:00.000Z',
  ...more,
});
const aGroup = (more: Partial<SearchGroup> = {}): SearchGroup => ({
  kind: 'video',
  performers: [],
  items: [aHit()],
  total: 1,
  isCounted: true,
  nextCursor: null,
  ...more,
});
const aReply = (more: Partial<SearchReply> = {}): SearchReply => ({
  groups: [aGroup()],
  corrected: null,
  matches: ['photography'],
  nearest: null,
  ...more,
});
const route = 'GET /search';
const suggestions = 'GET /search/suggestions';
const nothing = { performers: [], topics: [], queries: [] };

beforeEach(() => localStorage.clear());

describe('the results of all kinds', () => {
  it('are in groups with the words found marked; more of a kind are a link away', async () => {
    await draw(
      <SearchView
        address="/search?q=photograpy"
        reply={aReply({
          corrected: 'photography',
          groups: [
            aGroup({
              kind: 'creator',
              items: [],
              performers: [aRow({ bio: 'Photography, mostly' })],
              total: 250,
            }),
            aGroup(),
          ],
        })}
      />,
      { path: '/search?q=photograpy', user: null, answers: { [route]: () => aReply() } },
    );
    expect(screen.getByText('Showing results for', { exact: false }).textContent).toBe(
      'Showing results for photography. No results for “photograpy”.',
    );
    const videos = screen.getByRole('region', { name: 'Videos' });
    expect(within(videos).getByRole('link', { name: 'Photography at dawn' }).innerHTML).toContain('<mark');
    expect(within(videos).queryByRole('link', { name: /See all/ })).toBeNull();
    const creators = screen.getByRole('region', { name: 'Creators' });
    expect(creators.querySelector('mark')?.textContent).toBe('Photography');
    expect(within(creators).getByRole('link', { name: 'See all creators' }).getAttribute('href')).toBe(
      '/search?q=photograpy&kind=creators',
    );
  });

  it('when there are none, lead on to words, categories and creators', async () => {
    await draw(<SearchView />, {
      path: '/search?q=blue+zzz',
      user: null,
      answers: {
        [route]: () =>
          aReply({
            groups: [aGroup({ items: [], total: 0 })],
            nearest: { words: ['blue'], performers: [aRow()], categories: [{ name: 'ceramics', count: 2 }] },
          }),
      },
    });
    expect(await screen.findByText('No results for “blue zzz”')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'blue' }).getAttribute('href')).toBe('/search?q=blue');
    expect(screen.getByRole('link', { name: 'ceramics' }).getAttribute('href')).toBe(
      '/search?kind=creators&category=ceramics',
    );
    expect(screen.getByRole('link', { name: 'Lena' })).toBeTruthy();
  });

  it('say what went wrong and can be retried', async () => {
    let broken = true;
    const { hand } = await draw(<SearchView />, {
      path: '/search?q=dawn',
      user: null,
      answers: {
        [route]: () => {
          if (broken) throw problem(500, { message: 'Something went wrong, please try again later' });
          return aReply();
        },
      },
    });
    expect(await screen.findByText('Something went wrong, please try again later')).toBeTruthy();
    broken = false;
    await hand.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('link', { name: 'Photography at dawn' })).toBeTruthy();
  });
});

describe('one kind', () => {
  it('has a tab with its address, a count, and an empty state that leads on', async () => {
    const { hand, went } = await draw(<SearchView address="/search?q=dawn" reply={aReply()} />, {
      path: '/search?q=dawn',
      user: null,
      answers: {
        [route]: ({ query }) =>
          query?.kind === 'video'
            ? aReply({ groups: [aGroup({ total: 250, isCounted: false })] })
            : aReply({ groups: [aGroup({ kind: 'product', items: [], total: 0 })] }),
      },
    });
    await hand.click(screen.getByRole('tab', { name: 'Videos' }));
    expect(went.at(-1)).toBe('/search?q=dawn&kind=videos');
    expect(await screen.findByText('250+ videos')).toBeTruthy();
    await hand.click(screen.getByRole('tab', { name: 'Products' }));
    expect(await screen.findByText('No products for “dawn”')).toBeTruthy();
    expect(screen.queryByRole('group', { name: 'Sort by' })).toBeNull();
    expect(screen.getByRole('link', { name: 'Search everything' }).getAttribute('href')).toBe(
      '/search?q=dawn',
    );
  });
});

describe('the order of one kind', () => {
  const places = () => {
    const asked: unknown[] = [];
    return {
      asked,
      draw: (path: string) =>
        draw(<SearchView />, {
          path,
          user: null,
          answers: {
            [route]: ({ query }) => {
              asked.push(query?.sort);
              return aReply({ groups: [aGroup({ items: [aHit({ title: `By ${String(query?.sort)}` })] })] });
            },
          },
        }),
    };
  };

  it('is the best match until it is changed, in the address', async () => {
    const { asked, draw: show } = places();
    const { hand, went } = await show('/search?q=dawn&kind=videos');
    const orders = screen.getByRole('group', { name: 'Sort by' });
    const best = within(orders).getByRole('button', { name: 'Best match' });
    expect(await screen.findByRole('link', { name: 'By best' })).toBeTruthy();
    expect(best.getAttribute('aria-pressed')).toBe('true');
    await hand.click(within(orders).getByRole('button', { name: 'Newest' }));
    expect(went.at(-1)).toBe('/search?q=dawn&kind=videos&sort=newest');
    expect(await screen.findByRole('link', { name: 'By newest' })).toBeTruthy();
    // The button stays where it was while the results are replaced.
    expect(document.activeElement?.textContent).toBe('Newest');
    await hand.click(best);
    expect(went.at(-1)).toBe('/search?q=dawn&kind=videos');
    expect(asked).toEqual(['best', 'newest']);
  });

  it('can be changed back where the other one didn’t load', async () => {
    const { hand } = await draw(<SearchView />, {
      path: '/search?q=dawn&kind=videos&sort=newest',
      user: null,
      answers: {
        [route]: ({ query }) => {
          if (query?.sort === 'newest') throw problem(500, { message: 'Something went wrong' });
          return aReply();
        },
      },
    });
    expect(await screen.findByText('Something went wrong')).toBeTruthy();
    await hand.click(screen.getByRole('button', { name: 'Best match' }));
    expect(await screen.findByRole('link', { name: 'Photography at dawn' })).toBeTruthy();
  });

  it('is no question without words', async () => {
    const { asked, draw: show } = places();
    await show('/search?kind=videos');
    expect(await screen.findByRole('link', { name: 'By undefined' })).toBeTruthy();
    expect(screen.queryByRole('group', { name: 'Sort by' })).toBeNull();
    expect(asked).toEqual([undefined]);
  });
});

describe('the search box', () => {
  it('suggests while typing, chosen with the keyboard, and searches on Enter', async () => {
    const { hand, went } = await draw(<SearchView address="/search" reply={aReply()} />, {
      path: '/search',
      user: null,
      answers: {
        [route]: () => aReply(),
        [suggestions]: () => ({
          performers: [performer],
          topics: [{ name: 'photography', kind: 'category' as const }],
          queries: ['photo book'],
        }),
      },
    });
    const box = screen.getByRole('combobox', { name: 'Search' });
    await hand.type(box, 'photo');
    const list = await screen.findByRole('listbox', { name: 'Suggestions' });
    await waitFor(() => expect(within(list).getAllByRole('option')).toHaveLength(3));
    await hand.keyboard('{ArrowDown}{ArrowDown}{ArrowUp}');
    const first = within(list).getByRole('option', { name: 'photo book' });
    expect(first.getAttribute('aria-selected')).toBe('true');
    expect(box.getAttribute('aria-activedescendant')).toBe(first.id);
    await hand.keyboard('{Enter}');
    expect(went.at(-1)).toBe('/search?q=photo+book');
    expect(screen.queryByRole('listbox')).toBeNull();
    await hand.type(box, 's{Enter}');
    expect(went.at(-1)).toBe('/search?q=photo+books');
    await hand.type(box, '{ArrowDown}');
    await hand.click(await screen.findByRole('option', { name: /Lena/ }));
    expect(went.at(-1)).toBe(`/${username}`);
  });

  it('closes with Escape and keeps the words', async () => {
    const { hand } = await draw(<SearchView address="/search" reply={aReply()} />, {
      path: '/search',
      user: null,
      answers: { [route]: () => aReply(), [suggestions]: () => ({ ...nothing, queries: ['photos'] }) },
    });
    const box = screen.getByRole<HTMLInputElement>('combobox', { name: 'Search' });
    await hand.type(box, 'photo');
    await screen.findByRole('option', { name: 'photos' });
    await hand.keyboard('{Escape}');
    expect([box.value, screen.queryByRole('listbox')]).toEqual(['photo', null]);
  });

  it('offers recent searches of this account, until they are cleared', async () => {
    rememberSearch(null, 'another’s');
    const { hand, accountId } = await draw(<SearchView address="/search" reply={aReply()} />, {
      path: '/search',
      answers: { [route]: () => aReply(), [suggestions]: () => nothing },
    });
    const box = screen.getByRole('combobox', { name: 'Search' });
    await hand.type(box, 'glaze{Enter}');
    await hand.clear(box);
    await hand.click(box);
    expect((await screen.findAllByRole('option')).map((each) => each.textContent)).toEqual(['glaze']);
    await hand.click(screen.getByRole('button', { name: 'Clear recent searches' }));
    expect(screen.queryByRole('option')).toBeNull();
    expect([recentSearches(accountId), recentSearches(null)]).toEqual([[], ['another’s']]);
  });
});

describe('recent searches', () => {
  it('are the last eight, each once', () => {
    for (let n = 0; n < 12; n += 1) rememberSearch('me', `search ${n}`);
    rememberSearch('me', 'SEARCH 9');
    rememberSearch('me', '  ');
    expect(recentSearches('me')).toEqual(['SEARCH 9', ...[11, 10, 8, 7, 6, 5, 4].map((n) => `search ${n}`)]);
    forgetSearches('me');
    expect(recentSearches('me')).toEqual([]);
    localStorage.setItem('recent-searches:me', '{broken');
    expect(recentSearches('me')).toEqual([]);
  });
});

describe('words', () => {
  it('are marked whatever their accents and apostrophes', () => {
    const found = new Set(['cafe', 'dont']);
    expect(markedParts('A Café, don’t stop', found).filter(({ isMatch }) => isMatch)).toEqual([
      { text: 'Café', isMatch: true },
      { text: 'don’t', isMatch: true },
    ]);
    expect(findExcerpt('short', found)).toBe('short');
    expect(findExcerpt(`${'word '.repeat(100)}café`, found)).toMatch(/^….*café$/);
  });
});
