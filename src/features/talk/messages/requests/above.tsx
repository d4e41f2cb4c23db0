import type { Conversation } from '#contract/talk/messages/messages.ts';
import { FirstMessageNote } from './first-message-note.tsx';
import { NewAccountNote } from './new-account-note.tsx';
import { RequestBar } from './request-bar.tsx';

/**
 * Above the message form: the state of a request, the terms of a first message, and how many conversations a new
 * account can still start.
 */
export const Above = ({ conversation, isNewHere }: { conversation: Conversation; isNewHere: boolean }) => (
  <>
    {conversation.request ? <RequestBar conversation={conversation} request={conversation.request} /> : null}
    {conversation.firstMessage && conversation.recipient ? (
      <FirstMessageNote name={conversation.recipient.name} {...conversation.firstMessage} />
    ) : null}
    {isNewHere ? <NewAccountNote /> : null}
  </>
);
