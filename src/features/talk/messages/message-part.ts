import type { ChatMessage } from '#state/messages/message-thread.ts';

/** Props shared by the parts of a message. */
export interface MessagePart {
  readonly message: ChatMessage;
  readonly ownId: string;
  /** The other participant's name. */
  readonly name: string;
}
