import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { FollowersView } from '#features/content/community/followers-view.tsx';
import { type Replies, problem } from '../../../state/setup/fake-api.ts';
import { aCard } from '../../../setup/factories/creators.ts';
import { aConversation } from '../../../setup/factories/messages.ts';
import { draw } from '../../../components/setup/draw.tsx';

const list = 'GET /follows/followers';
const fay = aCard({ _id: 'f1', name: 'Fay', username: 'fay', isPerformer: false, isVerified: false });
const followers = () => ({
  data: [{ ...fay, followedAt: '2026-11-20T10:00:00.000Z' }],
  total: 1,
});
const open = (path: string, answers: Replies) =>
  draw(<FollowersView />, { path, user: { isPerformer: true }, answers });
const lastQuery = (calls: readonly (readonly [string, unknown])[]) =>
  (calls.findLast(([name]) => name === list)?.[1] as { query: object } | undefined)?.query;

describe('followers', () => {
  it('are those of the days in the URL, until the filter is removed', async () => {
    const { hand, deps, went } = await open('/creator/followers?from=2026-11-01&to=2026-11-20', {
      [list]: followers,
    });
    expect(await screen.findByText('Fay')).toBeTruthy();
    expect(lastQuery(deps.api.calls)).toMatchObject({
      from: '2026-11-01T00:00:00.000Z',
      to: '2026-11-21T00:00:00.000Z',
    });
    await hand.click(screen.getByRole('button', { name: 'Remove filter: Nov 1, 2026 to Nov 20, 2026' }));
    expect(went.at(-1)).toBe('/creator/followers');
    await waitFor(() => expect(lastQuery(deps.api.calls)).not.toHaveProperty('from'));
  });

  it('can be written to', async () => {
    const { hand, went } = await open('/creator/followers', {
      [list]: followers,
      'POST /conversations': () => aConversation('c1'),
    });
    const row = within((await screen.findByText('Fay')).closest('tr')!);
    await hand.click(row.getByRole('button', { name: 'Message Fay' }));
    await waitFor(() => expect(went.at(-1)).toBe('/messages/c1'));
  });

  it('say so if there are none, and what went wrong', async () => {
    const { unmount } = await open('/creator/followers', { [list]: () => ({ data: [], total: 0 }) });
    expect(await screen.findByText('No followers yet')).toBeTruthy();
    unmount();
    await open('/creator/followers', {
      [list]: () => {
        throw problem(500, { message: 'Something went wrong, please try again later' });
      },
    });
    expect(await screen.findByText('Something went wrong, please try again later')).toBeTruthy();
  });
});
