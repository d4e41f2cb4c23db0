import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { PurchaseDialogs } from '#components/money/wallet/purchase-dialogs.tsx';
import { closeTask } from '#components/money/wallet/purchase-tasks.ts';
import type { Conversation, MessageRequest } from '#contract/talk/messages/messages.ts';
import { ConversationView } from '#features/talk/messages/conversation-view.tsx';
import { conversationRefreshed } from '#state/messages/conversation.ts';
import { toast } from '#ui/overlays/toast.ts';
import { type Replies, onItsWay, problem } from '../../../state/setup/fake-api.ts';
import { messageServer } from '../../../state/setup/messages.ts';
import { aCard } from '../../../setup/factories/creators.ts';
import { aFile } from '../../../setup/factories/files.ts';
import { aConversation, aMessage } from '../../../setup/factories/messages.ts';
import { aSavedCard, toppedUp } from '../../../setup/factories/payments.ts';
import { type Drawn, draw, keysOf } from '../../../components/setup/draw.tsx';

const accept = 'POST /conversations/:id/accept-request';
const decline = 'POST /conversations/:id/decline-request';
const send = 'POST /messages/conversations/:id';

const aRequest = (changes: Partial<MessageRequest> = {}): MessageRequest => ({
  state: 'pending',
  isMine: false,
  price: 100,
  expiresAt: '2026-11-27T10:00:00.000Z',
  answeredAt: null,
  ...changes,
});
const max = aCard({ _id: 'fan', name: 'Max', username: 'max', isPerformer: false, isVerified: false });
/** A request of Max to the user, who is a creator. */
const received = (request: Partial<MessageRequest> = {}, changes: Partial<Conversation> = {}) =>
  aConversation('c1', {
    recipient: max,
    request: aRequest(request),
    folder: 'requests',
    lastSeq: 1,
    ...changes,
  });
/** The user's own request to Lena. */
const sentTo = (request: Partial<MessageRequest>, changes: Partial<Conversation> = {}) =>
  aConversation('c1', {
    request: aRequest({ isMine: true, ...request }),
    canWrite: false,
    lastSeq: 1,
    ...changes,
  });

async function open(conversation: Conversation, { answers, ...drawn }: Drawn = {}) {
  const senderId = conversation.request?.isMine === false ? 'fan' : 'me';
  const drawing = await draw(
    <>
      <ConversationView />
      <PurchaseDialogs />
    </>,
    {
      path: '/messages/c1?id=c1',
      ...drawn,
      answers: {
        ...messageServer(conversation.lastSeq > 0 ? [aMessage(1, { senderId, text: 'Hello' })] : []),
        'GET /conversations': () => ({ data: [conversation], total: 1, isMore: false }),
        'GET /conversations/:id': () => conversation,
        'GET /conversations/counts': () => ({ unread: 0, requests: 1 }),
        'GET /scheduled-messages': () => ({ data: [], total: 0 }),
        ...answers,
      },
    },
  );
  await screen.findByRole('heading', { level: 1, name: new RegExp(conversation.recipient?.name ?? '') });
  return drawing;
}
const openAsCreator = (conversation: Conversation, answers: Replies = {}) =>
  open(conversation, { user: { isPerformer: true }, answers });
const bar = () => screen.findByRole('region', { name: 'Message request' });
const press = async (name: string) => within(await bar()).findByRole('button', { name });
const callsOf = (calls: readonly (readonly [string, unknown])[], route: string) =>
  calls.filter(([name]) => name === route).map(([, input]) => input);

afterEach(() => {
  act(closeTask);
  vi.restoreAllMocks();
});

describe('a request to a creator', () => {
  it('says what it pays, until when, and that reading is unseen', async () => {
    await openAsCreator(received());
    expect((await bar()).textContent).toContain(
      'Max wants to message you100 tokens ($5.00) if you accept or reply by Nov 27, 2026. Max doesn’t see that you’ve read it.',
    );
    // Replying accepts it.
    expect(screen.getByLabelText('Message to Max')).toBeTruthy();
  });

  it('without a price says that replying accepts it', async () => {
    await openAsCreator(received({ price: 0 }));
    expect((await bar()).textContent).toContain(
      'Replying accepts. The request expires on Nov 27, 2026. Max doesn’t see that you’ve read it.',
    );
    expect((await bar()).textContent).not.toContain('token');
  });

  it.each([
    { name: 'Accept', route: accept, other: 'Decline', told: 'You accepted Max’s request' },
    { name: 'Decline', route: decline, other: 'Accept', told: 'Request declined' },
  ] as const)('$name: sent once, then the conversation is the reply’s', async ({ name, route, ...rest }) => {
    const { other, told } = rest;
    const reply = onItsWay<Conversation>();
    const said = vi.spyOn(toast, 'success');
    const { hand, deps } = await openAsCreator(received(), { [route]: () => reply.promise });
    const button = await press(name);
    await hand.dblClick(button);
    for (const each of [other, 'Block']) expect(await press(each)).toHaveProperty('disabled', true);
    expect(callsOf(deps.api.calls, route)).toEqual([{ params: { id: 'c1' } }]);
    expect(said).not.toHaveBeenCalled();
    reply.resolve(
      route === accept
        ? received({}, { request: null, folder: 'inbox' })
        : received({ state: 'declined', answeredAt: '2026-11-21T10:00:00.000Z' }),
    );
    await waitFor(() => expect(said).toHaveBeenCalledWith(told));
    if (route === accept) expect(screen.queryByRole('region', { name: 'Message request' })).toBeNull();
    else {
      expect((await bar()).textContent).toBe(
        'You declined this requestYou can still write to Max, who can then reply.',
      );
      expect(within(await bar()).queryByRole('button')).toBeNull();
    }
    expect(callsOf(deps.api.calls, route)).toHaveLength(1);
  });

  it.each([
    ['Accept', accept],
    ['Decline', decline],
  ] as const)('%s that fails says why, and can be pressed again', async (name, route) => {
    const said = vi.spyOn(toast, 'error');
    const { hand, deps } = await openAsCreator(received(), {
      [route]: () => {
        throw problem(409, { code: 'conflict', message: 'This request isn’t waiting anymore.' });
      },
    });
    await hand.click(await press(name));
    await waitFor(() => expect(said).toHaveBeenCalledWith('This request isn’t waiting anymore.'));
    expect((await bar()).textContent).toContain('Max wants to message you');
    await waitFor(async () => expect(await press(name)).toHaveProperty('disabled', false));
    await hand.click(await press(name));
    await waitFor(() => expect(callsOf(deps.api.calls, route)).toHaveLength(2));
  });

  it('Block asks first, sends one call, and leaves the conversation', async () => {
    const block = 'POST /block/users';
    const { hand, deps, went } = await openAsCreator(received(), {
      [block]: () => ({ ...max, blockedAt: '2026-11-21T10:00:00.000Z' }),
    });
    await hand.click(await press('Block'));
    const dialog = within(await screen.findByRole('dialog', { name: 'Block Max?' }));
    expect(callsOf(deps.api.calls, block)).toEqual([]);
    await hand.click(dialog.getByRole('button', { name: 'Block Max' }));
    await waitFor(() => expect(went).toEqual(['/messages']));
    expect(callsOf(deps.api.calls, block)).toMatchObject([{ body: { userId: 'fan' } }]);
  });

  it('that ended without an answer offers nothing to press', async () => {
    await openAsCreator(received({ state: 'expired' }));
    expect((await bar()).textContent).toContain('This request ended without an answer');
    expect(within(await bar()).queryByRole('button')).toBeNull();
  });
});

describe('the sender', () => {
  it.each([
    [
      { price: 100 },
      'Waiting for Lena to acceptYou can write again once Lena accepts. 100 tokens ($5.00) are on hold and refunded if Lena declines or doesn’t answer by Nov 27, 2026. Delete your message to cancel.',
    ],
    [
      { price: 0 },
      'Waiting for Lena to acceptYou can write again once Lena accepts. The request expires on Nov 27, 2026. Delete your message to cancel.',
    ],
    [{ state: 'declined' }, 'Lena declined your request100 tokens ($5.00) were returned to your wallet.'],
    [{ state: 'declined', price: 0 }, 'Lena declined your requestYou can’t write in this conversation.'],
  ] as const)('of %o sees no form', async (request, text) => {
    await open(sentTo(request));
    expect((await bar()).textContent).toBe(text);
    expect(within(await bar()).queryByRole('button')).toBeNull();
    expect(screen.queryByLabelText('Message to Lena')).toBeNull();
    expect(screen.queryByText('You can read this conversation, but you can’t reply.')).toBeNull();
  });

  it.each([
    [{ state: 'expired', price: 0 }, 'Lena didn’t answer your last requestYou can send another one.'],
    [
      { state: 'expired' },
      'Lena didn’t answer your last request100 tokens ($5.00) were returned to your wallet.',
    ],
    [{ state: 'cancelled', price: 0 }, 'You canceled your last requestYou can send another one.'],
  ] as const)('of %o can send another one, on the terms shown', async (request, text) => {
    await open(sentTo(request, { canWrite: true, firstMessage: { price: 50, answerDays: 7 } }));
    expect((await bar()).textContent).toBe(text);
    expect(await screen.findByText(/Your first message to Lena costs/)).toBeTruthy();
    expect(screen.getByLabelText('Message to Lena')).toBeTruthy();
  });

  it('can write as soon as it is accepted', async () => {
    const { store } = await open(sentTo({}));
    await bar();
    act(() => void store.dispatch(conversationRefreshed(aConversation('c1', { lastSeq: 1 }))));
    expect(await screen.findByLabelText('Message to Lena')).toBeTruthy();
    expect(screen.queryByRole('region', { name: 'Message request' })).toBeNull();
  });
});

describe('a first message', () => {
  const beforeIt = (price: number) =>
    aConversation('c1', { firstMessage: { price, answerDays: 7 }, lastSeq: 0 });
  const echo: Replies = {
    [send]: ({ body: { data } }) =>
      aMessage(1, { senderId: 'me', text: data.text, clientId: data.clientId ?? null }),
  };
  const dialog = () => screen.findByRole('dialog', { name: 'Send a request to Lena' });
  const write = async (hand: Awaited<ReturnType<typeof open>>['hand'], text = 'Hi there') => {
    await hand.type(screen.getByLabelText('Message to Lena'), `${text}{Enter}`);
    return within(await dialog());
  };
  const draftOf = () => screen.getByLabelText<HTMLTextAreaElement>('Message to Lena').value;

  it('with a price says what it costs and within how many days it is answered', async () => {
    await open(beforeIt(100), { user: { balance: 500 } });
    expect((await screen.findByText(/Your first message to Lena/)).textContent).toBe(
      'Your first message to Lena costs 100 tokens ($5.00). Refunded if Lena declines or doesn’t answer within 7 days.',
    );
    // A recording would be sent without the price having been accepted.
    expect(screen.queryByRole('button', { name: /record/i })).toBeNull();
  });

  it('that is free is sent without a dialog', async () => {
    const { hand, deps } = await open(beforeIt(0), { answers: echo });
    expect((await screen.findByText(/Your first message to Lena/)).textContent).toBe(
      'Your first message to Lena is a request. You can write more once Lena accepts it.',
    );
    await hand.type(screen.getByLabelText('Message to Lena'), 'Hi{Enter}');
    await waitFor(() => expect(callsOf(deps.api.calls, send)).toHaveLength(1));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('is sent only by the dialog: once, with the price on its button, and shows', async () => {
    const said = vi.spyOn(toast, 'success');
    const { hand, deps } = await open(beforeIt(100), { user: { balance: 500 }, answers: echo });
    const pay = await write(hand);
    expect(deps.api.routes()).not.toContain(send);
    expect(pay.getByText(/Your tokens are held until Lena answers/).textContent).toContain('within 7 days');
    expect(pay.getByText('Balance after').parentElement?.textContent).toContain('400 tokens ($20.00)');
    await hand.dblClick(pay.getByRole('button', { name: 'Send for 100 tokens ($5.00)' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const [key, ...others] = keysOf(deps.api.calls, send);
    expect([typeof key, others]).toEqual(['string', []]);
    expect(callsOf(deps.api.calls, send)).toMatchObject([
      { params: { id: 'c1' }, body: { data: { text: 'Hi there', clientId: key, expectedPrice: 100 } } },
    ]);
    expect(said).toHaveBeenCalledWith('Request sent to Lena');
    expect(draftOf()).toBe('');
    expect(
      within(await screen.findByRole('region', { name: 'Messages' })).getByText('Hi there'),
    ).toBeTruthy();
  });

  it.each([100, 0])(
    'for %i tokens waits then, without another form, even without a connection',
    async (price) => {
      let sent = false;
      const { hand } = await open(beforeIt(price), {
        user: { balance: 500 },
        answers: {
          ...echo,
          [send]: (input) => {
            sent = true;
            return echo[send]!(input);
          },
          'GET /conversations/:id': () => (sent ? sentTo({ price }) : beforeIt(price)),
        },
      });
      await hand.type(screen.getByLabelText('Message to Lena'), 'Hi there{Enter}');
      if (price > 0) await hand.click(within(await dialog()).getByRole('button', { name: /^Send for/ }));
      expect((await bar()).textContent).toContain('Waiting for Lena to accept');
      expect(screen.queryByText(/Your first message to Lena/)).toBeNull();
      for (const name of ['Message to Lena', 'Tip Lena']) expect(screen.queryByLabelText(name)).toBeNull();
    },
  );

  it('is kept in the form if the dialog is closed', async () => {
    const { hand, deps } = await open(beforeIt(100), { user: { balance: 500 } });
    const pay = await write(hand);
    await hand.click(pay.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect([draftOf(), deps.api.routes().includes(send)]).toEqual(['Hi there', false]);
  });

  it('whose price has changed shows the new one, which is paid by pressing again', async () => {
    const { hand, deps } = await open(beforeIt(100), {
      user: { balance: 500 },
      answers: {
        [send]: (input) => {
          if (input.body.data.expectedPrice !== 200)
            throw problem(409, {
              code: 'price_changed',
              message: 'The price has changed to 200 tokens.',
              amount: 200,
            });
          return echo[send]!(input);
        },
      },
    });
    const pay = await write(hand);
    await hand.click(pay.getByRole('button', { name: 'Send for 100 tokens ($5.00)' }));
    expect(await pay.findByText('The price has changed to 200 tokens.')).toBeTruthy();
    const again = pay.getByRole('button', { name: 'Send for 200 tokens ($10.00)' });
    expect(callsOf(deps.api.calls, send)).toHaveLength(1);
    await hand.click(again);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(callsOf(deps.api.calls, send)).toMatchObject([
      { body: { data: { expectedPrice: 100 } } },
      { body: { data: { expectedPrice: 200 } } },
    ]);
    expect(new Set(keysOf(deps.api.calls, send)).size).toBe(2);
  });

  it('that the balance doesn’t cover offers a top-up, then is sent under the same key', async () => {
    let tries = 0;
    const { hand, deps } = await open(beforeIt(100), {
      // Another tab has spent tokens.
      user: { balance: 130 },
      answers: {
        'GET /package/token/search': () => ({ data: [], total: 0 }),
        'GET /payment-cards': () => ({ data: [aSavedCard()], total: 1 }),
        'POST /payment/wallet/top-up': () => toppedUp(500, 100, 120),
        [send]: (input) => {
          tries += 1;
          if (tries === 1)
            throw problem(402, { code: 'insufficient_balance', message: 'You need 100 more.', missing: 100 });
          return echo[send]!(input);
        },
      },
    });
    const pay = await write(hand);
    await hand.click(pay.getByRole('button', { name: /^Send for/ }));
    expect(await pay.findByText('Top up 100 tokens ($5.00) or more to continue')).toBeTruthy();
    expect(pay.queryByRole('button', { name: /^Send for/ })).toBeNull();
    await hand.click(await pay.findByRole('button', { name: 'Pay $5.00' }));
    await hand.click(await pay.findByRole('button', { name: 'Send for 100 tokens ($5.00)' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(keysOf(deps.api.calls, send)).toHaveLength(2);
    expect(new Set(keysOf(deps.api.calls, send)).size).toBe(1);
  });

  it('waits for its files: what isn’t uploaded can’t be paid for', async () => {
    const { hand, deps } = await open(beforeIt(100), { user: { balance: 500 }, answers: echo });
    const picture = new File(['x'], 'pot.png', { type: 'image/png' });
    await hand.upload(screen.getByLabelText('Photos or videos'), picture);
    await waitFor(() => expect(deps.api.uploads).toHaveLength(1));
    await act(async () => deps.api.uploads[0]!.fail(problem(0)));
    await hand.type(screen.getByLabelText('Message to Lena'), 'Like this?{Enter}');
    expect(screen.getByRole('button', { name: 'Send' })).toHaveProperty('disabled', true);
    expect(screen.queryByText(/stay on this device/)).toBeNull();
    await hand.click(await screen.findByRole('button', { name: 'Try pot.png again' }));
    await waitFor(() => expect(deps.api.uploads).toHaveLength(2));
    await act(async () => deps.api.uploads[1]!.arrive(aFile({ _id: 'f9' })));
    await hand.click(screen.getByRole('button', { name: 'Send' }));
    await hand.click(within(await dialog()).getByRole('button', { name: /^Send for 100 tokens/ }));
    await waitFor(() =>
      expect(callsOf(deps.api.calls, send)).toMatchObject([{ body: { data: { files: ['f9'] } } }]),
    );
  });

  it('that is refused says why, and stays in the form', async () => {
    const { hand } = await open(beforeIt(100), {
      user: { balance: 500 },
      answers: {
        [send]: () => {
          throw problem(403, { message: 'Only followers can write to Lena first.' });
        },
      },
    });
    const pay = await write(hand);
    await hand.click(pay.getByRole('button', { name: /^Send for/ }));
    expect(await pay.findByText('Only followers can write to Lena first.')).toBeTruthy();
    expect(draftOf()).toBe('Hi there');
  });
});
