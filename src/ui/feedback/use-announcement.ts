import { useEffect } from 'react';
import { holdInView } from '../layout/hold-content.ts';

/**
 * Keeps the section that the URL's hash names (`#limits`) in view while content above it loads, until the
 * user scrolls.
 */
export function useAnnouncement(anchor: string): void {
  useEffect(() => {
    const part = location.hash === `#${anchor}` ? document.getElementById(anchor) : null;
    return part ? holdInView(part) : undefined;
  }, [anchor]);
}
