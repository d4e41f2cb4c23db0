import { configure, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { BlockedPeople } from '#features/people/accounts/blocked-people.tsx';
import { NewMessage } from '#features/talk/messages/inbox/new-message.tsx';
import { aCard } from '../../../setup/factories/creators.ts';
import { problem } from '../../../state/setup/fake-api.ts';
import { draw, type Drawn } from '../../setup/draw.tsx';

configure({ asyncUtilTimeout: 5_000 });

const maya = aCard({ _id: 'maya', name: 'Maya', username: 'maya', isPerformer: true });
const ann = aCard({ _id: 'ann', name: 'Ann', username: 'ann', isPerformer: false });
const people: Drawn['answers'] = {
  'GET /users/search': ({ query }) => {
    const data = [maya, ann].filter(({ username }) => username.includes(query?.q ?? ''));
    return { data, total: data.length };
  },
};

describe('a new message', () => {
  it('is to someone found by name, and opens the conversation', async () => {
    const { hand, went, deps } = await draw(<NewMessage onClose={() => {}} />, {
      answers: { ...people, 'POST /conversations': () => ({ _id: 'c1' }) as never },
    });
    await screen.findByRole('button', { name: /Maya/ });
    await hand.type(screen.getByLabelText('Find a person'), 'ann');
    await waitFor(() => expect(screen.queryByRole('button', { name: /Maya/ })).toBeNull());
    await hand.click(screen.getByRole('button', { name: /Ann/ }));
    await waitFor(() => expect(went).toEqual(['/messages/c1']));
    expect(deps.api.calls.at(-1)).toMatchObject([
      'POST /conversations',
      { body: { source: 'user', sourceId: 'ann' } },
    ]);
  });

  it('says why it can’t be written, and when there is nobody', async () => {
    const { hand, unmount } = await draw(<NewMessage onClose={() => {}} />, {
      answers: {
        ...people,
        'POST /conversations': () => {
          throw problem(403, { message: 'You can’t write to Maya.' });
        },
      },
    });
    await hand.click(await screen.findByRole('button', { name: /Maya/ }));
    expect(await screen.findByText('You can’t write to Maya.')).toBeTruthy();
    unmount();
    await draw(<NewMessage onClose={() => {}} />, {
      answers: { 'GET /users/search': () => ({ data: [], total: 0 }) },
    });
    expect(await screen.findByText('No one yet')).toBeTruthy();
  });
});

it('someone is chosen to be blocked, and blocked after a confirmation', async () => {
  const { hand, went, deps } = await draw(<BlockedPeople />, {
    answers: {
      ...people,
      'GET /block/users': () => ({ data: [], total: 0, nextCursor: null }),
      'POST /block/users': () => ({ ...ann, blockedAt: '2026-11-20T10:00:00.000Z' }),
    },
  });
  await hand.click(await screen.findByRole('button', { name: 'Block a person' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Block a person' }));
  await hand.click(await dialog.findByRole('button', { name: /Ann/ }));
  expect(deps.api.routes()).not.toContain('POST /block/users');
  await hand.click(await screen.findByRole('button', { name: 'Block Ann' }));
  await waitFor(() =>
    expect(deps.api.calls).toContainEqual([
      'POST /block/users',
      expect.objectContaining({ body: { userId: 'ann' } }),
    ]),
  );
  expect(went).toEqual([]);
});
