import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import type { QuickReply } from '#contract/trade/broadcasts/quick-replies.ts';
import { ConversationView } from '#features/talk/messages/conversation-view.tsx';
import { draw } from '../../../components/setup/draw.tsx';
import { aCard } from '../../../setup/factories/creators.ts';
import { aConversation, aMessage } from '../../../setup/factories/messages.ts';
import { messageServer } from '../../../state/setup/messages.ts';

const all: QuickReply[] = [
  { _id: 'r1', title: 'Thanks', text: 'Thank you, {name}!' },
  { _id: 'r2', title: 'Prices', text: 'Ten tokens, {name}.' },
];
const send = 'POST /messages/conversations/:id';
const order = 'PUT /quick-replies';

/** A creator's conversation with a fan called Lena. */
async function open(isPerformer = true) {
  const conversation = aConversation('c1', {
    lastSeq: 1,
    recipient: { ...aCard(), isPerformer: !isPerformer },
  });
  const drawing = await draw(<ConversationView />, {
    path: '/messages/c1?id=c1',
    user: { isPerformer },
    answers: {
      ...messageServer([aMessage(1)]),
      'GET /conversations': () => ({ data: [conversation], total: 1, isMore: false }),
      'GET /conversations/:id': () => conversation,
      'GET /quick-replies': () => ({ data: all, max: 50 }),
      'POST /quick-replies': ({ body }) => ({ _id: 'r3', ...body }),
      [order]: ({ body: { ids } }) => ({
        data: ids.map((id) => all.find(({ _id }) => _id === id)!),
        max: 50,
      }),
    },
  });
  await screen.findByRole('heading', { level: 1, name: /Lena/ });
  return drawing;
}
const field = () => screen.getByLabelText('Message to Lena') as HTMLTextAreaElement;
beforeEach(() => sessionStorage.clear());

it('a slash finds them; arrow keys and Enter insert one with the name, and nothing is sent', async () => {
  const { hand, deps } = await open();
  await hand.type(field(), '/');
  const box = within(await screen.findByRole('listbox', { name: 'Quick replies' }));
  expect(box.getAllByRole('option').map((one) => one.getAttribute('aria-selected'))).toEqual([
    'true',
    'false',
  ]);
  await hand.keyboard('{ArrowDown}{Enter}');
  await waitFor(() => expect(field().value).toBe('Ten tokens, Lena.'));
  expect(screen.queryByRole('listbox')).toBeNull();
  expect(deps.api.calls.some(([route]) => route === send)).toBe(false);
});

it('what follows the slash narrows them, Escape leaves the text alone', async () => {
  const { hand } = await open();
  await hand.type(field(), '/tha');
  expect((await screen.findAllByRole('option')).map((one) => one.textContent)).toEqual([
    'ThanksThank you, {name}!',
  ]);
  await hand.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('listbox')).toBeNull());
  expect(field().value).toBe('/tha');
});

it('the button offers the same, at the cursor, and they can be moved', async () => {
  const { hand, deps } = await open();
  await hand.type(field(), 'Dear friend. ');
  await hand.click(screen.getByRole('button', { name: 'More ways to write' }));
  await hand.click(await screen.findByRole('menuitem', { name: 'Quick replies' }));
  await hand.click(await screen.findByRole('button', { name: 'Move Thanks down' }));
  await waitFor(() =>
    expect(deps.api.calls.find(([route]) => route === order)?.[1]).toEqual({ body: { ids: ['r2', 'r1'] } }),
  );
  await hand.click(screen.getByRole('button', { name: /Thank you, Lena!/ }));
  await waitFor(() => expect(field().value).toBe('Dear friend. Thank you, Lena!'));
  expect(deps.api.calls.some(([route]) => route === send)).toBe(false);
});

it('saving a new one sends nothing, whatever is written in the message', async () => {
  const { hand, deps } = await open();
  await hand.type(field(), 'Half a thought');
  await hand.click(screen.getByRole('button', { name: 'More ways to write' }));
  await hand.click(await screen.findByRole('menuitem', { name: 'Quick replies' }));
  await hand.click(await screen.findByRole('button', { name: 'New quick reply' }));
  await hand.type(await screen.findByLabelText('Title'), 'Question');
  await hand.type(screen.getByLabelText('Text'), 'What would you like?');
  await hand.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(deps.api.calls.some(([route]) => route === 'POST /quick-replies')).toBe(true));
  await screen.findByRole('button', { name: 'New quick reply' });
  expect(field().closest('form')?.contains(screen.getByRole('dialog'))).toBe(false);
  expect(field().value).toBe('Half a thought');
  expect(deps.api.calls.some(([route]) => route === send)).toBe(false);
});

it('sending later without a date sends nothing', async () => {
  const { hand, deps } = await open();
  await hand.type(field(), 'Half a thought');
  await hand.click(screen.getByRole('button', { name: 'More ways to write' }));
  await hand.click(await screen.findByRole('menuitem', { name: 'Send later' }));
  await hand.click(await screen.findByRole('button', { name: 'Schedule message' }));
  await screen.findAllByText('Select a date and time.');
  expect([field().value, deps.api.routes().includes(send)]).toEqual(['Half a thought', false]);
});

it('fans have none of it', async () => {
  const { hand, deps } = await open(false);
  expect(screen.queryByRole('button', { name: 'More ways to write' })).toBeNull();
  await hand.type(field(), '/th');
  expect(screen.queryByRole('listbox')).toBeNull();
  expect(deps.api.calls.some(([route]) => route === 'GET /quick-replies')).toBe(false);
});
