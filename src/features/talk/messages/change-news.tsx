import { useEffect, useRef, useState } from 'react';
import type { ChatMessage } from '#state/messages/message-thread.ts';
import { VisuallyHidden } from '#ui/content/visually-hidden.tsx';
import { messageLine } from './message-labels.ts';
import { reactionEmoji } from './reaction-emoji.ts';

interface ChangeNewsProps {
  readonly items: readonly ChatMessage[];
  readonly ownId: string;
  readonly name: string;
}

const findReaction = (message: ChatMessage, ownId: string) =>
  message.reactions.find((each) => each.accountId !== ownId)?.emoji;

/** Describes what the other participant changed, or null. */
function sentence(
  before: ChatMessage,
  after: ChatMessage,
  { ownId, name }: Omit<ChangeNewsProps, 'items'>,
): string | null {
  const emoji = findReaction(after, ownId);
  if (emoji && emoji !== findReaction(before, ownId))
    return `${name} reacted with ${reactionEmoji[emoji].name}: ${messageLine(after)}`;
  if (after.senderId !== ownId && after.editedAt !== before.editedAt && !after.isDeleted)
    return `${name} edited a message: ${messageLine(after)}`;
  return null;
}

/** Announces the other participant's reactions and edits to screen readers. */
export function ChangeNews({ items, ownId, name }: ChangeNewsProps) {
  const [news, setNews] = useState('');
  const known = useRef<ReadonlyMap<string, ChatMessage>>(new Map());
  useEffect(() => {
    for (const after of items) {
      const before = known.current.get(after._id);
      if (!before || before.change === after.change) continue;
      const said = sentence(before, after, { ownId, name });
      if (said) setNews(said);
    }
    known.current = new Map(items.map((each) => [each._id, each]));
  }, [items, ownId, name]);
  return (
    <VisuallyHidden>
      <span aria-live="polite">{news}</span>
    </VisuallyHidden>
  );
}

/** Announces new messages to screen readers. */
export const Announcement = ({
  message,
  name,
}: {
  message: ChatMessage | undefined;
  name: string | null;
}) => (
  <VisuallyHidden>
    <span aria-live="polite">{name && message ? `${name}: ${messageLine(message)}` : ''}</span>
  </VisuallyHidden>
);
