import type { Message } from '#contract/messages';

/** What a message without words is called. */
export const wordOf = (type: Message['type']): string =>
  type === 'video' ? 'Video' : type === 'photo' ? 'Photo' : '';
