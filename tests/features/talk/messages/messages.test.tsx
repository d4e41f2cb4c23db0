import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { Conversation, Message } from '#contract/talk/messages/messages.ts';
import { byDay } from '#features/talk/messages/day-separators.ts';
import { dayLabel } from '#lib/day-label.ts';
import { ConversationView } from '#features/talk/messages/conversation-view.tsx';
import { closeTask, taskStore } from '#components/money/wallet/purchase-tasks.ts';
import { live } from '#state/live/live-events.ts';
import { type Replies, problem } from '../../../state/setup/fake-api.ts';
import { messageServer } from '../../../state/setup/messages.ts';
import { aCard } from '../../../setup/factories/creators.ts';
import { aFile, aLockedFile } from '../../../setup/factories/files.ts';
import { aConversation, aMessage } from '../../../setup/factories/messages.ts';
import { draw, type Drawn } from '../../../components/setup/draw.tsx';

const send = 'POST /messages/conversations/:id';
const lists = (...all: Conversation[]) => ({
  'GET /conversations': () => ({ data: all, total: all.length, isMore: false }),
});

/** Opens conversation c1 with these messages. */
async function open(
  messages: Message[],
  { answers, ...drawn }: Drawn = {},
  changes: Partial<Conversation> = {},
) {
  const conversation = aConversation('c1', { lastSeq: messages.length, ...changes });
  const drawing = await draw(<ConversationView />, {
    path: '/messages/c1?id=c1',
    ...drawn,
    answers: {
      ...messageServer(messages),
      ...lists(conversation),
      'GET /conversations/:id': () => conversation,
      ...answers,
    },
  });
  await screen.findByRole('heading', { level: 1, name: /Lena/ });
  return drawing;
}
const field = () => screen.getByLabelText('Message to Lena') as HTMLTextAreaElement;
interface Sent {
  body: { data: { text: string; clientId: string } };
}
const sent = (calls: readonly (readonly [string, unknown])[]) =>
  calls.filter(([name]) => name === send).map(([, input]) => (input as Sent).body.data.text);
const echo: Replies = {
  [send]: ({ body: { data } }) =>
    aMessage(9, { senderId: 'me', text: data.text, clientId: data.clientId ?? null }),
};

describe('what is in view', () => {
  it('is an own message after sending, wherever the reader was, but not somebody else’s', async () => {
    const { hand, dispatch } = await open([aMessage(1), aMessage(2), aMessage(3)], { answers: echo });
    await screen.findByText('Message 3');
    const box = screen.getByRole('region', { name: 'Messages' });
    Object.defineProperties(box, { scrollHeight: { value: 2_000 }, clientHeight: { value: 500 } });
    const scrollUp = () =>
      act(() => {
        box.scrollTop = 100;
        box.dispatchEvent(new Event('scroll', { bubbles: true }));
      });
    scrollUp();
    const message = aMessage(4, { text: 'News' });
    act(() => void dispatch(live['message/created']({ conversationId: 'c1', message })));
    await screen.findAllByText('News');
    expect(box.scrollTop).toBe(100);
    await hand.type(field(), 'Mine');
    await hand.click(screen.getByRole('button', { name: 'Send' }));
    await waitFor(() => expect(box.scrollTop).toBe(2_000));
  });
});

describe('days', () => {
  const now = new Date(2026, 10, 20, 9, 0);
  it.each([
    [new Date(2026, 10, 20, 0, 1), 'Today'],
    [new Date(2026, 10, 19, 23, 59), 'Yesterday'],
    [new Date(2026, 10, 14, 12), 'Saturday'],
    [new Date(2026, 10, 13, 12), 'November 13'],
    [new Date(2025, 11, 31, 12), 'December 31, 2025'],
    [new Date(2026, 10, 21, 0, 30), 'Today'],
  ])('%s is %s', (at, label) => expect(dayLabel(at, now)).toBe(label));

  it("group messages by the reader's local midnight, in order", () => {
    const at = (day: number, hour: number) => new Date(2026, 10, day, hour).toISOString();
    const days = byDay(
      [
        aMessage(1, { createdAt: at(19, 23) }),
        aMessage(2, { createdAt: at(20, 0) }),
        aMessage(3, { createdAt: at(20, 8) }),
      ].map((each) => ({ ...each, status: 'sent' as const })),
      now,
    );
    expect(days.map(({ key, label, messages }) => [key, label, messages.map(({ seq }) => seq)])).toEqual([
      ['2026-11-19', 'Yesterday', [1]],
      ['2026-11-20', 'Today', [2, 3]],
    ]);
  });
});

describe('writing', () => {
  it('Enter sends, Shift+Enter starts a new line', async () => {
    const { hand, deps } = await open([aMessage(1)], { answers: echo });
    await hand.type(field(), 'One{Shift>}{Enter}{/Shift}two');
    expect(sent(deps.api.calls)).toEqual([]);
    await hand.type(field(), '{Enter}');
    await waitFor(() => expect(sent(deps.api.calls)).toEqual(['One\ntwo']));
    expect(field().value).toBe('');
  });

  it("doesn't send blank text", async () => {
    const { hand, deps } = await open([aMessage(1)], { answers: echo });
    await hand.type(field(), '  {Enter}');
    expect([
      sent(deps.api.calls),
      screen.getByRole<HTMLButtonElement>('button', { name: 'Send' }).disabled,
    ]).toEqual([[], true]);
  });

  it('keeps unsent text across a reload', async () => {
    const first = await open([aMessage(1)]);
    await first.hand.type(field(), 'Not yet');
    first.unmount();
    await open([aMessage(1)]);
    expect(field().value).toBe('Not yet');
  });

  it('failed: says why, and can be sent again with the same key or discarded', async () => {
    const { hand, deps } = await open([aMessage(1)], {
      answers: {
        [send]: () => {
          throw problem(422, { message: 'That is too long.' });
        },
      },
    });
    await hand.type(field(), 'Hello{Enter}');
    const alert = await screen.findByText(/Not sent: That is too long\./);
    deps.api.answer(echo);
    await hand.click(within(alert).getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(screen.queryByText(/Not sent/)).toBeNull());
    const keys = deps.api.calls
      .filter(([name]) => name === send)
      .map(([, input]) => (input as Sent).body.data.clientId);
    expect([keys.length, new Set(keys).size]).toEqual([2, 1]);
    deps.api.answer({
      [send]: () => {
        throw problem(500);
      },
    });
    await hand.type(field(), 'Never mind{Enter}');
    await hand.click(await screen.findByRole('button', { name: 'Discard' }));
    expect(screen.queryByText('Never mind')).toBeNull();
  });

  it('without a connection: waits and can be canceled', async () => {
    const { hand, deps } = await open([aMessage(1)], {
      answers: {
        [send]: () => {
          throw problem(0);
        },
      },
    });
    await hand.type(field(), 'Later{Enter}');
    expect(await screen.findByText('Waiting for connection')).toBeTruthy();
    expect(deps.said).toEqual([]);
    await hand.click(screen.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByText('Later')).toBeNull());
  });

  it("isn't offered if it isn't allowed", async () => {
    await open([aMessage(1)], {}, { canWrite: false });
    expect(screen.getByText('You can read this conversation, but you can’t reply.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Send' })).toBeNull();
  });
});

describe('a conversation', () => {
  it('shows only under your last message whether it was read', async () => {
    await open(
      [aMessage(1, { senderId: 'me' }), aMessage(2, { senderId: 'me' }), aMessage(3)],
      {},
      { recipientReadSeq: 2 },
    );
    expect((await screen.findAllByText('Read')).length).toBe(1);
    expect(screen.queryByText('Sent')).toBeNull();
  });

  it("asks before deleting your message; another person's can't be deleted", async () => {
    const { hand, deps } = await open([aMessage(1), aMessage(2, { senderId: 'me', text: 'Mine' })], {
      answers: { 'DELETE /messages/:id': () => aMessage(2, { senderId: 'me', text: '', isDeleted: true }) },
    });
    const menus = await screen.findAllByRole('button', { name: 'Message options' });
    expect(menus).toHaveLength(1);
    await hand.click(menus[0]!);
    await hand.click(await screen.findByRole('menuitem', { name: 'Delete message' }));
    expect(deps.api.routes()).not.toContain('DELETE /messages/:id');
    await hand.click(
      within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete message' }),
    );
    await waitFor(() => expect(deps.api.routes()).toContain('DELETE /messages/:id'));
  });

  it("that doesn't exist says so, with a link to the others", async () => {
    await draw(<ConversationView />, {
      path: '/messages/c9?id=c9',
      answers: {
        ...messageServer([]),
        ...lists(),
        'GET /conversations/:id': () => {
          throw problem(404, { code: 'not_found' });
        },
      },
    });
    expect(await screen.findByText('Conversation not found')).toBeTruthy();
  });

  it('with a fan links to no profile, with a creator to theirs', async () => {
    const { unmount } = await open([aMessage(1)]);
    expect(
      within(screen.getByRole('heading', { level: 1 }))
        .getByRole('link')
        .getAttribute('href'),
    ).toBe('/lena');
    unmount();
    await open([aMessage(1)], {}, { recipient: aCard({ isPerformer: false, isVerified: false }) });
    expect(within(screen.getByRole('heading', { level: 1 })).queryByRole('link')).toBeNull();
  });
});

describe('photos and videos', () => {
  const forSale = (changes: Partial<Message> = {}) =>
    aMessage(2, {
      text: 'For you',
      type: 'photo',
      price: 50,
      files: [aLockedFile()],
      media: { photos: 1, videos: 0, audios: 0, duration: 0 },
      access: { allowed: false, reason: 'locked', routes: [{ need: 'purchase', price: 25, unit: 'token' }] },
      ...changes,
    });
  const pick = (hand: Awaited<ReturnType<typeof open>>['hand'], ...files: File[]) =>
    hand.upload(screen.getByLabelText('Photos or videos', { selector: 'input' }), files);
  const uploadOf = ({ api }: Awaited<ReturnType<typeof open>>['deps']) => {
    expect(api.uploads).toHaveLength(1);
    return api.uploads[0]!;
  };
  const png = new File(['x'], 'kiln.png', { type: 'image/png' });

  it('for sale: blurred, with the remaining price; the text is readable', async () => {
    const { container, hand } = await open([aMessage(1), forSale()]);
    expect(await screen.findByText('For you')).toBeTruthy();
    expect(
      [...container.querySelectorAll('img')]
        .map((image) => image.getAttribute('src') ?? '')
        .filter((src) => src.includes('/media/f/'))
        .every((src) => src.includes('blur')),
    ).toBe(true);
    await hand.click(screen.getByRole('button', { name: 'Unlock for 25 tokens ($1.25)' }));
    expect(taskStore.read()).toMatchObject({
      kind: 'unlock',
      item: { kind: 'message', _id: 'm2', price: 25, inside: '1 photo' },
    });
    act(closeTask);
  });

  it('partly bought elsewhere: that part is visible, the rest is for sale', async () => {
    await open([aMessage(1), forSale({ files: [aFile({ _id: 'mine', alt: 'Mine' }), aLockedFile()] })]);
    expect(await screen.findByRole('img', { name: 'Mine' })).toBeTruthy();
    expect(screen.getByRole('button', { name: /Unlock for/ })).toBeTruthy();
  });

  it("your own sale shows its price and whether it was bought; a bought one can't be deleted", async () => {
    const mine: Partial<Message> = {
      senderId: 'me',
      files: [aFile()],
      access: { allowed: true, reason: 'owner', routes: [] },
    };
    const { hand } = await open([
      forSale({ ...mine, _id: 'a', seq: 1 }),
      forSale({ ...mine, _id: 'b', seq: 2, isBought: true }),
    ]);
    expect((await screen.findAllByText(/Price:|Bought for/)).map((each) => each.textContent)).toEqual([
      'Price: 50 tokens ($2.50)',
      'Bought for 50 tokens ($2.50)',
    ]);
    const offered = async (at: number) => {
      await hand.click(screen.getAllByRole('button', { name: 'Message options' })[at]!);
      const names = (await screen.findAllByRole('menuitem')).map((each) => each.textContent);
      await hand.keyboard('{Escape}');
      return names;
    };
    expect(await offered(0)).toContain('Delete message');
    expect(await offered(1)).not.toContain('Delete message');
  });

  it('a creator attaches one, sets a price and sends it; the field is cleared', async () => {
    const { hand, deps } = await open(
      [aMessage(1)],
      { user: { isPerformer: true }, answers: echo },
      { recipient: aCard({ isPerformer: false }) },
    );
    await pick(hand, png);
    const upload = await waitFor(() => uploadOf(deps));
    expect([upload.route, screen.getByRole<HTMLButtonElement>('button', { name: 'Send' }).disabled]).toEqual([
      'POST /messages/private/file/photo',
      true,
    ]);
    act(() => upload.arrive(aFile({ _id: 'up1', type: 'message-photo' })));
    await hand.type(await screen.findByLabelText('Price'), '1.5');
    expect(screen.getByText(/Enter a whole number of tokens/)).toBeTruthy();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Send' }).disabled).toBe(true);
    await hand.clear(screen.getByLabelText('Price'));
    await hand.type(screen.getByLabelText('Price'), '40');
    await hand.click(screen.getByRole('button', { name: 'Send' }));
    await waitFor(() =>
      expect(
        deps.api.calls
          .filter(([name]) => name === send)
          .map(([, input]) => (input as { body: { data: object } }).body.data),
      ).toEqual([expect.objectContaining({ text: '', files: ['up1'], price: 40 })]),
    );
    expect(screen.queryByLabelText('Price')).toBeNull();
  });

  it('a fan sends one for free: there is no price field', async () => {
    const { hand, deps } = await open([aMessage(1)], { answers: echo });
    await pick(hand, png);
    const upload = await waitFor(() => uploadOf(deps));
    act(() => upload.arrive(aFile({ _id: 'up1' })));
    await waitFor(() =>
      expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Send' }).disabled).toBe(false),
    );
    expect(screen.queryByLabelText('Price')).toBeNull();
    await hand.type(field(), 'Look{Enter}');
    await waitFor(() =>
      expect(deps.api.calls.find(([name]) => name === send)?.[1]).toMatchObject({
        body: { data: { text: 'Look', files: ['up1'], price: 0 } },
      }),
    );
  });
});

describe('reporting and blocking', () => {
  it("another person's message can be reported, the person reported and blocked", async () => {
    const { hand } = await open([aMessage(1, { text: 'Rude' })]);
    await hand.click(await screen.findByRole('button', { name: 'More options for this message' }));
    await hand.click(await screen.findByRole('menuitem', { name: 'Report this message' }));
    expect(taskStore.read()).toEqual({
      kind: 'report',
      target: { type: 'message', id: 'm1', name: 'this message' },
    });
    await act(async () => hand.click(screen.getByRole('button', { name: 'More options for Lena' })));
    await hand.click(await screen.findByRole('menuitem', { name: 'Block Lena' }));
    expect(taskStore.read()).toMatchObject({ kind: 'block', person: { _id: 'other' }, leaveTo: '/messages' });
    act(closeTask);
  });

  it('blocked meanwhile: the conversation disappears from the screen and the list', async () => {
    const { deps, store } = await open([aMessage(1)]);
    deps.api.answer({
      'GET /conversations/:id': () => {
        throw problem(404, { code: 'not_found' });
      },
    });
    act(() => void store.dispatch(live['access/changed']({ performerId: 'other' })));
    expect(await screen.findByText('Conversation not found')).toBeTruthy();
    expect(screen.queryByRole('link', { name: /Lena/ })).toBeNull();
  });

  it('bought in another tab: the visible messages are fetched again', async () => {
    const messages = [
      aMessage(1, {
        type: 'photo',
        price: 50,
        files: [aLockedFile()],
        access: {
          allowed: false,
          reason: 'locked',
          routes: [{ need: 'purchase', price: 50, unit: 'token' }],
        },
      }),
    ];
    const { store } = await open(messages);
    await screen.findByRole('button', { name: /Unlock for/ });
    messages[0] = {
      ...messages[0]!,
      files: [aFile({ alt: 'Kiln' })],
      isBought: true,
      access: { allowed: true, reason: 'purchased', routes: [] },
    };
    act(() => void store.dispatch(live['access/changed']({ performerId: 'other' })));
    expect(await screen.findByRole('img', { name: 'Kiln' })).toBeTruthy();
  });
});

describe('the list', () => {
  it('shows the person, the last message, and the unread count', async () => {
    const last = {
      ...aMessage(3, { senderId: 'me', text: 'See you' }),
    } as unknown as Conversation['lastMessage'];
    await draw(<ConversationView />, {
      path: '/messages',
      answers: {
        ...messageServer([]),
        ...lists(
          aConversation('c1', { lastMessage: last }),
          aConversation('c2', { recipient: aCard({ name: 'Nico' }), totalNotSeenMessages: 120 }),
        ),
      },
    });
    expect((await screen.findByRole('link', { name: /Lena/ })).textContent).toContain('You: See you');
    expect(screen.getByRole('link', { name: /Nico/ }).textContent).toContain('99+ unread');
  });

  it('if empty says how to start a conversation; a search without results says for whom', async () => {
    const { hand } = await draw(<ConversationView />, {
      path: '/messages',
      answers: {
        ...messageServer([]),
        ...lists(),
        'GET /conversations/search': () => ({ data: [], total: 0, isMore: false }),
      },
    });
    expect(await screen.findByText('No conversations yet')).toBeTruthy();
    await hand.type(screen.getByLabelText('Search conversations'), 'zed');
    expect(await screen.findByText('No people found for “zed”')).toBeTruthy();
  });

  it('says what went wrong and can be retried', async () => {
    const { hand, deps } = await draw(<ConversationView />, {
      path: '/messages',
      answers: {
        ...messageServer([]),
        'GET /conversations': () => {
          throw problem(500, { message: 'Something went wrong, please try again later' });
        },
      },
    });
    await screen.findByText('Something went wrong, please try again later');
    act(() => deps.api.answer(lists(aConversation('c1'))));
    await hand.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('link', { name: /Lena/ })).toBeTruthy();
  });
});
