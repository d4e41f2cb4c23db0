import { Suspense, useRef } from 'react';
import type { Conversation } from '#contract/messages.ts';
import { useAppDispatch, useAppSelector } from '#state/hooks.ts';
import { liveEventSent } from '#state/live/live-events.ts';
import { selectCurrentUser } from '#state/session/user.ts';
import { lazyPart } from '#ui/layout/lazy-part.ts';
import { Composer } from '../composer.tsx';
import { Scheduled } from '../creator/scheduled.tsx';
import styles from '../messages.module.css';

// Most conversations have no request.
const RequestBar = lazyPart(async () => (await import('./request-bar.tsx')).RequestBar);
const FirstMessageNote = lazyPart(async () => (await import('./first-message-note.tsx')).FirstMessageNote);

const NewAccountNote = lazyPart(async () => (await import('./new-account-note.tsx')).NewAccountNote);

const typingEveryMs = 2_000;

/** Sends a typing event, at most every two seconds. */
function useTyping(conversationId: string) {
  const dispatch = useAppDispatch();
  const last = useRef(0);
  return () => {
    if (Date.now() - last.current < typingEveryMs) return;
    last.current = Date.now();
    dispatch(liveEventSent('conversation/typing', { conversationId }));
  };
}

/** Above the message form: the state of a request, the terms of a first message, and a new account’s limit. */
const Above = ({ conversation, isNew }: { conversation: Conversation; isNew: boolean }) => (
  <Suspense fallback={null}>
    {conversation.request ? <RequestBar conversation={conversation} request={conversation.request} /> : null}
    {conversation.firstMessage && conversation.recipient ? (
      <FirstMessageNote name={conversation.recipient.name} {...conversation.firstMessage} />
    ) : null}
    {isNew && conversation.lastSeq === 0 ? <NewAccountNote /> : null}
  </Suspense>
);

/** Why there is no message form. */
const Closed = ({ conversation }: { conversation: Conversation }) =>
  conversation.request ? null : (
    <p className={styles.closed}>
      {conversation.writeRefusal ?? 'You can read this conversation, but you can’t reply.'}
    </p>
  );

/** The message form, or why there is none. `sells`: a creator is talking to a fan. */
export function Answer({ conversation, sells }: { conversation: Conversation; sells: boolean }) {
  const user = useAppSelector(selectCurrentUser);
  const senderId = user?._id ?? '';
  const { _id, recipient, canWrite, firstMessage } = conversation;
  const onTyping = useTyping(_id);
  return (
    <>
      {sells ? <Scheduled conversationId={_id} /> : null}
      <Above conversation={conversation} isNew={user?.isNewAccount === true} />
      {canWrite ? (
        <Composer
          key={_id}
          conversationId={_id}
          {...{ senderId, recipient, sells, firstMessage, onTyping }}
        />
      ) : (
        <Closed conversation={conversation} />
      )}
    </>
  );
}
