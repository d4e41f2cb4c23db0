import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { LiveNow } from '#features/content/home/live-now.tsx';
import { loadStreams } from '#features/people/profile/load-streams.ts';
import { ProfileStreams } from '#features/people/profile/profile-streams.tsx';
import { aScheduledStream, aStream } from '../../../setup/factories/streams.ts';
import { draw } from '../../../components/setup/draw.tsx';
import { problem } from '../../../state/setup/fake-api.ts';

describe('beside the timeline', () => {
  it('names who is live, with the stream', async () => {
    await draw(<LiveNow />, {
      answers: { 'GET /streaming/user/search': () => ({ data: [aStream()], total: 1 }) },
    });
    const part = within(await screen.findByRole('region', { name: 'Live now' }));
    expect(part.getByRole('link', { name: 'Throwing a vase' }).getAttribute('href')).toBe('/live/s1');
    expect(part.getByText(/12 watching/)).toBeTruthy();
  });
  it('is not there while nobody is', async () => {
    const { container } = await draw(<LiveNow />, {
      answers: { 'GET /streaming/user/search': () => ({ data: [], total: 0 }) },
    });
    expect(container.textContent).toBe('');
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
    expect(found.map(({ _id }) => _id)).toEqual(['s2']);
  });
});
