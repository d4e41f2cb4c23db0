import { useState } from 'react';
import type { FocusEvent, KeyboardEvent } from 'react';

export interface TypedField {
  /**
   * Called when an input is left or Enter is pressed in it. `done` is true if the whole field, including the
   * popup, was left.
   */
  readonly onTyped: (text: string, input: HTMLInputElement, done: boolean) => void;
  /** Called for other keys in an input. Returns true if the key was handled. */
  readonly onKey: (event: KeyboardEvent, input: HTMLInputElement) => boolean;
  /** Called when Escape has closed the popup. */
  readonly onDismissed?: () => void;
}

const isInside = (element: EventTarget | null, field: Element): boolean =>
  element instanceof Element && (field.contains(element) || element.closest('.ant-picker-dropdown') !== null);

/**
 * Keyboard handling of a field with a popup, before antd sees the keys: Escape closes only the popup and not
 * the surrounding dialog, Enter takes over the typed text instead of submitting the form. The text is also
 * taken over on blur, before the click that caused it is handled.
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
    /** Spread on an element around the picker. React events of the popup arrive there too. */
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
