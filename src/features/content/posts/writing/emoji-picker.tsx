import type { RefObject } from 'react';
import { MenuPanel } from '#ui/overlays/menu-panel.tsx';
import { emoji } from './emoji.ts';

export interface EmojiPickerProps {
  readonly id: string;
  /** The button to open next to. */
  readonly anchor: RefObject<HTMLButtonElement | null>;
  readonly onPick: (sign: string) => void;
  readonly onClose: () => void;
}

/** Emoji to insert, in a grid. */
export function EmojiPicker({ id, anchor, onPick, onClose }: EmojiPickerProps) {
  if (!anchor.current) return null;
  return (
    <MenuPanel
      id={id}
      label="Choose an emoji"
      inline="grid"
      items={emoji.map(([sign, label]) => ({
        label,
        icon: <span aria-hidden="true">{sign}</span>,
        onSelect: () => onPick(sign),
      }))}
      anchor={anchor.current}
      onClose={onClose}
    />
  );
}
