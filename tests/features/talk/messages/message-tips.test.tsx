import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { PurchaseDialogs } from '#components/money/wallet/purchase-dialogs.tsx';
import type { Conversation, Message, MessageTip } from '#contract/talk/messages/messages.ts';
import { ConversationView } from '#features/talk/messages/conversation-view.tsx';
import { live } from '#state/live/live-events.ts';
import { messageServer } from '../../../state/setup/messages.ts';
import { aCard } from '../../../setup/factories/creators.ts';
import { aConversation, aMessage } from '../../../setup/factories/messages.ts';
import { charged } from '../../../setup/factories/payments.ts';
import { draw, type Drawn } from '../../../components/setup/draw.tsx';

const soon = () => new Date(Date.now() + 60_000).toISOString();
const tipOf = (changes: Partial<MessageTip> = {}): MessageTip => ({
  _id: 't1',
  tokens: 100,
  note: '',
  undoneAt: null,
  undoUntil: null,
  ...changes,
});
const aTip = (tip: Partial<MessageTip> = {}, changes: Partial<Message> = {}) =>
  aMessage(2, { type: 'tip', senderId: 'me', text: 'Tipped 100 tokens', tip: tipOf(tip), ...changes });

async function open(
  messages: Message[],
  { answers, ...drawn }: Drawn = {},
  changes: Partial<Conversation> = {},
) {
  const conversation = aConversation('c1', { lastSeq: messages.length, ...changes });
  const drawing = await draw(
    <>
      <ConversationView />
      <PurchaseDialogs />
    </>,
    {
      path: '/messages/c1?id=c1',
      ...drawn,
      answers: {
        ...messageServer(messages),
        'GET /conversations': () => ({ data: [conversation], total: 1, isMore: false }),
        'GET /conversations/:id': () => conversation,
        ...answers,
      },
    },
  );
  await screen.findByRole('heading', { level: 1, name: /Lena/ });
  return drawing;
}

describe('a tip in a conversation', () => {
  it('is sent with its note, and shows without waiting for the event', async () => {
    const { hand, deps } = await open([aMessage(1)], {
      user: { balance: 500 },
      answers: {
        'POST /wallet/charges/tip/:id': ({ body }) => ({
          ...charged(400),
          undoUntil: null,
          message: aTip({ note: body.note ?? '' }),
        }),
      },
    });
    await hand.click(screen.getByRole('button', { name: 'Tip Lena' }));
    const dialog = await screen.findByRole('dialog');
    await hand.click(within(dialog).getByRole('button', { name: '100' }));
    await hand.type(within(dialog).getByLabelText(/Note/), ' Thanks ');
    await hand.click(within(dialog).getByRole('button', { name: 'Tip 100 tokens ($5.00)' }));
    expect(await screen.findByText('Thanks')).toBeTruthy();
    expect(deps.api.calls.find(([name]) => name === 'POST /wallet/charges/tip/:id')?.[1]).toMatchObject({
      params: { id: 'other' },
      body: { amount: 100, conversationId: 'c1', note: 'Thanks' },
    });
    expect(screen.getByText(/You tipped/).textContent).toBe('You tipped 100 tokens ($5.00)');
  });

  it('can be undone where it shows; the other side sees it live', async () => {
    const undone = aTip({ undoneAt: soon() }, { change: 1, text: 'Undid a tip of 100 tokens' });
    const { hand, deps } = await open([aMessage(1), aTip({ undoUntil: soon() })], {
      answers: {
        'POST /wallet/charges/:id/undo': () => ({ _id: 'r1', tokens: 100, balance: 500, createdAt: soon() }),
        'GET /messages/:id': () => undone,
      },
    });
    await hand.click(screen.getByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(screen.getByText(/Tip undone/).textContent).toContain('100 tokens'));
    expect(deps.api.calls.find(([name]) => name === 'POST /wallet/charges/:id/undo')?.[1]).toMatchObject({
      params: { id: 't1' },
    });
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  });

  it('shows the recipient who tipped them, then that it was undone', async () => {
    const { store } = await open(
      [aMessage(1), aTip({}, { senderId: 'other' })],
      {},
      {
        recipient: aCard({ isPerformer: false }),
      },
    );
    expect((await screen.findByText(/Tipped you/)).textContent).toBe('Tipped you 100 tokens ($5.00)');
    // A fan can't be tipped.
    expect(screen.queryByRole('button', { name: 'Tip Lena' })).toBeNull();
    store.dispatch(
      live['message/updated']({
        conversationId: 'c1',
        message: aTip({ undoneAt: soon() }, { senderId: 'other', change: 1 }),
      }),
    );
    expect(await screen.findByText(/Tip undone/)).toBeTruthy();
  });

  it('can be deleted only once undone, and never edited', async () => {
    const { hand } = await open([aMessage(1), aTip()]);
    await hand.click(await screen.findByRole('button', { name: 'Message options' }));
    const items = (await screen.findAllByRole('menuitem')).map((each) => each.textContent);
    expect(items).toEqual(['React', 'Reply']);
  });
});
