import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { FileView } from '#contract/core/schemas.ts';
import type { StreamConversation, StreamMessage } from '#contract/talk/streams/chat.ts';
import { StreamChat } from '#features/talk/live/chat/stream-chat.tsx';
import { live } from '#state/live/live-events.ts';
import { type Drawn, draw } from '../../../components/setup/draw.tsx';
import { aFile } from '../../../setup/factories/files.ts';
import { aStreamMessage } from '../../../setup/factories/messages.ts';
import { aStreamChat } from '../../../setup/factories/streams.ts';
import { problem } from '../../../state/setup/fake-api.ts';

const lines = (count: number): StreamMessage[] =>
  Array.from({ length: count }, (_, n) => aStreamMessage(`m${n + 1}`, { seq: n + 1, text: `Line ${n + 1}` }));

/** A page of messages as the server would send it. */
function pageOf(messages: StreamMessage[], { beforeSeq, afterSeq, limit = 25 }: Asked) {
  const found = messages.filter(({ seq }) => seq < (beforeSeq ?? Infinity) && seq > (afterSeq ?? 0));
  const data = afterSeq === undefined ? found.slice(-limit) : found.slice(0, limit);
  return { data, total: found.length };
}
interface Asked {
  beforeSeq?: number | undefined;
  afterSeq?: number | undefined;
  limit?: number | undefined;
}
interface Scene extends Drawn {
  chat?: Partial<StreamConversation>;
  messages?: StreamMessage[];
  held?: StreamMessage[];
}
async function open({ chat, messages = lines(2), held = [], answers, ...drawn }: Scene = {}) {
  const conversation = aStreamChat({ lastSeq: messages.length, ...chat });
  const drawing = await draw(<StreamChat streamId="stream-1" kind="public" />, {
    ...drawn,
    answers: {
      'GET /conversations/stream/public/:id': () => conversation,
      'GET /messages/conversations/public/:id': ({ query }) =>
        query?.held === 'true' ? { data: held, total: held.length } : pageOf(messages, query ?? {}),
      ...answers,
    },
  });
  await screen.findByRole('region', { name: 'Chat messages' });
  return drawing;
}
const said = () =>
  screen
    .getAllByRole('listitem')
    .filter((each) => 'line' in each.dataset)
    .map((each) => each.textContent);
const field = () => screen.getByRole('textbox', { name: 'Message to the chat' });
const moderator = { chat: { isModerator: true } };
const creator = { user: { _id: 'creator', isPerformer: true }, chat: { isModerator: true } } as const;
const menuOf = async (hand: { click: (element: Element) => Promise<void> }, name: string) => {
  await hand.click(screen.getAllByRole('button', { name: `More options for the message by ${name}` })[0]!);
  return screen.findByRole('menu');
};
const items = (menu: HTMLElement) =>
  within(menu)
    .getAllByRole('menuitem')
    .map((each) => each.textContent);

describe('the chat of a stream', () => {
  it('shows what was written, who wrote it, and tips', async () => {
    await open({
      messages: [
        aStreamMessage('a', { seq: 1, role: 'creator' }),
        aStreamMessage('b', { seq: 2, type: 'tip', tokens: 250, text: 'Bravo' }),
        aStreamMessage('c', { seq: 3, isDeleted: true, text: '' }),
      ],
    });
    await waitFor(() => expect(said()).toHaveLength(3));
    expect(said()[0]).toMatch(/Lena.*Creator.*Line a/);
    expect(said()[1]).toMatch(/Lena.*tipped.*250.*Bravo/);
    expect(said()[2]).toMatch(/Message deleted/);
  });

  it('sends a long animation once it is converted, and says why one can’t be', async () => {
    const queued = (id: string) =>
      aFile({ _id: id, type: 'message-photo', state: 'queued', url: null, sizes: [], thumbnails: [] });
    const states: Record<string, FileView> = { good: queued('good'), bad: queued('bad') };
    const { hand, deps, store } = await open({
      answers: { 'GET /files/:id/status': ({ params }) => states[params.id]! },
    });
    for (const [at, name] of ['good', 'bad'].entries()) {
      await hand.upload(
        screen.getByLabelText('Photos for the message'),
        new File(['GIF89a'], `${name}.gif`, { type: 'image/gif' }),
      );
      await waitFor(() => expect(deps.api.uploads).toHaveLength(at + 1));
      act(() => deps.api.uploads[at]!.arrive(states[name]));
      await screen.findByRole('progressbar', { name: /^Processing photo/ });
      expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Send' }).disabled).toBe(true);
      states[name] =
        name === 'good'
          ? aFile({ _id: name, type: 'message-photo' })
          : { ...queued(name), state: 'failed', reason: 'This picture is damaged.' };
      act(
        () =>
          void store.dispatch(live['file/state']({ fileId: name, state: states[name]!.state, percent: 100 })),
      );
      await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull());
    }
    expect(screen.getByRole('img', { name: 'Photo 1' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Remove photo 2' })).toBeNull();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Send' }).disabled).toBe(false);
  });

  it('shows what arrives, and announces it politely', async () => {
    const { store } = await open();
    await waitFor(() => expect(said()).toHaveLength(2));
    act(
      () =>
        void store.dispatch(
          live['stream/message']({
            conversationId: 's1',
            messages: [aStreamMessage('m3', { seq: 3, text: 'Third' })],
          }),
        ),
    );
    expect(said()[2]).toMatch(/Third/);
    expect(screen.getByText('Third').closest('[aria-live]')?.getAttribute('aria-live')).toBe('polite');
  });

  it('keeps few lines in the document, and counts new ones while one reads further up', async () => {
    const { store } = await open({ messages: lines(2) });
    const tell = (from: number, to: number) =>
      act(
        () =>
          void store.dispatch(
            live['stream/message']({ conversationId: 's1', messages: lines(to).slice(from) }),
          ),
      );
    tell(2, 1_000);
    expect(said()).toHaveLength(80);
    expect(said().at(-1)).toMatch(/Line 1000/);
    const box = screen.getByRole('region', { name: 'Chat messages' });
    Object.defineProperties(box, {
      scrollHeight: { value: 4_000, configurable: true },
      clientHeight: { value: 400, configurable: true },
    });
    box.scrollTop = 2_000;
    fireEvent.scroll(box);
    tell(1_000, 1_007);
    expect(said().at(-1)).toMatch(/Line 1000/);
    fireEvent.click(screen.getByRole('button', { name: '7 new messages' }));
    expect(said().at(-1)).toMatch(/Line 1007/);
    expect(screen.queryByRole('button', { name: /new message/ })).toBeNull();
  });

  it('loads earlier messages at the top', async () => {
    const { deps } = await open({ messages: lines(60) });
    await waitFor(() => expect(said()).toHaveLength(25));
    const box = screen.getByRole('region', { name: 'Chat messages' });
    Object.defineProperties(box, { scrollHeight: { value: 2_000 }, clientHeight: { value: 400 } });
    box.scrollTop = 10;
    fireEvent.scroll(box);
    await waitFor(() =>
      expect(deps.api.calls.at(-1)).toMatchObject([
        'GET /messages/conversations/public/:id',
        { query: { beforeSeq: 36 } },
      ]),
    );
  });

  it('sends with Enter, and shows a failed message with its reason and a retry', async () => {
    let isDown = true;
    const { hand, deps } = await open({
      answers: {
        'POST /messages/stream/public/conversations/:id': ({ body }) => {
          if (isDown) throw problem(500, { message: 'We’re having trouble.' });
          return aStreamMessage('mine', {
            seq: 3,
            senderId: 'me',
            text: body.data.text ?? '',
            clientId: body.data.clientId ?? null,
          });
        },
      },
    });
    await hand.type(field(), 'Good evening{Enter}');
    expect(await screen.findByText(/We’re having trouble/)).toBeTruthy();
    isDown = false;
    await hand.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull());
    expect(said().filter((line) => line?.includes('Good evening'))).toHaveLength(1);
    const sent = deps.api.calls.filter(([name]) => name.startsWith('POST /messages/stream'));
    expect(
      new Set(sent.map(([, input]) => (input as { body: { data: { clientId: string } } }).body.data.clientId))
        .size,
    ).toBe(1);
  });

  it('counts down in slow mode, and keeps what is typed', async () => {
    const { hand } = await open({
      chat: { slowSeconds: 30 },
      answers: {
        'POST /messages/stream/public/conversations/:id': ({ body }) =>
          aStreamMessage('mine', {
            seq: 3,
            senderId: 'me',
            clientId: body.data.clientId ?? null,
            text: 'Hi',
          }),
      },
    });
    expect(screen.getByText('Slow mode: one message every 30 seconds.')).toBeTruthy();
    await hand.type(field(), 'Hi{Enter}');
    const button = await screen.findByRole('button', { name: /Send, in (30|29) seconds/ });
    expect(button).toHaveProperty('disabled', true);
    await hand.type(field(), 'And more{Enter}');
    expect(field()).toHaveProperty('value', 'And more');
  });

  it.each([
    [
      'Only followers can write in this chat.',
      { canWrite: false, writeRefusal: 'Only followers can write in this chat.' },
    ],
    [
      'The creator has closed the chat.',
      { canWrite: false, writeRefusal: 'The creator has closed the chat.' },
    ],
  ])('says why one can’t write: %s', async (text, chat) => {
    await open({ chat });
    expect(screen.getByText(text)).toBeTruthy();
    expect(screen.queryByRole('textbox')).toBeNull();
  });

  it('asks visitors to log in', async () => {
    await open({ user: null });
    expect(screen.getByRole('link', { name: 'Log in to write' })).toBeTruthy();
  });

  it.each([
    [403, 'The chat is for people who can watch the stream.'],
    [500, 'We’re having trouble.'],
  ])('that answers %i says so', async (status, message) => {
    await draw(<StreamChat streamId="stream-1" kind="public" />, {
      answers: {
        'GET /conversations/stream/public/:id': () => {
          throw problem(status, { message });
        },
      },
    });
    expect(await screen.findByText(message)).toBeTruthy();
    expect(screen.queryAllByRole('button', { name: 'Try again' })).toHaveLength(status === 500 ? 1 : 0);
  });
});

describe('looking after a chat', () => {
  it('is not for everybody', async () => {
    const { hand } = await open();
    await waitFor(() => expect(said()).toHaveLength(2));
    expect(items(await menuOf(hand, 'Lena'))).toEqual(['Report Lena’s message']);
    expect(screen.queryByRole('button', { name: 'Chat settings' })).toBeNull();
  });

  it('as a moderator: pin, delete, ban', async () => {
    const { hand, deps } = await open({
      ...moderator,
      answers: { 'POST /streaming/chat/bans': () => ({ success: true }) },
    });
    await waitFor(() => expect(said()).toHaveLength(2));
    const menu = await menuOf(hand, 'Lena');
    expect(items(menu)).toEqual(['Pin', 'Delete', 'Ban from chat', 'Report Lena’s message']);
    await hand.click(within(menu).getByRole('menuitem', { name: 'Ban from chat' }));
    await hand.click(
      within(await screen.findByRole('dialog')).getByRole('button', { name: 'Ban from chat' }),
    );
    await waitFor(() =>
      expect(deps.api.calls.at(-1)).toMatchObject([
        'POST /streaming/chat/bans',
        { body: { conversationId: 's1', userId: 'other' } },
      ]),
    );
  });

  it('deletes a message', async () => {
    const { hand } = await open({
      ...moderator,
      answers: { 'DELETE /messages/:id': () => aStreamMessage('m1', { isDeleted: true, text: '' }) },
    });
    await waitFor(() => expect(said()).toHaveLength(2));
    await hand.click(within(await menuOf(hand, 'Lena')).getByRole('menuitem', { name: 'Delete' }));
    await waitFor(() => expect(said()[0]).toMatch(/Message deleted/));
  });

  it('shows what waits, and the pinned message', async () => {
    const waiting = aStreamMessage('h1', { seq: 0, isHeld: true, text: 'The ending is…' });
    const { hand, store } = await open({
      chat: { isModerator: true, pinned: aStreamMessage('p', { text: 'Be kind' }) },
      held: [waiting],
      answers: {
        'POST /messages/stream/:id/approve': () => ({ ...waiting, seq: 3, isHeld: false }),
        'PUT /conversations/:id/update': () => aStreamChat({ isModerator: true }),
      },
    });
    await waitFor(() =>
      expect(screen.getByRole('note', { name: 'Pinned message' }).textContent).toMatch(/Be kind/),
    );
    await hand.click(await screen.findByText('1 message held for review'));
    await hand.click(screen.getByRole('button', { name: 'Approve' }));
    await waitFor(() => expect(screen.queryByText(/held for review/)).toBeNull());
    expect(said().at(-1)).toMatch(/The ending is…/);
    await hand.click(screen.getByRole('button', { name: 'Unpin' }));
    await waitFor(() => expect(screen.queryByRole('note', { name: 'Pinned message' })).toBeNull());
    act(() => void store.dispatch(live['stream/chat-cleared']({ conversationId: 's1', seq: 3 })));
    expect(said().every((line) => line?.includes('Message deleted'))).toBe(true);
  });

  it('as the creator: rules, moderators and bans', async () => {
    const { hand, deps } = await open({
      ...creator,
      answers: {
        'GET /streaming/chat/people': () => ({ moderators: [], banned: [] }),
        'PUT /conversations/:id/update': ({ body }) =>
          aStreamChat({ isModerator: true, chatAudience: body?.chatAudience ?? 'everyone' }),
        'DELETE /messages/:id/remove-all-message': () => ({ success: true }),
      },
    });
    await waitFor(() => expect(said()).toHaveLength(2));
    expect(items(await menuOf(hand, 'Lena'))).toContain('Make a moderator');
    await hand.keyboard('{Escape}');
    await hand.click(screen.getByRole('button', { name: 'Chat settings' }));
    const dialog = await screen.findByRole('dialog', { name: 'Chat settings' });
    await hand.click(within(dialog).getByLabelText('Subscribers'));
    await hand.selectOptions(within(dialog).getByLabelText('Slow mode'), '30');
    await hand.type(within(dialog).getByLabelText(/Filtered words/), 'Spoiler{Enter}the end');
    await hand.click(within(dialog).getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(deps.api.calls.find(([name]) => name === 'PUT /conversations/:id/update')?.[1]).toMatchObject({
      params: { id: 's1' },
      body: {
        chatAudience: 'subscribers',
        slowSeconds: 30,
        heldWords: ['Spoiler', 'the end'],
        isClosed: false,
      },
    });
  });
});
