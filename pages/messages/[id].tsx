import { ConversationView } from '#features/talk/messages/conversation-view.tsx';
import { privatePage } from '#shell/access/private-page.ts';

export default privatePage(
  ConversationView,
  { authenticate: true, width: 'full' },
  async () => (await import('#features/talk/messages/load-messages.ts')).loadMessages,
);
