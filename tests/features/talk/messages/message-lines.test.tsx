import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { Conversation } from '#contract/talk/messages/messages.ts';
import { ConversationView } from '#features/talk/messages/conversation-view.tsx';
import { MessagesView } from '#features/talk/messages/messages-view.tsx';
import { messageServer } from '../../../state/setup/messages.ts';
import { aCard } from '../../../setup/factories/creators.ts';
import { aConversation, aMessage } from '../../../setup/factories/messages.ts';
import { draw } from '../../../components/setup/draw.tsx';

const lists = (...all: Conversation[]) => ({
  'GET /conversations': () => ({ data: all, total: all.length, isMore: false }),
});

describe('tags and comments in a message', () => {
  const marked = '<!-- hidden\nwords --> See <b>you</b> <script>there</script>';
  it('are shown nowhere: not in the bubble, the list, or announcements', async () => {
    const last = { ...aMessage(2, { text: marked }) } as unknown as Conversation['lastMessage'];
    const conversation = aConversation('c1', { lastSeq: 2, lastMessage: last });
    const answers = {
      ...messageServer([aMessage(1), aMessage(2, { text: marked })]),
      ...lists(conversation),
      'GET /conversations/:id': () => conversation,
    };
    const { container } = await draw(<ConversationView />, { path: '/messages/c1?id=c1', answers });
    await screen.findByRole('heading', { level: 1, name: /Lena/ });
    expect(
      [...container.querySelectorAll('[aria-live="polite"]')].map(({ textContent }) => textContent),
    ).toContain('Lena: See you there');
    expect(screen.getByRole('link', { name: /Lena/, current: 'page' }).textContent).toContain(
      'See you there',
    );
    expect(container.textContent).not.toMatch(/hidden|<|script/);
  });

  it('alone: the message is described by its content', async () => {
    const nothing = '<!-- nothing --><b></b>';
    const lasts = [
      { text: nothing, type: 'text' },
      { text: nothing, type: 'photo' },
      { text: '', type: 'text' },
    ].map((each, at) => ({ ...aMessage(at + 1), ...each }) as unknown as Conversation['lastMessage']);
    await draw(<MessagesView />, {
      path: '/messages',
      answers: {
        ...messageServer([]),
        ...lists(
          ...lasts.map((lastMessage, at) =>
            aConversation(`c${at}`, { recipient: aCard({ name: `P${at}` }), lastMessage }),
          ),
        ),
      },
    });
    const line = async (name: string) =>
      (await screen.findByRole('link', { name: new RegExp(name) })).textContent;
    expect([await line('P0'), await line('P1'), await line('P2')]).toEqual([
      expect.stringContaining('No text'),
      expect.stringContaining('Photo'),
      expect.stringContaining('Message deleted!'),
    ]);
  });
});
