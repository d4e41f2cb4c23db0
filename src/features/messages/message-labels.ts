import type { Message } from '#contract/messages.ts';
import { texts } from '#lib/problem.ts';
import { shortText } from '#lib/short-text.ts';

const kinds: Partial<Record<Message['type'], string>> = { photo: 'Photo', video: 'Video' };

/** What a message that shows no words of its own is called; one that has none at all was deleted. */
const nameOf = ({ text, type }: Pick<Message, 'text' | 'type'>): string =>
  kinds[type] ?? (text === '' ? texts.messageDeletedElsewhere : 'No text');

/** A message in a line, as its bubble shows it: for lists, and for those who listen. */
export const messageLine = (message: Pick<Message, 'text' | 'type'>): string =>
  shortText(message.text, 200) || nameOf(message);
