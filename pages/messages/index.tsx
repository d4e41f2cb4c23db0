import { MessagesView } from '#features/talk/messages/messages-view.tsx';
import { privatePage } from '#shell/access/private-page.ts';

export default privatePage(
  MessagesView,
  { authenticate: true, width: 'full' },
  async () => (await import('#features/talk/messages/load-messages.ts')).loadMessages,
);
