import { screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { WelcomeView } from '#features/people/welcome/welcome-view.tsx';
import { problem } from '../../../state/setup/fake-api.ts';
import { draw } from '../../../components/setup/draw.tsx';
import { aRow } from '../../../setup/factories/creators.ts';

const categories = {
  'GET /performers/categories': () => ({
    data: ['ceramics', 'music', 'ink'].map((name) => ({ name, count: 2 })),
    total: 3,
  }),
};
const sent = (calls: readonly (readonly [string, unknown])[]) =>
  calls
    .filter(([name]) => name === 'PUT /users/interests')
    .map(([, input]) => (input as { body: { interests: string[] } }).body.interests);

it('interests are saved as they are chosen, and then lead to creators', async () => {
  const followed = (followers: number) => ({ ...aRow().counts, followers });
  const suggested = [
    { performer: aRow({ _id: 'a', name: 'Ann', counts: followed(1_234) }), interest: 'ink' },
    { performer: aRow({ _id: 'b', name: 'Ben', counts: followed(1) }), interest: null },
  ];
  const { hand, deps, went } = await draw(<WelcomeView />, {
    path: '/welcome',
    answers: {
      ...categories,
      'GET /users/interests': () => ({ interests: ['music'] }),
      'PUT /users/interests': ({ body }) => ({ interests: body?.interests ?? [] }),
      // Whom one follows isn't suggested again.
      'GET /explore/suggestions': () => ({ data: suggested.splice(0), total: 0 }),
      'POST /follows/:id': () => ({ performerId: 'a', isFollowed: true, followers: 2 }),
    },
  });
  const chips = await screen.findByRole('group', { name: 'Interests' });
  expect(within(chips).getByRole('button', { name: 'music' }).getAttribute('aria-pressed')).toBe('true');
  await hand.click(within(chips).getByRole('button', { name: 'ink' }));
  await hand.click(within(chips).getByRole('button', { name: 'music' }));
  await waitFor(() => expect(sent(deps.api.calls)).toEqual([['music', 'ink'], ['ink']]));
  await hand.click(screen.getByRole('button', { name: 'Continue' }));
  expect(went).toEqual(['/welcome?step=follow']);
  const rows = await screen.findAllByRole('listitem');
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('ink · 1.2K followers'),
    expect.stringContaining('ceramics · 1 follower'),
  ]);
  await hand.click(screen.getByRole('button', { name: /Follow.*Ann/ }));
  expect(await screen.findByRole('button', { name: /Following.*Ann/ })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Go to your feed' }).getAttribute('href')).toBe('/home');
});

it('a choice that couldn’t be saved is taken back', async () => {
  const { hand } = await draw(<WelcomeView />, {
    path: '/welcome',
    answers: {
      ...categories,
      'GET /users/interests': () => ({ interests: [] }),
      'PUT /users/interests': () => {
        throw problem(500);
      },
    },
  });
  const ink = await screen.findByRole('button', { name: 'ink' });
  await hand.click(ink);
  await waitFor(() => expect(ink.getAttribute('aria-pressed')).toBe('false'));
  expect(screen.getByRole('link', { name: 'Skip' }).getAttribute('href')).toBe('/home');
});

it('a choice that is refused late is undone alone: those made meanwhile stay and are sent', async () => {
  let refuse: () => void = () => {};
  let asked = 0;
  const { hand, deps } = await draw(<WelcomeView />, {
    path: '/welcome',
    answers: {
      ...categories,
      'GET /users/interests': () => ({ interests: [] }),
      'PUT /users/interests': async ({ body }) => {
        asked += 1;
        if (asked > 1) return { interests: body?.interests ?? [] };
        await new Promise<void>((go) => (refuse = go));
        throw problem(500);
      },
    },
  });
  const ink = await screen.findByRole('button', { name: 'ink' });
  const music = screen.getByRole('button', { name: 'music' });
  await hand.click(ink);
  await waitFor(() => expect(asked).toBe(1));
  await hand.click(music);
  refuse();
  await waitFor(() => expect(sent(deps.api.calls)).toEqual([['ink'], ['music']]));
  expect([ink, music].map((chip) => chip.getAttribute('aria-pressed'))).toEqual(['false', 'true']);
});

it('suggestions that didn’t load can be tried again', async () => {
  const asked = vi.fn(() => {
    if (asked.mock.calls.length === 1) throw problem(500);
    return { data: [], total: 0 };
  });
  const { hand } = await draw(<WelcomeView />, {
    path: '/welcome?step=follow',
    answers: { 'GET /explore/suggestions': asked },
  });
  await hand.click(await screen.findByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('No suggestions right now')).toBeTruthy();
});
