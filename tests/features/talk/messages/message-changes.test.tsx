import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Conversation, Message } from '#contract/talk/messages/messages.ts';
import { ConversationView } from '#features/talk/messages/conversation-view.tsx';
import { live } from '#state/live/live-events.ts';
import { problem } from '../../../state/setup/fake-api.ts';
import { many, messageServer } from '../../../state/setup/messages.ts';
import { aConversation, aMessage } from '../../../setup/factories/messages.ts';
import { draw, type Drawn } from '../../../components/setup/draw.tsx';

const soon = () => new Date(Date.now() + 60_000).toISOString();
const mine = (changes: Partial<Message> = {}) =>
  aMessage(2, { senderId: 'me', text: 'Mine', editableUntil: soon(), ...changes });

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
      'GET /conversations': () => ({ data: [conversation], total: 1, isMore: false }),
      'GET /conversations/:id': () => conversation,
      ...answers,
    },
  });
  await screen.findByRole('heading', { level: 1, name: /Lena/ });
  return drawing;
}
type Hand = Awaited<ReturnType<typeof open>>['hand'];
const menu = async (hand: Hand, own = true) =>
  hand.click(
    await screen.findByRole('button', { name: own ? 'Message options' : 'More options for this message' }),
  );
const choose = async (hand: Hand, item: string) =>
  hand.click(await screen.findByRole('menuitem', { name: item }));

beforeEach(() => {
  Element.prototype.scrollIntoView = vi.fn();
});

describe('reacting', () => {
  it('offers six, marks the current one, and announces the choice', async () => {
    const reactions = [{ accountId: 'me', emoji: 'like' as const }];
    const { hand, deps } = await open([aMessage(1, { reactions, change: 1 })], {
      answers: {
        'PUT /messages/:id/reaction': () =>
          aMessage(1, { reactions: [{ accountId: 'me', emoji: 'fire' }], change: 2 }),
      },
    });
    await menu(hand, false);
    await choose(hand, 'React');
    const offered = await screen.findAllByRole('menuitemcheckbox');
    expect(offered.map((each) => [each.textContent, each.getAttribute('aria-checked')])).toEqual([
      ['❤️Heart', 'false'],
      ['👍Thumbs up', 'true'],
      ['😂Laugh', 'false'],
      ['😮Wow', 'false'],
      ['😢Sad', 'false'],
      ['🔥Fire', 'false'],
    ]);
    await hand.keyboard('{End}{Enter}');
    expect(await screen.findByRole('button', { name: 'Remove your reaction: Fire' })).toBeTruthy();
    expect(deps.api.calls.at(-1)).toEqual([
      'PUT /messages/:id/reaction',
      { params: { id: 'm1' }, body: { emoji: 'fire' } },
    ]);
  });

  it("removes your own; the other side's is read-only", async () => {
    const both = [
      { accountId: 'me', emoji: 'like' as const },
      { accountId: 'other', emoji: 'heart' as const },
    ];
    const { hand, deps } = await open([aMessage(1, { reactions: both, change: 2 })], {
      answers: { 'DELETE /messages/:id/reaction': () => aMessage(1, { reactions: [both[1]!], change: 3 }) },
    });
    const list = await screen.findByRole('list', { name: 'Reactions' });
    expect(within(list).getAllByRole('button')).toHaveLength(1);
    expect(list.textContent).toContain('Lena: Heart');
    await hand.click(within(list).getByRole('button', { name: 'Remove your reaction: Thumbs up' }));
    await waitFor(() => expect(within(list).queryByRole('button')).toBeNull());
    expect(deps.api.routes()).toContain('DELETE /messages/:id/reaction');
  });

  it('is announced to screen readers, as an edit is', async () => {
    const { store, container } = await open([mine(), aMessage(3)]);
    await screen.findByText('Mine');
    const heard = () =>
      [...container.querySelectorAll('[aria-live="polite"]')].map(({ textContent }) => textContent);
    const update = (message: Message) =>
      act(() => void store.dispatch(live['message/updated']({ conversationId: 'c1', message })));
    update(mine({ change: 1, reactions: [{ accountId: 'other', emoji: 'heart' }] }));
    expect(heard()).toContain('Lena reacted with Heart: Mine');
    update(aMessage(3, { change: 2, text: 'Better', editedAt: soon() }));
    expect(heard()).toContain('Lena edited a message: Better');
  });
});

describe('editing', () => {
  it('in place: Enter saves, it is marked, and an error keeps the input', async () => {
    const { hand, deps } = await open([mine()], {
      answers: {
        'PUT /messages/:id': () => {
          throw problem(409, { message: 'You can edit a message for 15 minutes after you send it.' });
        },
      },
    });
    await menu(hand);
    await choose(hand, 'Edit message');
    const field = await screen.findByLabelText<HTMLTextAreaElement>('Edit message');
    expect(field.value).toBe('Mine');
    await hand.clear(field);
    await hand.type(field, 'Mine, better{Enter}');
    expect(await screen.findByText(/for 15 minutes/)).toBeTruthy();
    expect(field.value).toBe('Mine, better');
    deps.api.answer({
      'PUT /messages/:id': ({ body }) => mine({ text: body.text, editedAt: soon(), change: 1 }),
    });
    await hand.type(field, '{Enter}');
    expect(await screen.findByText('Mine, better')).toBeTruthy();
    expect(screen.getByText('Edited')).toBeTruthy();
    expect(screen.queryByLabelText('Edit message')).toBeNull();
  });

  it("Escape cancels; blank text can't be saved", async () => {
    const { hand, deps } = await open([mine()]);
    await menu(hand);
    await choose(hand, 'Edit message');
    const field = await screen.findByLabelText('Edit message');
    await hand.clear(field);
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled).toBe(true);
    await hand.type(field, '{Escape}');
    expect(screen.getByText('Mine')).toBeTruthy();
    expect(deps.api.routes()).not.toContain('PUT /messages/:id');
  });

  it('is offered for your own text within the time limit, if you may write', async () => {
    const offered = async (messages: Message[], changes: Partial<Conversation> = {}) => {
      const { hand, unmount } = await open(messages, {}, changes);
      await menu(hand);
      const names = (await screen.findAllByRole('menuitem')).map((each) => each.textContent);
      unmount();
      return names;
    };
    expect(await offered([mine()])).toEqual(['React', 'Reply', 'Edit message', 'Delete message']);
    expect(await offered([mine({ editableUntil: new Date(Date.now() - 1).toISOString() })])).toEqual([
      'React',
      'Reply',
      'Delete message',
    ]);
    expect(await offered([mine()], { canWrite: false })).toEqual(['Delete message']);
  });
});

describe('replying', () => {
  it('quotes the message until the reply is sent or canceled', async () => {
    const { hand, deps } = await open([aMessage(1, { text: 'Which road?' })], {
      answers: {
        'POST /messages/conversations/:id': ({ body: { data } }) =>
          aMessage(2, { senderId: 'me', text: data.text, clientId: data.clientId ?? null }),
      },
    });
    await menu(hand, false);
    await choose(hand, 'Reply');
    expect(screen.getByRole('status').textContent).toBe('Replying to LenaWhich road?');
    const field = screen.getByLabelText('Message to Lena');
    await waitFor(() => expect(document.activeElement).toBe(field));
    await hand.keyboard('{Escape}');
    expect(screen.queryByText('Replying to Lena')).toBeNull();
    await menu(hand, false);
    await choose(hand, 'Reply');
    await hand.type(field, 'Left{Enter}');
    expect(screen.queryByText('Replying to Lena')).toBeNull();
    await waitFor(() =>
      expect(deps.api.calls.find(([name]) => name === 'POST /messages/conversations/:id')?.[1]).toMatchObject(
        {
          body: { data: { text: 'Left', replyTo: 'm1' } },
        },
      ),
    );
  });

  it("jumps to a loaded message, and fetches those around one that isn't", async () => {
    const replyTo = {
      _id: 'm2',
      seq: 2,
      senderId: 'me',
      type: 'text' as const,
      text: 'Two',
      isDeleted: false,
    };
    const stored = many(60).map((each) => (each.seq === 60 ? { ...each, replyTo } : each));
    const { hand, deps, container } = await open(stored);
    await hand.click(
      await screen.findByRole('button', { name: 'Reply to your message: Two. Go to message' }),
    );
    await waitFor(() => expect(document.activeElement).toBe(container.querySelector('li[data-seq="2"]')));
    expect(
      deps.api.calls.filter(([name]) => name === 'GET /messages/conversations/:id').at(-1)?.[1],
    ).toMatchObject({
      query: { aroundSeq: 2 },
    });
    expect(screen.queryByText('Message 60')).toBeNull();
    await hand.click(screen.getByRole('button', { name: 'Newer messages' }));
    await screen.findByText('Message 30');
    await hand.click(screen.getByRole('button', { name: 'Jump to latest' }));
    await screen.findByText('Message 60');
    expect(screen.queryByRole('button', { name: 'Jump to latest' })).toBeNull();
  });

  it('to a message deleted meanwhile: no quote and no link', async () => {
    const replyTo = {
      _id: 'm1',
      seq: 1,
      senderId: 'other',
      type: 'text' as const,
      text: 'Secret',
      isDeleted: false,
    };
    const { store } = await open([aMessage(1, { text: 'Secret' }), mine({ replyTo })]);
    expect(await screen.findByRole('button', { name: /Lena: Secret/ })).toBeTruthy();
    act(
      () =>
        void store.dispatch(
          live['message/deleted']({ conversationId: 'c1', messageId: 'm1', seq: 1, change: 1 }),
        ),
    );
    await waitFor(() => expect(screen.queryByText('Secret')).toBeNull());
    expect(screen.queryByRole('button', { name: /Reply to/ })).toBeNull();
  });
});

describe('a long press on a message', () => {
  it("opens its menu; scrolling doesn't", async () => {
    const { container } = await open([mine()]);
    await screen.findByText('Mine');
    const line = container.querySelector('li[data-seq="2"]')!;
    const touch = { pointerType: 'touch', clientX: 5, clientY: 5, bubbles: true };
    fireEvent.pointerDown(line, touch);
    fireEvent.pointerMove(line, { ...touch, clientY: 40 });
    await new Promise((done) => setTimeout(done, 500));
    expect(screen.queryByRole('menuitem')).toBeNull();
    fireEvent.pointerDown(line, touch);
    expect(await screen.findByRole('menuitem', { name: 'Reply' }, { timeout: 2_000 })).toBeTruthy();
  });
});
