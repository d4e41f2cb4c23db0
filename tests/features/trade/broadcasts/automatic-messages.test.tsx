import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { AutomaticKind, AutomaticMessage } from '#contract/trade/broadcasts/automatic-messages.ts';
import { AutomaticMessages } from '#features/trade/broadcasts/automatic-messages.tsx';
import { type Replies, problem } from '../../../state/setup/fake-api.ts';
import { draw } from '../../../components/setup/draw.tsx';

const one = (kind: AutomaticKind, more: Partial<AutomaticMessage> = {}): AutomaticMessage => ({
  kind,
  isOn: false,
  text: '',
  files: [],
  price: 0,
  sent: 0,
  updatedAt: null,
  ...more,
});
const list = 'GET /automatic-messages';
const save = 'PUT /automatic-messages/:kind';
const open = (answers: Replies) =>
  draw(<AutomaticMessages />, { path: '/creator/broadcast', user: { isPerformer: true }, answers });
const follow = async () => within(await screen.findByRole('form', { name: 'New follower' }));

it('shows how a fan gets the message, and saves one kind', async () => {
  const { hand, deps } = await open({
    [list]: () => ({
      data: [one('follow', { text: 'Hi {name}', isOn: true, sent: 1204 }), one('subscribe')],
    }),
    [save]: () => one('follow', { isOn: true, text: 'Hi {name}, look around', sent: 1204 }),
  });
  const form = await follow();
  expect(form.getByText('Hi Alex')).toBeTruthy();
  expect(form.getByText('Sent 1,204 times')).toBeTruthy();
  await hand.type(form.getByLabelText('Message'), ', look around');
  expect(form.getByText('Hi Alex, look around')).toBeTruthy();
  await hand.click(form.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(deps.api.calls.find(([route]) => route === save)?.[1]).toEqual({
      params: { kind: 'follow' },
      body: { isOn: true, text: 'Hi {name}, look around', files: [], price: 0 },
    }),
  );
});

it('refuses an empty message that is on, and keeps what was typed if saving fails', async () => {
  const { hand, deps } = await open({
    [list]: () => ({ data: [one('follow')] }),
    [save]: () => {
      throw problem(500, { message: 'Something went wrong, please try again later' });
    },
  });
  const form = await follow();
  await hand.click(form.getByLabelText('Send this message'));
  await hand.click(form.getByRole('button', { name: 'Save' }));
  expect(form.getAllByText('Write something first.').length).toBeGreaterThan(0);
  expect(deps.api.calls.some(([route]) => route === save)).toBe(false);
  await hand.type(form.getByLabelText('Message'), 'Welcome');
  await hand.click(form.getByRole('button', { name: 'Save' }));
  expect(await form.findByText('Something went wrong, please try again later')).toBeTruthy();
  expect(form.getByLabelText<HTMLTextAreaElement>('Message').value).toBe('Welcome');
});
