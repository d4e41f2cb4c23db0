import { setSagaLoader } from '#state/lazy-root-saga.ts';
import { MessagePanes } from './messages-view.tsx';
import { Thread } from './thread.tsx';

// This page needs the sagas of messages at once, and already has their slices.
setSagaLoader(async () => (await import('#state/messages/page-sagas.ts')).runRootSaga);

/** `/messages/[id]`. */
export const ConversationView = () => <MessagePanes Thread={Thread} />;
