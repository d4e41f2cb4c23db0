import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Conversation } from '#contract/talk/messages/messages.ts';
import { ConversationView } from '#features/talk/messages/conversation-view.tsx';
import { MessagesView } from '#features/talk/messages/messages-view.tsx';
import { conversationsRequested, waitingCounted } from '#state/messages/conversation.ts';
import { toast } from '#ui/overlays/toast.ts';
import { type Replies, problem } from '../../../state/setup/fake-api.ts';
import { messageServer } from '../../../state/setup/messages.ts';
import { aCard } from '../../../setup/factories/creators.ts';
import { aConversation, aMessage } from '../../../setup/factories/messages.ts';
import { draw } from '../../../components/setup/draw.tsx';

const list = 'GET /conversations';
const organize = 'PUT /conversations/:id/inbox';
const person = (name: string) =>
  aCard({ _id: `id-${name}`, name, username: name.toLowerCase(), isPerformer: false });
const between = (id: string, name: string, changes: Partial<Conversation> = {}) =>
  aConversation(id, { recipient: person(name), ...changes });
const pageOf = (...data: Conversation[]) => ({ data, total: data.length, isMore: false, nextCursor: null });

type Call = readonly (readonly [string, unknown])[];
const queries = (calls: Call) =>
  calls.filter(([name]) => name === list).map(([, input]) => (input as { query: object }).query);
const chip = (name: string | RegExp) =>
  within(screen.getByRole('group', { name: 'Show conversations' })).getByRole('button', { name });
const pressed = () =>
  within(screen.getByRole('group', { name: 'Show conversations' }))
    .getAllByRole('button', { pressed: true })
    .map((each) => each.textContent);

afterEach(() => void vi.restoreAllMocks());

describe('the list', () => {
  const folders: Replies = {
    'GET /messages/counting-not-read-messages': () => ({ total: 0 }),
    'GET /conversations/counts': () => ({ unread: 0, requests: 3 }),
    [list]: ({ query: { filter, q, listId } = {} }) =>
      q || listId
        ? pageOf(between('c4', 'Found'))
        : filter === 'requests'
          ? pageOf(between('c2', 'Asking', { folder: 'requests' }))
          : filter === undefined
            ? pageOf(
                between('c1', 'Known', { isPinned: true, isMuted: true }),
                between('c3', 'Marked', { isMarkedUnread: true }),
              )
            : pageOf(),
  };
  async function show(answers: Replies = {}, isPerformer = true) {
    const drawing = await draw(<MessagesView />, {
      path: '/messages',
      user: { isPerformer },
      answers: { ...folders, ...answers },
    });
    await screen.findByRole('link', { name: /Known/ });
    drawing.deps.api.calls.length = 0;
    return drawing;
  }

  it('shows what is pinned, muted or marked as unread', async () => {
    await show();
    const row = within(screen.getByRole('link', { name: /Known/ }));
    expect(row.getAllByRole('img').map((each) => each.getAttribute('aria-label'))).toEqual([
      'Pinned',
      'Muted',
    ]);
    expect(screen.getByRole('link', { name: /Marked as unread/ }).textContent).toContain('Marked');
    expect(pressed()).toEqual(['All']);
  });

  it.each([
    ['Unread', 'unread', 'You’re all caught up'],
    ['Archived', 'archived', 'Nothing archived'],
  ])('%s asks the server for just those, and says if there are none', async (name, filter, text) => {
    const { hand, deps } = await show();
    await hand.click(chip(name));
    expect(await screen.findByText(text)).toBeTruthy();
    expect(queries(deps.api.calls)).toEqual([{ offset: 0, limit: 25, q: undefined, filter }]);
    expect(screen.queryByRole('link', { name: /Known/ })).toBeNull();
    expect(pressed()).toEqual([name]);
    await hand.click(chip('All'));
    await screen.findByRole('link', { name: /Known/ });
    expect(queries(deps.api.calls)[1]).toEqual({ offset: 0, limit: 25, q: undefined });
  });

  it('Requests shows them, and how many wait', async () => {
    const { hand, deps, store } = await show();
    expect(chip('Requests')).toBeTruthy();
    act(() => void store.dispatch(waitingCounted({ unread: 0, requests: 3 })));
    expect(chip(/^Requests/).textContent).toBe('Requests3 waiting');
    act(() => void store.dispatch(waitingCounted({ unread: 0, requests: 100 })));
    expect(chip(/^Requests/).textContent).toBe('Requests99+ waiting');
    await hand.click(chip(/^Requests/));
    expect(await screen.findByRole('link', { name: /Asking/ })).toBeTruthy();
    expect(queries(deps.api.calls)).toMatchObject([{ filter: 'requests' }]);
    deps.api.answer({ [list]: () => pageOf() });
    await hand.click(chip('Unread'));
    await hand.click(chip(/^Requests/));
    expect(await screen.findByText('No message requests')).toBeTruthy();
  });

  it('rows of another list never stay while it loads or fails; it can be tried again', async () => {
    const { hand, deps } = await show();
    deps.api.answer({
      [list]: () => {
        throw problem(500, { message: 'It broke.' });
      },
    });
    await hand.click(chip('Archived'));
    expect(await screen.findByText('It broke.')).toBeTruthy();
    expect(screen.queryByRole('link', { name: /Known/ })).toBeNull();
    deps.api.answer({ [list]: () => pageOf(between('c5', 'Put away', { folder: 'archived' })) });
    await hand.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('link', { name: /Put away/ })).toBeTruthy();
    expect(queries(deps.api.calls)).toMatchObject([{ filter: 'archived' }, { filter: 'archived' }]);
  });

  it('a search keeps to the chosen list, and the other way round', async () => {
    const { hand, deps } = await show({ 'GET /messages/search': () => ({ data: [], nextCursor: null }) });
    await hand.type(screen.getByRole('searchbox'), 'fo');
    await screen.findByRole('link', { name: /Found/ });
    await hand.click(chip('Archived'));
    await screen.findByRole('link', { name: /Found/ });
    expect(queries(deps.api.calls).at(-1)).toMatchObject({ q: 'fo', filter: 'archived' });
    expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('fo');
    await hand.clear(screen.getByRole('searchbox'));
    expect(await screen.findByText('Nothing archived')).toBeTruthy();
    expect(queries(deps.api.calls).at(-1)).toMatchObject({ q: undefined, filter: 'archived' });
  });

  it('a row has the same menu, and marking it as unread stays where one is', async () => {
    const { hand, deps, went } = await show({
      [organize]: () => between('c1', 'Known', { isMarkedUnread: true }),
    });
    await act(() => hand.click(screen.getByRole('button', { name: 'Options for Known' })));
    expect((await screen.findAllByRole('menuitem')).map((each) => each.textContent)).toEqual([
      'Unpin',
      'Mark as unread',
      'Unmute conversation',
      'Archive',
      'Report Known',
      'Block Known',
    ]);
    await hand.click(screen.getByRole('menuitem', { name: 'Mark as unread' }));
    expect(await screen.findByRole('link', { name: /Known.*Marked as unread/ })).toBeTruthy();
    expect(deps.api.calls).toEqual([[organize, { params: { id: 'c1' }, body: { isMarkedUnread: true } }]]);
    expect(went).toEqual([]);
  });

  it('of fans on a list is chosen from a menu, without the other filters', async () => {
    const { hand, deps, store } = await show({
      'GET /fan-lists': () => ({
        data: [{ _id: 'l1', name: 'Regulars', members: 2, createdAt: '2026-11-20T10:00:00.000Z' }],
        total: 1,
      }),
    });
    await hand.click(chip('Archived'));
    await act(() => hand.click(chip(/Lists/)));
    expect((await screen.findByRole('menuitem', { name: 'Manage lists' })).getAttribute('href')).toBe(
      '/creator/broadcast',
    );
    await hand.click(screen.getByRole('menuitem', { name: 'Regulars' }));
    await screen.findByRole('link', { name: /Found/ });
    expect(queries(deps.api.calls).at(-1)).toEqual({ offset: 0, limit: 25, q: undefined, listId: 'l1' });
    expect(pressed()).toEqual(['Lists ']);
    deps.api.answer({ [list]: () => pageOf() });
    act(() => void store.dispatch(conversationsRequested()));
    expect(await screen.findByText('No conversations with fans on this list yet.')).toBeTruthy();
  });

  it('of a fan has no requests and no lists', async () => {
    await show({}, false);
    expect(
      within(screen.getByRole('group', { name: 'Show conversations' }))
        .getAllByRole('button')
        .map((each) => each.textContent),
    ).toEqual(['All', 'Unread', 'Archived']);
  });
});

describe('the menu of a conversation', () => {
  async function open(changes: Partial<Conversation> = {}, answers: Replies = {}) {
    let stored = between('c1', 'Max', { lastSeq: 1, ...changes });
    const drawing = await draw(<ConversationView />, {
      path: '/messages/c1?id=c1',
      user: { isPerformer: true },
      answers: {
        ...messageServer([aMessage(1)]),
        [list]: () => pageOf(stored),
        'GET /conversations/counts': () => ({ unread: 0, requests: 0 }),
        'GET /scheduled-messages': () => ({ data: [], total: 0 }),
        'GET /conversations/:id': () => stored,
        [organize]: ({ body: { isArchived, ...body } = {} }) => {
          const folder = isArchived === undefined ? stored.folder : isArchived ? 'archived' : 'inbox';
          stored = { ...stored, folder, ...(body as Partial<Conversation>) };
          return stored;
        },
        ...answers,
      },
    });
    await screen.findByRole('heading', { level: 1, name: /Max/ });
    const menu = async () => {
      // Its items load, so it suspends.
      await act(() => drawing.hand.click(screen.getByRole('button', { name: 'More options for Max' })));
      return (await screen.findAllByRole('menuitem')).map((each) => each.textContent);
    };
    const pick = async (name: string) => {
      await menu();
      await drawing.hand.click(await screen.findByRole('menuitem', { name }));
    };
    const bodies = () =>
      drawing.deps.api.calls
        .filter(([name]) => name === organize)
        .map(([, input]) => input as { params: object; body: object });
    return { ...drawing, menu, pick, bodies };
  }
  const row = () => screen.queryByRole('link', { name: /Max/ });

  it.each([
    {
      changes: {},
      name: 'Pin to top',
      body: { isPinned: true },
      told: 'Pinned to the top of your list',
      opposite: 'Unpin',
    },
    {
      changes: { isPinned: true },
      name: 'Unpin',
      body: { isPinned: false },
      told: 'Unpinned',
      opposite: 'Pin to top',
    },
    {
      changes: {},
      name: 'Mute conversation',
      body: { isMuted: true },
      told: 'Muted. You won’t be notified of new messages.',
      opposite: 'Unmute conversation',
    },
    {
      changes: { isMuted: true },
      name: 'Unmute conversation',
      body: { isMuted: false },
      told: 'Unmuted',
      opposite: 'Mute conversation',
    },
    {
      changes: {},
      name: 'Archive',
      body: { isArchived: true },
      told: 'Archived',
      opposite: 'Move to inbox',
    },
    {
      changes: { folder: 'archived' as const },
      name: 'Move to inbox',
      body: { isArchived: false },
      told: 'Moved to your inbox',
      opposite: 'Archive',
    },
  ])('$name is sent, told, and offers the opposite', async ({ changes, name, body, ...rest }) => {
    const { told, opposite } = rest;
    const said = vi.spyOn(toast, 'success');
    const { pick, bodies, menu } = await open(changes);
    await pick(name);
    await waitFor(() => expect(said).toHaveBeenCalledWith(told));
    expect(bodies()).toEqual([{ params: { id: 'c1' }, body }]);
    expect(await menu()).toContain(opposite);
  });

  it('on a narrow screen, search and media are in the menu, beside which there is little space', async () => {
    const { menu, hand } = await open();
    vi.spyOn(window, 'matchMedia').mockImplementation(
      (media) =>
        ({
          matches: media.includes('479px'),
          media,
          addEventListener() {},
          removeEventListener() {},
        }) as never,
    );
    expect((await menu()).slice(0, 2)).toEqual(['Search this conversation', 'Media in this conversation']);
    await hand.click(screen.getByRole('menuitem', { name: 'Search this conversation' }));
    expect(await screen.findByLabelText('Search this conversation', { selector: 'input' })).toBeTruthy();
  });

  it('an archived conversation leaves the list and stays open; a pinned one is marked', async () => {
    const { pick } = await open();
    await waitFor(() => expect(row()).toBeTruthy());
    await pick('Pin to top');
    await waitFor(() => expect(within(row()!).getByRole('img', { name: 'Pinned' })).toBeTruthy());
    await pick('Archive');
    await waitFor(() => expect(row()).toBeNull());
    expect(screen.getByRole('heading', { level: 1, name: /Max/ })).toBeTruthy();
  });

  it('marking as unread leaves the conversation, or it would be read at once', async () => {
    const { pick, bodies, went } = await open();
    await pick('Mark as unread');
    await waitFor(() => expect(went).toEqual(['/messages']));
    await waitFor(() => expect(bodies()).toEqual([{ params: { id: 'c1' }, body: { isMarkedUnread: true } }]));
  });

  it('a request isn’t archived: it is accepted or declined', async () => {
    const { menu } = await open({ folder: 'requests' });
    expect(await menu()).toEqual([
      'Pin to top',
      'Mark as unread',
      'Mute conversation',
      'Report Max',
      'Block Max',
    ]);
  });

  it('says why a change failed, and changes nothing', async () => {
    const said = vi.spyOn(toast, 'error');
    const { pick, menu } = await open(
      {},
      {
        [organize]: () => {
          throw problem(409, { message: 'You can pin up to 10 conversations.' });
        },
      },
    );
    await pick('Pin to top');
    await waitFor(() => expect(said).toHaveBeenCalledWith('You can pin up to 10 conversations.'));
    expect(await menu()).toContain('Pin to top');
  });
});
