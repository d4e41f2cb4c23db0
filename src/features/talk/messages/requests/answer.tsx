import { Suspense, useRef } from 'react';
import type { Conversation } from '#contract/talk/messages/messages.ts';
import { useAppDispatch, useAppSelector } from '#state/hooks.ts';
import { liveEventSent } from '#state/live/live-events.ts';
import { selectCurrentUser } from '#state/session/user.ts';
import { lazyPart } from '#ui/layout/lazy-part.ts';
import { Composer } from '../composer.tsx';
import { Scheduled } from '../creator/scheduled.tsx';
import styles from '../messages.module.css';

// Most conversations have nothing above the form.
const Above = lazyPart(async () => (await import('./above.tsx')).Above);

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
  const { _id, recipient, canWrite, firstMessage, request, lastSeq } = conversation;
  const isNewHere = user?.isNewAccount === true && lastSeq === 0;
  const onTyping = useTyping(_id);
  return (
    <>
      {sells ? <Scheduled conversationId={_id} /> : null}
      {request || firstMessage || isNewHere ? (
        <Suspense fallback={null}>
          <Above conversation={conversation} isNewHere={isNewHere} />
        </Suspense>
      ) : null}
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
