import { useEffect } from 'react';
import { holdInView } from '../layout/hold-content.ts';

/**
 * Keeps the part of the page that the address names (`#limits`) in view while what stands above it comes,
 * until the person moves by themselves.
 */
export function useAnnouncement(anchor: string): void {
  useEffect(() => {
    const part = location.hash === `#${anchor}` ? document.getElementById(anchor) : null;
    return part ? holdInView(part) : undefined;
  }, [anchor]);
}
