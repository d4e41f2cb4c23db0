import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import type { FirstMessageSettings } from '#contract/talk/messages/requests.ts';
import { FirstMessages } from '#features/people/accounts/first-messages.tsx';
import { toast } from '#ui/overlays/toast.ts';
import { type Replies, onItsWay, problem } from '../../../state/setup/fake-api.ts';
import { draw } from '../../../components/setup/draw.tsx';

const load = 'GET /message-requests/settings';
const save = 'PUT /message-requests/settings';
const free: FirstMessageSettings = { writeFirst: 'everyone', asksFirst: false, firstMessagePrice: 0 };

async function open(settings: FirstMessageSettings = free, answers: Replies = {}) {
  let stored = settings;
  const drawing = await draw(<FirstMessages />, {
    user: { isPerformer: true },
    answers: {
      [load]: () => stored,
      [save]: ({ body }) => (stored = body),
      ...answers,
    },
  });
  await screen.findByRole('form', { name: 'First messages' });
  const saved = () =>
    drawing.deps.api.calls
      .filter(([name]) => name === save)
      .map(([, input]) => (input as { body: object }).body);
  const submit = () => drawing.hand.click(screen.getByRole('button', { name: 'Save' }));
  return { ...drawing, saved, submit };
}
const asks = () => screen.getByLabelText<HTMLInputElement>(/^Ask before someone new can write/);
const price = () => screen.getByLabelText<HTMLInputElement>(/Price of a first message/);
const radio = (name: RegExp) => screen.getByRole<HTMLInputElement>('radio', { name });

afterEach(() => void vi.restoreAllMocks());

it('shows what is saved', async () => {
  await open({ writeFirst: 'followers', asksFirst: true, firstMessagePrice: 100 });
  expect([radio(/^Followers/).checked, radio(/^Everyone/).checked, asks().checked, price().value]).toEqual([
    true,
    false,
    true,
    '100',
  ]);
  expect(screen.getByText(/^You get \$4\.00 of \$5\.00\. You earn it when/)).toBeTruthy();
});

it('saves the terms once, and keeps them shown', async () => {
  const said = vi.spyOn(toast, 'success');
  const reply = onItsWay<void>();
  const { hand, saved, submit, deps } = await open();
  deps.api.answer({
    [save]: async ({ body }) => {
      await reply.promise;
      deps.api.answer({ [load]: () => body });
      return body;
    },
  });
  await hand.click(radio(/^Subscribers/));
  expect(screen.queryByLabelText(/Price of a first message/)).toBeNull();
  await hand.click(asks());
  await hand.type(price(), '250');
  await submit();
  await submit();
  reply.resolve();
  await waitFor(() => expect(said).toHaveBeenCalledWith('Changes saved'));
  expect(saved()).toEqual([{ writeFirst: 'subscribers', asksFirst: true, firstMessagePrice: 250 }]);
  expect([radio(/^Subscribers/).checked, asks().checked, price().value]).toEqual([true, true, '250']);
});

it('an empty price is free; without asking there is no price', async () => {
  const { hand, saved, submit } = await open({ ...free, asksFirst: true, firstMessagePrice: 100 });
  await hand.clear(price());
  await submit();
  await waitFor(() => expect(saved()).toEqual([{ ...free, asksFirst: true, firstMessagePrice: 0 }]));
  await hand.type(price(), '70');
  await hand.click(asks());
  await submit();
  await waitFor(() => expect(saved()[1]).toEqual(free));
});

it.each(['-5', '1.5', 'free', '1000001'])('rejects the price %s without a call', async (typed) => {
  const { hand, saved, submit } = await open({ ...free, asksFirst: true });
  await hand.type(price(), typed);
  await submit();
  expect((await screen.findAllByText(/^Enter a whole number of tokens up to/)).length).toBeGreaterThan(0);
  expect([saved(), price().value]).toEqual([[], typed]);
});

it('says why saving failed, and keeps what was entered for another try', async () => {
  const said = vi.spyOn(toast, 'success');
  const { hand, saved, submit, deps } = await open(free, {
    [save]: () => {
      throw problem(422, {
        message: 'Check these fields.',
        errors: [{ field: 'firstMessagePrice', message: 'That is too much.' }],
      });
    },
  });
  await hand.click(radio(/^Followers/));
  await hand.click(asks());
  await hand.type(price(), '99');
  await submit();
  expect(await screen.findByText('That is too much.')).toBeTruthy();
  expect([said.mock.calls, radio(/^Followers/).checked, price().value]).toEqual([[], true, '99']);
  deps.api.answer({ [save]: ({ body }) => body });
  await submit();
  await waitFor(() => expect(said).toHaveBeenCalledWith('Changes saved'));
  expect(saved()).toHaveLength(2);
});

it('that can’t be loaded says so, and loads again', async () => {
  const { hand, deps } = await draw(<FirstMessages />, {
    user: { isPerformer: true },
    answers: {
      [load]: () => {
        throw problem(500, { message: 'It broke.' });
      },
    },
  });
  expect(await screen.findByText('It broke.')).toBeTruthy();
  deps.api.answer({ [load]: () => free });
  await hand.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('form', { name: 'First messages' })).toBeTruthy();
});
