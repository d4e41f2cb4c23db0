import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { MediaMessage } from '#contract/talk/messages/media.ts';
import { ConversationView } from '#features/talk/messages/conversation-view.tsx';
import { selectThread } from '#state/messages/message.ts';
import { aFile, aFilm, aLockedFile } from '../../../setup/factories/files.ts';
import { aConversation, aMessage } from '../../../setup/factories/messages.ts';
import { type Replies, problem } from '../../../state/setup/fake-api.ts';
import { many, messageServer } from '../../../state/setup/messages.ts';
import { draw } from '../../../components/setup/draw.tsx';

const route = 'GET /conversations/:id/media';
const aMedia = (seq: number, changes: Partial<MediaMessage> = {}): MediaMessage =>
  aMessage(seq, { type: 'photo', files: [aFile({ _id: `f${seq}` })], ...changes });
const aSound = aFile({ _id: 'a1', type: 'message-audio', mime: 'audio/mp4', duration: 42, peaks: [1, 100] });

async function openPanel(found: MediaMessage[], more: Replies = {}) {
  const drawing = await draw(<ConversationView />, {
    path: '/messages/c1?id=c1',
    answers: {
      ...messageServer(many(60)),
      'GET /conversations': () => ({ data: [], total: 0, isMore: false }),
      'GET /conversations/:id': () => aConversation('c1', { lastSeq: 60 }),
      [route]: () => ({ data: found, nextCursor: null }),
      ...more,
    },
  });
  await drawing.hand.click(await screen.findByRole('button', { name: 'Media in this conversation' }));
  const panel = await screen.findByRole('dialog', { name: 'Media' });
  return { ...drawing, panel: within(panel) };
}
const asked = (calls: readonly (readonly [string, unknown])[]) =>
  calls.filter(([name]) => name === route).map(([, input]) => (input as { query: object }).query);

beforeEach(() => {
  Element.prototype.scrollIntoView = vi.fn();
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function close() {
    this.open = false;
  };
});

describe('the media of a conversation', () => {
  it('names each by kind, sender and day, with length, price and whether it was bought', async () => {
    const { panel } = await openPanel([
      aMedia(9, {
        files: [aLockedFile(), { ...aLockedFile(), _id: 'f2' }],
        price: 80,
        access: {
          allowed: false,
          reason: 'locked',
          routes: [{ need: 'purchase', price: 60, unit: 'token' }],
        },
      }),
      aMedia(8, { type: 'video', files: [aFilm()], isBought: true, price: 40 }),
      aMedia(7, { type: 'voice', files: [aSound], senderId: 'me' }),
    ]);
    for (const name of [
      'Locked from Lena, Nov 20, 2026, 2 photos, 60 tokens',
      'Video from Lena, Nov 20, 2026, 3:12, bought',
      'Voice message from you, Nov 20, 2026, 0:42',
    ])
      expect(await panel.findByRole('button', { name })).toBeTruthy();
    expect(panel.getByText('Bought')).toBeTruthy();
    expect(panel.getByText('60 tokens')).toBeTruthy();
  });

  it('asks for one kind, and says so if there is none', async () => {
    const { panel, hand, deps } = await openPanel([aMedia(9)], {
      [route]: ({ query }) => ({ data: query?.kind === 'voice' ? [] : [aMedia(9)], nextCursor: null }),
    });
    await panel.findByRole('button', { name: /^Photo from Lena/ });
    await hand.click(panel.getByRole('tab', { name: 'Voice' }));
    expect(await panel.findByText('No voice messages yet')).toBeTruthy();
    expect(asked(deps.api.calls).map((query) => (query as { kind: string }).kind)).toEqual(['all', 'voice']);
  });

  it('loads older ones, and keeps what is shown if that fails', async () => {
    let fails = true;
    const { panel, hand, deps } = await openPanel([], {
      [route]: ({ query }) => {
        if (!query?.cursor) return { data: [aMedia(9)], nextCursor: '9' };
        if (fails) throw problem(500, { message: 'Try later.' });
        return { data: [aMedia(3)], nextCursor: null };
      },
    });
    await hand.click(await panel.findByRole('button', { name: 'Older media' }));
    expect(await panel.findByText('Try later.')).toBeTruthy();
    fails = false;
    await hand.click(panel.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(panel.getAllByRole('button', { name: /^Photo from/ })).toHaveLength(2));
    expect(asked(deps.api.calls).at(-1)).toMatchObject({ cursor: '9', kind: 'all' });
  });

  it('says why it is empty or failed', async () => {
    const { panel } = await openPanel([]);
    expect(await panel.findByText('No media yet')).toBeTruthy();
  });

  it('leads to the message, which is loaded with those around it, and closes', async () => {
    const { panel, deps, state } = await openPanel([aMedia(9)]);
    fireEvent.click(await panel.findByRole('button', { name: /^Photo from Lena/ }));
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Media' })).toBeNull());
    await waitFor(() =>
      expect(
        deps.api.calls.some(
          ([name, input]) =>
            name === 'GET /messages/conversations/:id' &&
            (input as { query: { aroundSeq?: number } }).query.aroundSeq === 9,
        ),
      ).toBe(true),
    );
    await waitFor(() => expect(selectThread(state(), 'c1').items.some(({ seq }) => seq === 9)).toBe(true));
  });
});
