import { useState } from 'react';

/** Whether the panel about the fan was left open: it stays open from one conversation to the next. */
let wasOpen = false;

export function useFanSide() {
  const [isOpen, setOpen] = useState(wasOpen);
  const toggle = (next: boolean) => {
    // A panel over the conversation would cover the next one as well.
    wasOpen = next && matchMedia('(min-width: 1280px)').matches;
    setOpen(next);
  };
  return { isOpen, close: () => toggle(false), toggle: () => toggle(!isOpen) };
}
