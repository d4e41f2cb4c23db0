import { useState } from 'react';
import type { FocusEvent, KeyboardEvent } from 'react';

export interface TypedField {
  /** An input was left, or Enter pressed in it. `done`: so was the field as a whole, popup included. */
  readonly onTyped: (text: string, input: HTMLInputElement, done: boolean) => void;
  /** A key in one of its inputs; true when it was used. */
  readonly onKey: (event: KeyboardEvent, input: HTMLInputElement) => boolean;
  /** Escape closed the popup. */
  readonly onDismissed?: () => void;
}

const isInside = (element: EventTarget | null, field: Element): boolean =>
  element instanceof Element && (field.contains(element) || element.closest('.ant-picker-dropdown') !== null);

/**
 * Keys of a field with a popup, taken before antd sees them: Escape closes the popup and not the dialog
 * around it, Enter takes what was typed and doesn't send the form. What was typed is taken when the focus
 * leaves, too, before the press that took the focus away is answered.
 */
export function usePopupKeys({ onTyped, onKey, onDismissed }: TypedField) {
  const [open, setOpen] = useState(false);
  const used = (event: KeyboardEvent) => {
    event.preventDefault();
    event.stopPropagation();
  };
  return {
    open,
    setOpen,
    /** Spread around the picker; events of the popup come here too. */
    keys: {
      onBlurCapture: ({ target, currentTarget, relatedTarget }: FocusEvent) => {
        if (target instanceof HTMLInputElement)
          onTyped(target.value, target, !isInside(relatedTarget, currentTarget));
      },
      onKeyDownCapture: (event: KeyboardEvent) => {
        const { target, key } = event;
        if (key === 'Escape' && open) {
          used(event);
          setOpen(false);
          onDismissed?.();
        } else if (target instanceof HTMLInputElement) {
          if (key === 'Enter') {
            used(event);
            onTyped(target.value, target, true);
            setOpen(!open);
          } else if (onKey(event, target)) used(event);
        }
      },
    },
  };
}
