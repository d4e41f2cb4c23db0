import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { FanPanel as Panel } from '#contract/trade/broadcasts/fan-panel.ts';
import type { ScheduledMessage } from '#contract/trade/broadcasts/scheduled-messages.ts';
import { FanPanel } from '#features/talk/messages/creator/fan-panel.tsx';
import { ScheduledBar } from '#features/talk/messages/creator/scheduled-list.tsx';
import { draw } from '../../../components/setup/draw.tsx';
import { type Replies, problem } from '../../../state/setup/fake-api.ts';

const save = 'PUT /conversations/:id/fan/note';
const panel: Panel = {
  accountId: 'f1',
  earned: { total: 12_345, thisMonth: 400 },
  followedAt: '2026-11-02T10:00:00.000Z',
  subscription: {
    type: 'monthly',
    state: 'active',
    price: 999,
    startedAt: '2026-11-01T10:00:00.000Z',
    periodEnd: '2026-12-01T10:00:00.000Z',
    renews: true,
  },
  purchases: [
    {
      _id: 'p1',
      kind: 'message',
      itemId: 'm1',
      title: '',
      price: 100,
      createdAt: '2026-11-10T10:00:00.000Z',
      seq: 7,
    },
    {
      _id: 'p2',
      kind: 'video',
      itemId: 'v1',
      title: 'Morning glaze',
      price: 50,
      createdAt: '2026-11-09T10:00:00.000Z',
      seq: null,
    },
  ],
  note: 'Likes glazes',
  lists: [{ _id: 'l1', name: 'Regulars', isMember: true }],
};
const scheduled: ScheduledMessage = {
  _id: 's1',
  conversationId: 'c1',
  text: 'See you tomorrow',
  files: [],
  price: 0,
  sendAt: '2026-11-21T18:30:00.000Z',
  state: 'scheduled',
  reason: null,
  createdAt: '2026-11-20T10:00:00.000Z',
};
const answers = (more: Replies, waiting: ScheduledMessage[] = []): Replies => ({
  'GET /conversations/:id/fan': () => panel,
  'GET /scheduled-messages': () => ({ data: waiting, total: waiting.length }),
  ...more,
});
const open = (more: Replies = {}) =>
  draw(<FanPanel conversationId="c1" />, {
    path: '/messages/c1?id=c1',
    user: { isPerformer: true },
    answers: answers(more),
  });

it('shows what the fan brought, their subscription, and each purchase with its place', async () => {
  await open();
  for (const text of ['$123.45', '$4.00', 'Monthly, active', 'Since Nov 1, 2026', 'Since Nov 2, 2026'])
    expect(await screen.findByText(text)).toBeTruthy();
  expect(screen.getByText(/Renews on Dec 1, 2026/).textContent).toContain('$9.99');
  expect(screen.getByRole('link', { name: 'Message' }).getAttribute('href')).toBe('/messages/c1?at=7');
  expect(screen.getByRole('link', { name: 'Video: Morning glaze' }).getAttribute('href')).toBe('/videos/v1');
});

it('says whether the note is saved, and shows both after a conflict', async () => {
  let stored = 'Likes glazes';
  const { hand, deps } = await open({
    'GET /conversations/:id/fan': () => ({ ...panel, note: stored }),
    [save]: ({ body: { note, before } }) => {
      if (before !== stored) throw problem(409, { code: 'conflict', message: 'This note was changed.' });
      stored = note;
      return { note };
    },
  });
  const field = await screen.findByLabelText<HTMLTextAreaElement>('Private note');
  await hand.type(field, ' a lot');
  expect(screen.getByText('Not saved yet')).toBeTruthy();
  await hand.click(screen.getByRole('button', { name: 'Save note' }));
  expect(await screen.findByText('Saved')).toBeTruthy();
  stored = 'Written in another tab';
  await hand.type(field, '!');
  await hand.click(screen.getByRole('button', { name: 'Save note' }));
  expect(await screen.findByText('Not saved')).toBeTruthy();
  expect(await screen.findByText(/Written in another tab/)).toBeTruthy();
  expect(field.value).toBe('Likes glazes a lot!');
  await hand.click(screen.getByRole('button', { name: 'Save mine instead' }));
  await waitFor(() => expect(stored).toBe('Likes glazes a lot!'));
  expect(deps.api.calls.filter(([route]) => route === save)).toHaveLength(3);
});

it('takes the fan off a list', async () => {
  const remove = 'DELETE /fan-lists/:id/members/:accountId';
  const { hand, deps } = await open({
    [remove]: () => ({ _id: 'l1', name: 'Regulars', members: 0, createdAt: scheduled.createdAt }),
  });
  await hand.click(await screen.findByLabelText('Regulars'));
  await waitFor(() =>
    expect(deps.api.calls.find(([route]) => route === remove)?.[1]).toMatchObject({
      params: { id: 'l1', accountId: 'f1' },
    }),
  );
});

it('a failed message says why, and can be sent again', async () => {
  const send = 'POST /scheduled-messages/:id/send';
  const failed = { ...scheduled, _id: 's2', state: 'failed' as const, reason: 'They don’t follow you.' };
  const { hand, deps } = await draw(<ScheduledBar conversationId="c1" />, {
    path: '/messages/c1?id=c1',
    user: { isPerformer: true },
    answers: answers(
      {
        [send]: () => {
          throw problem(403, { message: 'They don’t follow you.' });
        },
      },
      [failed, scheduled],
    ),
  });
  await hand.click(
    await screen.findByRole('button', {
      name: /1 scheduled message couldn’t be sent · 1 scheduled message, next/,
    }),
  );
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByText('Not sent: They don’t follow you.')).toBeTruthy();
  await hand.click(dialog.getAllByRole('button', { name: 'Send now' })[0]!);
  await waitFor(() => expect(deps.api.calls.some(([route]) => route === send)).toBe(true));
});
