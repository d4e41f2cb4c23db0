import { useEffect, useEffectEvent, useRef } from 'react';
import { addLayer } from './back-layers.ts';

export interface ModalOptions {
  readonly open: boolean;
  readonly onClose?: (() => void) | undefined;
  /** False: Escape and clicks outside are ignored. */
  readonly dismissible?: boolean;
}

/** A click on the backdrop targets the dialog element but is outside its box. */
function isOutside(dialog: HTMLElement, event: PointerEvent): boolean {
  if (event.target !== dialog) return false;
  const { left, right, top, bottom } = dialog.getBoundingClientRect();
  return event.clientX < left || event.clientX > right || event.clientY < top || event.clientY > bottom;
}

/**
 * Opens a `<dialog>` as modal: traps focus, makes the rest of the page inert, and restores focus on close. Back
 * closes it like its close button.
 */
export function useModal({ open, onClose, dismissible = true }: ModalOptions) {
  const ref = useRef<HTMLDialogElement>(null);
  const dismiss = useEffectEvent(() => {
    if (dismissible) onClose?.();
  });
  // What can't be closed doesn't keep anyone from going back.
  const isLayer = open && onClose !== undefined;
  const isHeld = useEffectEvent(() => !dismissible);
  useEffect(
    () =>
      isLayer
        ? addLayer(
            () => dismiss(),
            () => isHeld(),
          )
        : undefined,
    [isLayer],
  );
  useEffect(() => {
    const dialog = ref.current;
    if (!open || !dialog) return undefined;
    const before = document.activeElement;
    const cancel = (event: Event) => {
      if (event.target !== dialog) return;
      // React controls `open`, so the browser must not close the dialog itself.
      event.preventDefault();
      dismiss();
    };
    const press = (event: PointerEvent) => {
      if (isOutside(dialog, event)) dismiss();
    };
    dialog.addEventListener('cancel', cancel);
    dialog.addEventListener('pointerdown', press);
    dialog.showModal();
    // Focus the marked element, else the title. Focusing a field would open a phone's keyboard over the
    // dialog's text.
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
