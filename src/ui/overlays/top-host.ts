import { useEffect, useState } from 'react';

/**
 * Where a message goes that must be heard: a modal dialog makes the rest of the page inert, including live regions,
 * so it renders inside the topmost one.
 */
const topHost = (): Element => [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body;

/** The same while dialogs open and close; null until it is known. It is looked for again when `change` changes. */
export function useTopHost(change: unknown): Element | null {
  const [host, setHost] = useState<Element | null>(null);
  useEffect(() => {
    const look = () => setHost(topHost());
    look();
    const events = ['close', 'toggle'] as const;
    for (const name of events) document.addEventListener(name, look, true);
    return () => {
      for (const name of events) document.removeEventListener(name, look, true);
    };
  }, [change]);
  return host;
}
