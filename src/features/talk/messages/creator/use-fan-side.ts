import { useState } from 'react';

/** Where a panel beside the conversation leaves enough room for the messages and their form. */
export const besideQuery = '(min-width: 1280px)';

/** Whether the panel about the fan was left open: it stays open from one conversation to the next. */
let wasOpen = false;

export function useFanSide() {
  const [isOpen, setOpen] = useState(wasOpen);
  const toggle = (next: boolean) => {
    // A panel over the conversation would cover the next one as well.
    wasOpen = next && matchMedia(besideQuery).matches;
    setOpen(next);
  };
  return { isOpen, close: () => toggle(false), toggle: () => toggle(!isOpen) };
}
