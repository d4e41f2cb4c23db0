import { act, screen, waitFor, within } from '@testing-library/react';
import Router from 'next/router';
import { describe, expect, it, vi } from 'vitest';
import { LivePage } from '#features/talk/live/list/live-page.tsx';
import { live } from '#state/live/live-events.ts';
import type { Stream } from '#contract/talk/streams/streams.ts';
import { aScheduledStream, aStream } from '../../../setup/factories/streams.ts';
import { draw, type Drawn } from '../../../components/setup/draw.tsx';
import { problem } from '../../../state/setup/fake-api.ts';
import type { Replies } from '../../../state/setup/fake-api.ts';

const lists = (on: readonly Stream[], soon: readonly Stream[]): Replies => ({
  'GET /streaming/user/search': ({ query }) => {
    const data = [...(query?.state === 'scheduled' ? soon : on)];
    return { data, total: data.length };
  },
});
const categories: Replies = {
  'GET /performers/categories': () => ({ data: [{ name: 'jazz', count: 2 }], total: 1 }),
};
const open = (answers: Replies, drawn: Drawn = {}) =>
  draw(<LivePage />, { answers: { ...categories, ...answers }, path: '/live', ...drawn });
const section = (name: string) => within(screen.getByRole('region', { name }));

describe('who is live', () => {
  it('shows live streams with viewers and price, and scheduled ones with a countdown', async () => {
    await open(lists([aStream({ price: 120, viewers: 1_200 })], [aScheduledStream({ title: 'Glazing' })]));
    const card = await section('Live now').findByRole('article', { name: 'Throwing a vase' });
    expect(within(card).getByText('1.2K watching')).toBeTruthy();
    expect(within(card).getByText('Ticket 120 tokens ($6.00)')).toBeTruthy();
    const next = await section('Scheduled').findByRole('article', { name: 'Glazing' });
    expect(within(next).getByRole('timer').textContent).toMatch(/^Starts in (59:5\d|1 h 00 min)$/);
    expect(within(next).queryByText(/watching/)).toBeNull();
  });

  it('says what will be here when there is nothing', async () => {
    await open(lists([], []));
    expect(await screen.findByText('No one is live right now')).toBeTruthy();
    expect(await screen.findByText('Nothing scheduled')).toBeTruthy();
  });

  it('shows an error with a retry that works', async () => {
    let isBroken = true;
    const { hand } = await open({
      'GET /streaming/user/search': () => {
        if (isBroken) throw problem(500, { code: 'internal', message: 'The list is away.' });
        return { data: [aStream()], total: 1 };
      },
    });
    await waitFor(() =>
      expect(section('Live now').getByRole('alert').textContent).toContain('The list is away.'),
    );
    isBroken = false;
    await hand.click(section('Live now').getByRole('button', { name: 'Try again' }));
    expect(await section('Live now').findByRole('article')).toBeTruthy();
  });

  it('loads the categories by itself if the page came without them', async () => {
    const { hand, went } = await open(lists([], []));
    await hand.click(await screen.findByRole('button', { name: 'jazz' }));
    expect(went.at(-1)).toBe('/live?category=jazz');
  });

  it('shows only a category', async () => {
    const asked: unknown[] = [];
    const { hand, went } = await draw(
      <LivePage
        category=""
        live={{ data: [aStream()], total: 1 }}
        scheduled={{ data: [], total: 0 }}
        categories={[{ name: 'jazz', count: 2 }]}
      />,
      {
        path: '/live',
        answers: {
          'GET /streaming/user/search': ({ query }) => {
            asked.push(query?.category);
            return { data: [], total: 0 };
          },
        },
      },
    );
    await hand.click(screen.getByRole('button', { name: 'jazz' }));
    expect(went.at(-1)).toBe('/live?category=jazz');
    expect(await screen.findByText('No one is live in jazz')).toBeTruthy();
    expect(asked).toContain('jazz');
  });

  it('follows the number of viewers, and hears that someone went live', async () => {
    const on = [aStream()];
    const { store } = await open(lists(on, []));
    expect(await screen.findByText('12 watching')).toBeTruthy();
    act(() => void store.dispatch(live['stream/viewers']({ streamId: 's1', viewers: 30 })));
    expect(await screen.findByText('30 watching')).toBeTruthy();
    on.push(aStream({ _id: 's9', title: 'Late jazz' }));
    act(() => void store.dispatch(live['stream/started']({ streamId: 's9', performerId: 'ben' })));
    expect(await screen.findByRole('article', { name: 'Late jazz' })).toBeTruthy();
  });

  it('sets a reminder and takes it back', async () => {
    const { hand, deps } = await open({
      ...lists([], [aScheduledStream()]),
      'PUT /streaming/:id/reminder': () => ({ success: true }),
      'DELETE /streaming/:id/reminder': () => ({ success: true }),
    });
    await hand.click(await screen.findByRole('button', { name: 'Remind me' }));
    await hand.click(await screen.findByRole('button', { name: 'Reminder set' }));
    expect(await screen.findByRole('button', { name: 'Remind me' })).toBeTruthy();
    expect(deps.api.routes()).toContain('DELETE /streaming/:id/reminder');
  });

  it('asks a visitor to log in before a reminder', async () => {
    const push = vi.fn().mockResolvedValue(true);
    Object.assign(Router, { router: { asPath: '/live', push } });
    const { hand } = await open(lists([], [aScheduledStream()]), { user: null });
    await hand.click(await screen.findByRole('button', { name: 'Remind me' }));
    expect(push.mock.calls[0]?.[0]).toMatch(/^\/auth\/login\?from=/);
  });
});
