import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { RailLists } from '#features/content/home/rail-lists.tsx';
import { loadStreams } from '#features/people/profile/profile-page.tsx';
import { api } from '#state/query/api.ts';
import { ProfileStreams } from '#features/people/profile/profile-streams.tsx';
import { aRow } from '../../../setup/factories/creators.ts';
import { aScheduledStream, aStream } from '../../../setup/factories/streams.ts';
import { draw } from '../../../components/setup/draw.tsx';
import { type Replies, problem } from '../../../state/setup/fake-api.ts';

describe('beside the timeline', () => {
  const none = { data: [], total: 0 };
  const creators = { data: [aRow({ name: 'Mira' })], total: 1 };
  const rail = (streams: NonNullable<Replies['GET /streaming/user/search']>) =>
    draw(<RailLists />, {
      answers: {
        'GET /streaming/user/search': streams,
        'GET /performers/search/random': () => creators,
        'GET /site-promo/search': () => none,
      },
    });
  const headings = () => screen.queryAllByRole('heading').map(({ textContent }) => textContent);

  it('names who is live first, with the stream', async () => {
    await rail(() => ({ data: [aStream()], total: 1 }));
    const part = within(await screen.findByRole('region', { name: 'Live now' }));
    expect(part.getByRole('link', { name: 'Throwing a vase' }).getAttribute('href')).toBe('/live/s1');
    expect(part.getByText(/12 watching/)).toBeTruthy();
    expect(headings()).toEqual(['Live now', 'Worth a look']);
  });
  it('shows nothing that could move until it is known who is live', async () => {
    let answer = (_: typeof none) => {};
    await rail(() => new Promise((resolve) => (answer = resolve)));
    await waitFor(() => expect(screen.getByText('Loading suggestions')).toBeTruthy());
    expect(headings()).toEqual([]);
    act(() => answer(none));
    expect(await screen.findByRole('heading', { name: 'Worth a look' })).toBeTruthy();
    expect(headings()).toEqual(['Worth a look']);
  });
  it('adds below who goes live later', async () => {
    let isLive = false;
    const { store } = await rail(() => (isLive ? { data: [aStream()], total: 1 } : none));
    await screen.findByRole('heading', { name: 'Worth a look' });
    isLive = true;
    act(() => void store.dispatch(api.util.invalidateTags(['Streams'])));
    await screen.findByRole('region', { name: 'Live now' });
    expect(headings()).toEqual(['Worth a look', 'Live now']);
  });
  it('is there without who is live where that doesn’t load', async () => {
    await rail(() => {
      throw problem(500, { code: 'internal', message: 'Away.' });
    });
    expect(await screen.findByRole('heading', { name: 'Worth a look' })).toBeTruthy();
  });
});

describe('on a profile', () => {
  it('leads to the live stream, and reminds of the next one', async () => {
    await draw(<ProfileStreams streams={[aStream(), aScheduledStream({ title: 'Glazing' })]} />);
    expect(screen.getByRole('link', { name: 'Watch' }).getAttribute('href')).toBe('/live/s1');
    expect(screen.getByRole('timer').textContent).toMatch(/^Starts in/);
    expect(await screen.findByRole('button', { name: 'Remind me' })).toBeTruthy();
  });
  it('is shown without streams if they don’t load', async () => {
    const { deps } = await draw(<p />, {
      answers: {
        'GET /streaming/user/search': ({ query }) => {
          if (query?.state === 'live') throw problem(500, { code: 'internal', message: 'Away.' });
          return { data: [aScheduledStream()], total: 1 };
        },
      },
    });
    const found = await loadStreams(deps.api, { _id: 'lena', isLive: true });
    expect(found.live.data).toEqual([]);
    expect(found.scheduled.data.map(({ _id }) => _id)).toEqual(['s2']);
  });
});
