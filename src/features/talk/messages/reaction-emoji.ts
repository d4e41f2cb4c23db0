import type { MessageEmoji } from '#contract/talk/messages/messages.ts';

/** Each reaction's emoji and name, in the order offered. */
export const reactionEmoji: Readonly<Record<MessageEmoji, { readonly sign: string; readonly name: string }>> =
  {
    heart: { sign: '❤️', name: 'Heart' },
    like: { sign: '👍', name: 'Thumbs up' },
    laugh: { sign: '😂', name: 'Laugh' },
    wow: { sign: '😮', name: 'Wow' },
    sad: { sign: '😢', name: 'Sad' },
    fire: { sign: '🔥', name: 'Fire' },
  };
