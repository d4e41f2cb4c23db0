import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { limits } from '#config/limits.ts';
import type { BlockedPerson, CountryPreview as Preview } from '#contract/across/blocks.ts';
import { BlockedCountries } from '#features/people/accounts/blocked-countries.tsx';
import { BlockedPeople } from '#features/people/accounts/blocked-people.tsx';
import { CountryPreview } from '#features/people/accounts/country-preview.tsx';
import { MutedSection } from '#features/people/accounts/muted-creators.tsx';
import { WelcomeVideoForm } from '#features/people/accounts/welcome-video-form.tsx';
import { BlockDialog } from '#components/people/accounts/block-dialog.tsx';
import { ReportDialog } from '#components/content/community/report-dialog.tsx';
import { type Replies, problem } from '../../../state/setup/fake-api.ts';
import { aCard, aRow } from '../../../setup/factories/creators.ts';
import { aFile } from '../../../setup/factories/files.ts';
import { aLockedPost, aPost } from '../../../setup/factories/posts.ts';
import { aClosedList } from '../../../setup/factories/blocks.ts';
import { draw } from '../../../components/setup/draw.tsx';
import { choose } from '../../../setup/picking.ts';
import { aCountry } from '../../../setup/factories/site.ts';

const at = '2026-11-20T10:00:00.000Z';
const blocked = (name: string): BlockedPerson => ({
  ...aCard({ _id: `id-${name}`, name, username: name.toLowerCase() }),
  blockedAt: at,
});
const bodies = (calls: readonly (readonly [string, unknown])[], route: string) =>
  calls.filter(([name]) => name === route).map(([, input]) => (input as { body: unknown }).body);
const countries: Replies = {
  'GET /countries/list': () => ({ data: [aCountry('DE', 'Germany'), aCountry('FR', 'France')], total: 2 }),
};

describe('muted creators', () => {
  it('are listed and unmuted at once, and stay if that fails', async () => {
    let creators = [{ ...aCard({ _id: 'c2', name: 'Max', username: 'max' }), mutedAt: at }];
    let fails = true;
    const { hand, deps } = await draw(<MutedSection />, {
      answers: {
        'GET /creator-mutes': () => ({ data: creators, total: creators.length, nextCursor: null }),
        'DELETE /creator-mutes/:id': () => {
          if (fails) throw problem(500, {});
          creators = [];
          return { isMuted: false };
        },
      },
    });
    const button = await screen.findByRole('button', { name: 'Unmute Max' });
    await hand.click(button);
    await waitFor(() => expect(deps.api.routes()).toContain('DELETE /creator-mutes/:id'));
    expect(await screen.findByRole('button', { name: 'Unmute Max' })).toBeTruthy();
    fails = false;
    await hand.click(screen.getByRole('button', { name: 'Unmute Max' }));
    expect(await screen.findByText(/You haven’t muted anyone/)).toBeTruthy();
  });

  it('say why they didn’t load', async () => {
    await draw(<MutedSection />, {
      answers: {
        'GET /creator-mutes': () => {
          throw problem(500, {});
        },
      },
    });
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy();
  });
});

describe('blocked people', () => {
  it('are listed, searched, and unblocked after confirmation', async () => {
    let people = [blocked('Lena'), blocked('Max')];
    const { hand, deps } = await draw(<BlockedPeople />, {
      answers: {
        'GET /block/users': ({ query }) => ({
          data: people.filter(({ name }) => !query?.q || name.includes(query.q)),
          total: people.length,
          nextCursor: null,
        }),
        'DELETE /block/users/:id': ({ params }) => {
          people = people.filter(({ _id }) => _id !== params.id);
          return { success: true };
        },
      },
    });
    await hand.click(await screen.findByRole('button', { name: 'Unblock Max' }));
    expect(deps.api.routes()).not.toContain('DELETE /block/users/:id');
    await hand.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Unblock Max' }));
    await waitFor(() => expect(screen.queryByText('Max')).toBeNull());
    await hand.type(screen.getByRole('searchbox', { name: 'Search blocked people' }), 'Nobody');
    expect(await screen.findByText('No results for “Nobody”')).toBeTruthy();
  });

  it('show a message if there are none or loading fails', async () => {
    const { unmount } = await draw(<BlockedPeople />, {
      answers: { 'GET /block/users': () => ({ data: [], total: 0 }) },
    });
    expect(await screen.findByText(/You haven’t blocked anyone/)).toBeTruthy();
    unmount();
    const { hand, deps } = await draw(<BlockedPeople />, {
      answers: {
        'GET /block/users': () => {
          throw problem(500, { message: 'It broke.' });
        },
      },
    });
    await screen.findByText('It broke.');
    deps.api.answer({ 'GET /block/users': () => ({ data: [blocked('Lena')], total: 1 }) });
    await hand.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Lena')).toBeTruthy();
  });
});

describe('blocking', () => {
  it('asks for confirmation, explains the effect, and leaves the page', async () => {
    const onClose = vi.fn();
    const { hand, deps, went } = await draw(
      <BlockDialog person={aCard()} leaveTo="/home" onClose={onClose} />,
      { answers: { 'POST /block/users': () => blocked('Lena') } },
    );
    expect(screen.getByText(/Purchases are kept/)).toBeTruthy();
    await hand.click(screen.getByRole('button', { name: 'Block Lena' }));
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(bodies(deps.api.calls, 'POST /block/users')).toEqual([{ userId: 'other' }]);
    await waitFor(() => expect(went).toEqual(['/home']));
  });
});

describe('a report', () => {
  const target = { type: 'feed', id: 'p1', name: 'this post' } as const;
  it('requires a reason, and is sent once with the comment', async () => {
    const onClose = vi.fn();
    const reply = {
      _id: 'r',
      targetType: 'feed' as const,
      targetId: 'p1',
      category: 'spam' as const,
      comment: '',
      state: 'open' as const,
      createdAt: at,
    };
    const { hand, deps } = await draw(<ReportDialog target={target} onClose={onClose} />, {
      answers: { 'POST /reports': () => reply },
    });
    await hand.click(screen.getByRole('button', { name: 'Report' }));
    expect(screen.getByText('Choose a reason.')).toBeTruthy();
    await hand.click(screen.getByRole('radio', { name: /Spam/ }));
    await hand.type(screen.getByLabelText(/Additional details/), 'Coins again');
    await hand.click(screen.getByRole('button', { name: 'Report' }));
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(bodies(deps.api.calls, 'POST /reports')).toEqual([
      { targetType: 'feed', targetId: 'p1', category: 'spam', comment: 'Coins again' },
    ]);
  });

  it('of a visitor may leave an email address to hear what came of it', async () => {
    const onClose = vi.fn();
    const { hand, deps } = await draw(<ReportDialog target={target} onClose={onClose} />, {
      user: null,
      answers: { 'POST /reports/visitors': () => ({ success: true }) },
    });
    await hand.click(screen.getByRole('radio', { name: /Illegal content/ }));
    await hand.type(screen.getByLabelText(/Email/), 'vera@example.com');
    await hand.click(screen.getByRole('button', { name: 'Report' }));
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(bodies(deps.api.calls, 'POST /reports/visitors')).toEqual([
      { targetType: 'feed', targetId: 'p1', category: 'legal', comment: '', email: 'vera@example.com' },
    ]);
  });

  it('that fails stays open and says why; one sent before counts as sent', async () => {
    const onClose = vi.fn();
    const { hand, deps } = await draw(<ReportDialog target={target} onClose={onClose} />, {
      answers: {
        'POST /reports': () => {
          throw problem(429, { code: 'too_many', message: 'Too many tries.' });
        },
      },
    });
    await hand.click(screen.getByRole('radio', { name: /Something else/ }));
    await hand.click(screen.getByRole('button', { name: 'Report' }));
    expect(await screen.findByText('Too many tries.')).toBeTruthy();
    expect(onClose).not.toHaveBeenCalled();
    deps.api.answer({
      'POST /reports': () => {
        throw problem(409, { code: 'conflict', message: 'You’ve reported this already.' });
      },
    });
    await hand.click(screen.getByRole('button', { name: 'Report' }));
    await waitFor(() => expect(onClose).toHaveBeenCalled());
  });
});

describe('countries', () => {
  it('are closed and opened one by one; each call carries the whole list', async () => {
    let closed = aClosedList({ countries: ['DE'] });
    const { hand, deps } = await draw(<BlockedCountries />, {
      answers: {
        ...countries,
        'GET /block/countries': () => closed,
        'POST /block/countries': ({ body }) => (closed = { ...closed, ...body }),
      },
    });
    await screen.findByRole('button', { name: 'Remove Germany' });
    await choose(hand, 'Block a country', 'France');
    await hand.click(await screen.findByRole('button', { name: 'Remove France' }));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Remove France' })).toBeNull());
    expect(bodies(deps.api.calls, 'POST /block/countries')).toEqual([
      { countries: ['DE', 'FR'] },
      { countries: ['DE'] },
    ]);
  });

  it('states are closed one country at a time; those of others stay', async () => {
    let closed = aClosedList({ states: ['US-CA'] });
    const { hand, deps } = await draw(<BlockedCountries />, {
      answers: {
        ...countries,
        'GET /states/:country': ({ params }) =>
          params.country === 'US'
            ? {
                data: [
                  { code: 'CA', name: 'California' },
                  { code: 'OR', name: 'Oregon' },
                ],
                total: 2,
              }
            : { data: [{ code: '02', name: 'Bavaria' }], total: 1 },
        'GET /block/countries': () => closed,
        'POST /block/countries': ({ body }) => (closed = { ...closed, ...body }),
      },
    });
    await screen.findByRole('button', { name: 'Remove California' });
    await choose(hand, 'Block states or regions of', 'Germany');
    await choose(hand, 'Blocked states in Germany', 'Bavaria');
    await screen.findByRole('button', { name: 'Remove Bavaria' });
    expect(bodies(deps.api.calls, 'POST /block/countries')).toEqual([
      { countries: [], states: ['US-CA', 'DE-02'] },
    ]);
  });

  it('visitors whose place is doubtful are let in, asked or refused', async () => {
    let closed = aClosedList({ countries: ['DE'], knows: { states: false, vpns: false } });
    const { hand, deps } = await draw(<BlockedCountries />, {
      answers: {
        ...countries,
        'GET /block/countries': () => closed,
        'POST /block/countries': ({ body }) => (closed = { ...closed, ...body }),
      },
    });
    const unknown = await screen.findByRole<HTMLSelectElement>('combobox', {
      name: /from unknown places/,
    });
    expect(unknown.value).toBe('allow');
    await hand.selectOptions(unknown, 'refuse');
    await waitFor(() => expect(unknown.value).toBe('refuse'));
    expect(screen.getByText(/can’t tell which state/)).toBeTruthy();
    const vpn = screen.getByRole<HTMLSelectElement>('combobox', { name: /use a VPN/ });
    expect(screen.getByText(/has no list of VPNs/)).toBeTruthy();
    await hand.selectOptions(vpn, 'ask');
    await waitFor(() => expect(vpn.value).toBe('ask'));
    expect(bodies(deps.api.calls, 'POST /block/countries')).toEqual([
      { countries: ['DE'], unknown: 'refuse' },
      { countries: ['DE'], vpn: 'ask' },
    ]);
    deps.api.answer({
      'POST /block/countries': () => {
        throw problem(503, { message: 'Not now.' });
      },
    });
    await hand.selectOptions(vpn, 'refuse');
    await waitFor(() => expect(vpn.value).toBe('ask'));
  });

  it('the page as seen from a country: closed, or as a visitor sees it', async () => {
    const profile = {
      ...aRow(),
      languages: [],
      freeDays: 1,
      pronouns: null,
      welcomeVideo: null,
      auctions: 0,
      series: 0,
      hasOffer: false,
      included: { days: 30, included: 0, extra: 0 },
      lastSeenAt: null,
      createdAt: at,
    };
    const answers: Record<string, Preview> = {
      DE: { country: 'DE', closed: 'country', performer: null, feeds: [] },
      FR: {
        country: 'FR',
        closed: null,
        performer: profile,
        feeds: [aPost({ _id: 'p1', text: 'Morning glaze' }), aLockedPost({ _id: 'p2' })],
      },
    };
    const { hand, container } = await draw(<CountryPreview />, {
      answers: {
        ...countries,
        'GET /states/:country': () => ({ data: [], total: 0 }),
        'GET /block/countries/preview/:country': ({ params }) => answers[params.country]!,
      },
    });
    await choose(hand, 'Preview as a visitor from', 'Germany');
    expect(await screen.findByText('Nothing to see from Germany')).toBeTruthy();
    await choose(hand, 'Preview as a visitor from', 'France');
    expect(await screen.findByText('Morning glaze')).toBeTruthy();
    expect(screen.getByText('Locked')).toBeTruthy();
    expect(
      [...container.querySelectorAll('img')]
        .map((image) => image.getAttribute('src'))
        .filter((src) => src?.includes('/media/f/') && !src.includes('blur')),
    ).toEqual([]);
  });
});

describe('a large welcome video', () => {
  const film = (bytes: number) =>
    Object.defineProperty(new File(['x'], 'hello.mov', { type: 'video/quicktime' }), 'size', {
      value: bytes,
    });

  it('goes in parts, waits for a connection, and is set once it has arrived', async () => {
    const { hand, deps } = await draw(<WelcomeVideoForm performer={{ welcomeVideo: null }} />, {
      user: { isPerformer: true },
    });
    const { cloud, uploads } = deps.api;
    expect(screen.getByText(/^MP4, WebM, MOV and most other formats, up to 5 GB/)).toBeTruthy();
    await hand.upload(screen.getByLabelText('Add a welcome video'), [film(limits.upload.videoBytes + 1)]);
    await waitFor(() => expect(cloud).toHaveLength(1));
    await act(async () => (cloud[0]!.progress(40), cloud[0]!.pause(problem(0))));
    expect(await screen.findByText(/^Waiting for a connection · 40% of/)).toBeTruthy();
    await act(
      async () => (cloud[0]!.goOn(), cloud[0]!.arrive({ filename: '1.mov', path: 'uploads/me/1.mov' })),
    );
    await waitFor(() => expect(uploads).toHaveLength(1));
    expect(uploads[0]).toMatchObject({
      route: 'POST /performers/welcome-video/upload',
      body: { filename: '1.mov', path: 'uploads/me/1.mov' },
    });
    expect(uploads[0]!.files).toEqual({});
    await act(async () =>
      uploads[0]!.arrive(aFile({ type: 'welcome-video', mime: 'video/mp4', alt: 'Hello' })),
    );
    expect(await screen.findByRole('button', { name: 'Remove hello.mov' })).toBeTruthy();
  });

  it('over 5 GB is refused before anything is sent', async () => {
    const { hand, deps } = await draw(<WelcomeVideoForm performer={{ welcomeVideo: null }} />);
    await hand.upload(screen.getByLabelText('Add a welcome video'), [film(limits.upload.largestBytes + 1)]);
    expect(await screen.findByText(/^Files can be up to 5 GB/)).toBeTruthy();
    expect(deps.api.cloud).toHaveLength(0);
  });
});

it('a welcome video is removed after confirmation', async () => {
  const { hand, deps } = await draw(
    <WelcomeVideoForm
      performer={{
        welcomeVideo: aFile({
          type: 'welcome-video',
          mime: 'video/mp4',
          alt: 'Hello',
          url: '/media/f/f1/720.mp4',
        }),
      }}
    />,
    { answers: { 'DELETE /performers/welcome-video': () => ({ success: true }) } },
  );
  await hand.click(screen.getByRole('button', { name: 'Remove Hello' }));
  expect(deps.api.routes()).not.toContain('DELETE /performers/welcome-video');
  await hand.click(screen.getByRole('button', { name: 'Remove video' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Remove Hello' })).toBeNull());
  expect(deps.api.routes()).toContain('DELETE /performers/welcome-video');
});
