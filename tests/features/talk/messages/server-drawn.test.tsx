import { renderToString } from 'react-dom/server';
import { expect, it } from 'vitest';
import { ConversationView } from '#features/talk/messages/conversation-view.tsx';
import { conversationOpened } from '#state/messages/conversation.ts';
import { loadedPage } from '#state/messages/message-thread.ts';
import { messagesFetchStarted, messagesLoaded } from '#state/messages/message.ts';
import { wrapped } from '../../../components/setup/draw.tsx';
import { aCard } from '../../../setup/factories/creators.ts';
import { aFile } from '../../../setup/factories/files.ts';
import { aConversation, aMessage } from '../../../setup/factories/messages.ts';

// React would stream it apart from the page and move it with an inline script, which the content security policy
// blocks.
it('the server leaves out what loads later: a voice player, a creator’s tools', async () => {
  const recipient = aCard({ _id: 'fan', name: 'Max', isPerformer: false });
  const sound = aFile({
    _id: 's1',
    type: 'message-audio',
    mime: 'audio/mp4',
    duration: 12,
    peaks: [10, 100],
  });
  const voice = aMessage(1, { type: 'voice', text: '', files: [sound] });
  const { node, store } = await wrapped(<ConversationView />, {
    path: '/messages/c1?id=c1',
    user: { isPerformer: true },
  });
  store.dispatch(conversationOpened(aConversation('c1', { recipient, lastSeq: 1 })));
  const listed = { data: [voice], total: 1, lastChange: 0 };
  store.dispatch(messagesFetchStarted('c1'));
  store.dispatch(messagesLoaded({ ...loadedPage('c1', listed, 'me'), total: 1, place: 'newest' }));
  const html = renderToString(node);
  expect(html).toContain('Message to Max');
  expect(html).toContain('voiceSpace');
  expect(html).toContain('toolsSpace');
  expect(html).not.toMatch(/<!--\$[!?]-->/);
});
