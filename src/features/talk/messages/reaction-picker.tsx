import type { RefObject } from 'react';
import { MenuPanel } from '#ui/overlays/menu-panel.tsx';
import { reactionItems } from './message-menu-items.tsx';
import type { MessagePart } from './message-part.ts';
import { useReact } from './use-message-change.ts';

interface ReactionPickerProps extends MessagePart {
  readonly id: string;
  /** The button to open next to. */
  readonly anchor: RefObject<HTMLButtonElement | null>;
  readonly onClose: () => void;
}

/** A row of reactions to choose from. */
export function ReactionPicker({ id, message, ownId, anchor, onClose }: ReactionPickerProps) {
  const react = useReact(message);
  if (!anchor.current) return null;
  return (
    <MenuPanel
      id={id}
      label="Choose a reaction"
      inline
      items={reactionItems(message, ownId, (emoji) => void react(emoji))}
      anchor={anchor.current}
      onClose={onClose}
    />
  );
}
