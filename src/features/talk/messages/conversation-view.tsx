import { MessagePanes } from './messages-view.tsx';
import { Thread } from './thread.tsx';

/** `/messages/[id]`. */
export const ConversationView = () => <MessagePanes Thread={Thread} />;
