import { useEffect } from 'react';

const ownWill = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

/** Keeps the part of the page that the address names (`#limits`) in view while what stands above it comes, until the person moves by themselves. */
export function useArrival(anchor: string): void {
  useEffect(() => {
    const part = location.hash === `#${anchor}` ? document.getElementById(anchor) : null;
    if (!part) return undefined;
    const observer = new ResizeObserver(() => part.scrollIntoView({ block: 'start' }));
    observer.observe(document.body);
    const stop = () => observer.disconnect();
    for (const event of ownWill) addEventListener(event, stop, { once: true, passive: true });
    return () => {
      stop();
      for (const event of ownWill) removeEventListener(event, stop);
    };
  }, [anchor]);
}
