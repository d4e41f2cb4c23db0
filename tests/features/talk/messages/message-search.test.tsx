import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { MessageHit } from '#contract/talk/messages/search.ts';
import { ConversationView } from '#features/talk/messages/conversation-view.tsx';
import { MessagesView } from '#features/talk/messages/messages-view.tsx';
import { aCard } from '../../../setup/factories/creators.ts';
import { aConversation } from '../../../setup/factories/messages.ts';
import { type Replies, problem } from '../../../state/setup/fake-api.ts';
import { many, messageServer } from '../../../state/setup/messages.ts';
import { draw } from '../../../components/setup/draw.tsx';

const route = 'GET /messages/search';
const aHit = (seq: number, changes: Partial<MessageHit> = {}): MessageHit => ({
  message: {
    _id: `m${seq}`,
    conversationId: 'c1',
    senderId: 'other',
    seq,
    type: 'text',
    createdAt: '2026-11-20T10:00:00.000Z',
  },
  recipient: aCard(),
  snippet: [
    { text: 'An ash ', isMatch: false },
    { text: 'glaze', isMatch: true },
  ],
  ...changes,
});
const answers = (hits: MessageHit[], more: Replies = {}): Replies => ({
  ...messageServer(many(60)),
  'GET /conversations': ({ query }) => {
    const data = query?.q ? [] : [aConversation('c1', { lastSeq: 60 })];
    return { data, total: data.length, isMore: false };
  },
  'GET /conversations/:id': () => aConversation('c1', { lastSeq: 60 }),
  [route]: () => ({ data: hits, nextCursor: null }),
  ...more,
});
const asked = (calls: readonly (readonly [string, unknown])[]) =>
  calls.filter(([name]) => name === route).map(([, input]) => (input as { query: object }).query);

beforeEach(() => {
  Element.prototype.scrollIntoView = vi.fn();
});

describe('searching all conversations', () => {
  it('shows people and messages, with the words marked and a link to the place', async () => {
    const { hand, deps } = await draw(<MessagesView />, { path: '/messages', answers: answers([aHit(7)]) });
    await hand.type(await screen.findByLabelText('Search conversations'), 'glaze');
    const region = await screen.findByRole('region', { name: 'Search results' });
    const link = await within(region).findByRole('link');
    expect([link.getAttribute('href'), link.querySelector('mark')?.textContent]).toEqual([
      '/messages/c1?at=7',
      'glaze',
    ]);
    expect(link.textContent).toContain('An ash glaze');
    await waitFor(() => expect(screen.getByText('No people found for “glaze”')).toBeTruthy());
    await waitFor(() => expect(asked(deps.api.calls).at(-1)).toMatchObject({ q: 'glaze', from: 'anyone' }));
  });

  it('asks once typing pauses, by sender, and for further pages', async () => {
    const { hand, deps } = await draw(<MessagesView />, {
      path: '/messages',
      answers: answers([], {
        [route]: ({ query }) =>
          query.cursor
            ? { data: [aHit(1)], nextCursor: null }
            : { data: [aHit(2, { message: { ...aHit(2).message, senderId: 'me' } })], nextCursor: 'k' },
      }),
    });
    await hand.type(await screen.findByLabelText('Search conversations'), 'glaze');
    expect((await screen.findByText(/You:/)).textContent).toContain('You: An ash glaze');
    expect(asked(deps.api.calls)).toHaveLength(1);
    await hand.click(screen.getByRole('button', { name: 'More messages' }));
    await waitFor(() =>
      expect(
        within(screen.getByRole('region', { name: 'Search results' })).getAllByRole('link'),
      ).toHaveLength(2),
    );
    await hand.click(screen.getByRole('button', { name: 'Others' }));
    await waitFor(() => expect(asked(deps.api.calls).at(-1)).toMatchObject({ from: 'others' }));
  });

  it('says when nothing was found, and when it failed', async () => {
    const { hand, deps } = await draw(<MessagesView />, { path: '/messages', answers: answers([]) });
    const field = await screen.findByLabelText('Search conversations');
    await hand.type(field, 'glaze');
    expect(await screen.findByText('No messages found')).toBeTruthy();
    deps.api.answer({
      [route]: () => {
        throw problem(500, { message: 'The search is resting.' });
      },
    });
    await hand.type(field, 's');
    expect(await screen.findByText('The search is resting.')).toBeTruthy();
    deps.api.answer({ [route]: () => ({ data: [aHit(7)], nextCursor: null }) });
    await hand.click(screen.getByRole('button', { name: 'Try again' }));
    expect(
      await within(screen.getByRole('region', { name: 'Search results' })).findByRole('link'),
    ).toBeTruthy();
  });
});

describe('searching one conversation', () => {
  it('scrolls to the message without leaving the page', async () => {
    const { hand, deps, container } = await draw(<ConversationView />, {
      path: '/messages/c1?id=c1',
      answers: answers([aHit(3)]),
    });
    await hand.click(await screen.findByRole('button', { name: 'Search this conversation' }));
    await hand.type(await screen.findByRole('searchbox', { name: 'Search this conversation' }), 'glaze');
    const panel = screen.getByRole('search', { name: 'Search this conversation' });
    await hand.click(await within(panel).findByRole('link'));
    await waitFor(() => expect(document.activeElement).toBe(container.querySelector('li[data-seq="3"]')));
    expect(asked(deps.api.calls).at(-1)).toMatchObject({ q: 'glaze', conversationId: 'c1' });
    await hand.click(within(panel).getByRole('button', { name: 'Close search' }));
    expect(screen.queryByRole('search')).toBeNull();
  });

  it('opens where the address says', async () => {
    const { container } = await draw(<ConversationView />, {
      path: '/messages/c1?id=c1&at=4',
      answers: answers([]),
    });
    await waitFor(() => expect(document.activeElement).toBe(container.querySelector('li[data-seq="4"]')));
    expect(screen.getByRole('button', { name: 'Jump to latest' })).toBeTruthy();
  });
});
