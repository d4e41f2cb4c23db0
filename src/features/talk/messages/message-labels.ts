import type { Message } from '#contract/talk/messages/messages.ts';
import { texts } from '#lib/problem.ts';
import { shortText } from '#lib/short-text.ts';

const kinds: Partial<Record<Message['type'], string>> = {
  photo: 'Photo',
  video: 'Video',
  voice: 'Voice message',
  tip: 'Tip',
};

/** A label for messages without visible text, such as media. Without any content the message was deleted. */
const contentLabel = ({ text, type }: Pick<Message, 'text' | 'type'>): string =>
  kinds[type] ?? (text === '' ? texts.messageDeletedElsewhere : 'No text');

/** A message on one line, for lists and screen readers. */
export const messageLine = (message: Pick<Message, 'text' | 'type'>): string =>
  shortText(message.text, 200) || contentLabel(message);
