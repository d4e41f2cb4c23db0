import type { CSSProperties } from 'react';

/** The background of a cell, by its share of the highest value. Light enough for text in any theme. */
export const shade = (share: number): CSSProperties => ({
  background: `color-mix(in srgb, var(--primary) ${Math.round(share * 45)}%, transparent)`,
});
