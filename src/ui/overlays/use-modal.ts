import { useEffect, useEffectEvent, useRef } from 'react';

export interface ModalOptions {
  readonly open: boolean;
  readonly onClose: () => void;
  /** False: Esc and presses outside do nothing. */
  readonly dismissible?: boolean;
}

/** A press on the backdrop lands on the dialog element itself, outside of its box. */
function isOutside(dialog: HTMLElement, event: PointerEvent): boolean {
  if (event.target !== dialog) return false;
  const { left, right, top, bottom } = dialog.getBoundingClientRect();
  return event.clientX < left || event.clientX > right || event.clientY < top || event.clientY > bottom;
}

/**
 * The browser's own modal for a `<dialog>`: keeps focus inside, makes the rest inert, gives focus back to
 * where it was.
 */
export function useModal({ open, onClose, dismissible = true }: ModalOptions) {
  const ref = useRef<HTMLDialogElement>(null);
  const dismiss = useEffectEvent(() => {
    if (dismissible) onClose();
  });
  useEffect(() => {
    const dialog = ref.current;
    if (!open || !dialog) return undefined;
    const before = document.activeElement;
    const cancel = (event: Event) => {
      if (event.target !== dialog) return;
      // `open` is the only truth: the browser must not close it behind React's back.
      event.preventDefault();
      dismiss();
    };
    const press = (event: PointerEvent) => {
      if (isOutside(dialog, event)) dismiss();
    };
    dialog.addEventListener('cancel', cancel);
    dialog.addEventListener('pointerdown', press);
    dialog.showModal();
    // Where the caller says, else the title: a field would open a phone's keyboard over what is to be read
    // first.
    [...dialog.querySelectorAll<HTMLElement>('[data-autofocus]')].at(-1)?.focus();
    return () => {
      dialog.removeEventListener('cancel', cancel);
      dialog.removeEventListener('pointerdown', press);
      dialog.close();
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, [open]);
  return ref;
}
