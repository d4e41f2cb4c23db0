import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { Conversation, Message } from '#contract/messages';
import { byDay, dayLabel } from '#features/messages/days';
import { MessagesView } from '#features/messages/messages-view';
import { type Answers, problem } from '../state/setup/fake-api.ts';
import { messageServer } from '../state/setup/messages.ts';
import { aCard, aConversation, aMessage } from '../state/setup/records.ts';
import { draw, type Drawn } from './parts/setup/draw.tsx';

const send = 'POST /messages/conversations/:id';
const lists = (...all: Conversation[]) => ({ 'GET /conversations': () => ({ data: all, total: all.length, isMore: false }) });

/** Conversation c1, open, with these messages. */
async function open(messages: Message[], { answers, ...drawn }: Drawn = {}, changes: Partial<Conversation> = {}) {
  const conversation = aConversation('c1', { lastSeq: messages.length, ...changes });
  const drawing = await draw(<MessagesView />, {
    path: '/messages/c1?id=c1', ...drawn, answers: { ...messageServer(messages), ...lists(conversation), 'GET /conversations/:id': () => conversation, ...answers },
  });
  await screen.findByRole('heading', { level: 1, name: /Lena/ });
  return drawing;
}
const field = () => screen.getByLabelText('Message to Lena') as HTMLTextAreaElement;
interface Sent { body: { data: { text: string; clientId: string } } }
const sent = (calls: readonly (readonly [string, unknown])[]) => calls.filter(([name]) => name === send).map(([, input]) => (input as Sent).body.data.text);
const echo: Answers = { [send]: ({ body: { data } }) => aMessage(9, { senderId: 'me', text: data.text, clientId: data.clientId ?? null }) };

describe('days', () => {
  const now = new Date(2026, 10, 20, 9, 0);
  it.each([
    [new Date(2026, 10, 20, 0, 1), 'Today'], [new Date(2026, 10, 19, 23, 59), 'Yesterday'], [new Date(2026, 10, 14, 12), 'Saturday'],
    [new Date(2026, 10, 13, 12), 'November 13'], [new Date(2025, 11, 31, 12), 'December 31, 2025'], [new Date(2026, 10, 21, 0, 30), 'Today'],
  ])('%s is %s', (at, label) => expect(dayLabel(at, now)).toBe(label));

  it('group messages by the reader’s own midnight, in order', () => {
    const at = (day: number, hour: number) => new Date(2026, 10, day, hour).toISOString();
    const days = byDay([aMessage(1, { createdAt: at(19, 23) }), aMessage(2, { createdAt: at(20, 0) }), aMessage(3, { createdAt: at(20, 8) })].map((each) => ({ ...each, status: 'sent' as const })), now);
    expect(days.map(({ key, label, messages }) => [key, label, messages.map(({ seq }) => seq)])).toEqual([['2026-11-19', 'Yesterday', [1]], ['2026-11-20', 'Today', [2, 3]]]);
  });
});

describe('writing', () => {
  it('Enter sends, Shift and Enter begins a line', async () => {
    const { hand, world } = await open([aMessage(1)], { answers: echo });
    await hand.type(field(), 'One{Shift>}{Enter}{/Shift}two');
    expect(sent(world.api.calls)).toEqual([]);
    await hand.type(field(), '{Enter}');
    await waitFor(() => expect(sent(world.api.calls)).toEqual(['One\ntwo']));
    expect(field().value).toBe('');
  });

  it('sends no blanks', async () => {
    const { hand, world } = await open([aMessage(1)], { answers: echo });
    await hand.type(field(), '  {Enter}');
    expect([sent(world.api.calls), screen.getByRole<HTMLButtonElement>('button', { name: 'Send' }).disabled]).toEqual([[], true]);
  });

  it('keeps what is unsent over a reload', async () => {
    const first = await open([aMessage(1)]);
    await first.hand.type(field(), 'Not yet');
    first.unmount();
    await open([aMessage(1)]);
    expect(field().value).toBe('Not yet');
  });

  it('failed: says why, sends again on the same key, or is discarded', async () => {
    const { hand, world } = await open([aMessage(1)], { answers: { [send]: () => { throw problem(422, { message: 'That is too long.' }); } } });
    await hand.type(field(), 'Hello{Enter}');
    const alert = await screen.findByText(/Not sent: That is too long\./);
    world.api.answer(echo);
    await hand.click(within(alert).getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(screen.queryByText(/Not sent/)).toBeNull());
    const keys = world.api.calls.filter(([name]) => name === send).map(([, input]) => (input as Sent).body.data.clientId);
    expect([keys.length, new Set(keys).size]).toEqual([2, 1]);
    world.api.answer({ [send]: () => { throw problem(500); } });
    await hand.type(field(), 'Never mind{Enter}');
    await hand.click(await screen.findByRole('button', { name: 'Discard' }));
    expect(screen.queryByText('Never mind')).toBeNull();
  });

  it('isn’t offered where it isn’t allowed', async () => {
    await open([aMessage(1)], {}, { canWrite: false });
    expect(screen.getByText('You can read this conversation, but not write in it now.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Send' })).toBeNull();
  });
});

describe('a conversation', () => {
  it('says under the last own message alone whether it was read', async () => {
    await open([aMessage(1, { senderId: 'me' }), aMessage(2, { senderId: 'me' }), aMessage(3)], {}, { recipientReadSeq: 2 });
    expect((await screen.findAllByText('Read')).length).toBe(1);
    expect(screen.queryByText('Sent')).toBeNull();
  });

  it('asks before an own message is deleted; another’s can’t be', async () => {
    const { hand, world } = await open([aMessage(1), aMessage(2, { senderId: 'me', text: 'Mine' })], { answers: { 'DELETE /messages/:id': () => aMessage(2, { senderId: 'me', text: '', isDeleted: true }) } });
    const menus = await screen.findAllByRole('button', { name: 'Message options' });
    expect(menus).toHaveLength(1);
    await hand.click(menus[0]!);
    await hand.click(await screen.findByRole('menuitem', { name: 'Delete message' }));
    expect(world.api.routes()).not.toContain('DELETE /messages/:id');
    await hand.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Delete message' }));
    await waitFor(() => expect(world.api.routes()).toContain('DELETE /messages/:id'));
  });

  it('that isn’t there says so, with the way to the others', async () => {
    await draw(<MessagesView />, { path: '/messages/c9?id=c9', answers: { ...messageServer([]), ...lists(), 'GET /conversations/:id': () => { throw problem(404, { code: 'not_found' }); } } });
    expect(await screen.findByText('This conversation isn’t here')).toBeTruthy();
  });

  it('with a fan leads to no profile, with a creator to theirs', async () => {
    const { unmount } = await open([aMessage(1)]);
    expect(within(screen.getByRole('heading', { level: 1 })).getByRole('link').getAttribute('href')).toBe('/lena');
    unmount();
    await open([aMessage(1)], {}, { recipient: aCard({ isPerformer: false, isVerified: false }) });
    expect(within(screen.getByRole('heading', { level: 1 })).queryByRole('link')).toBeNull();
  });
});

describe('the list', () => {
  it('shows who, the last words, and how many are unread', async () => {
    const last = { ...aMessage(3, { senderId: 'me', text: 'See you' }) } as unknown as Conversation['lastMessage'];
    await draw(<MessagesView />, {
      path: '/messages', answers: { ...messageServer([]), ...lists(aConversation('c1', { lastMessage: last }), aConversation('c2', { recipient: aCard({ name: 'Nico' }), totalNotSeenMessages: 120 })) },
    });
    expect((await screen.findByRole('link', { name: /Lena/ })).textContent).toContain('You: See you');
    expect(screen.getByRole('link', { name: /Nico/ }).textContent).toContain('99+ unread');
  });

  it('empty says where a conversation begins; a search that finds nobody says whom', async () => {
    const { hand } = await draw(<MessagesView />, { path: '/messages', answers: { ...messageServer([]), ...lists(), 'GET /conversations/search': () => ({ data: [], total: 0, isMore: false }) } });
    expect(await screen.findByText('No conversations yet')).toBeTruthy();
    await hand.type(screen.getByLabelText('Search conversations'), 'zed');
    expect(await screen.findByText('Nobody called “zed”')).toBeTruthy();
  });

  it('says what went wrong and tries again', async () => {
    const { hand, world } = await draw(<MessagesView />, { path: '/messages', answers: { ...messageServer([]), 'GET /conversations': () => { throw problem(500, { message: 'Something went wrong, please try again later' }); } } });
    await screen.findByText('Something went wrong, please try again later');
    act(() => world.api.answer(lists(aConversation('c1'))));
    await hand.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('link', { name: /Lena/ })).toBeTruthy();
  });
});
