/** The zoom of an image: scaled and moved by `x`, `y` pixels from the center. */
export interface Zoom {
  readonly scale: number;
  readonly x: number;
  readonly y: number;
}
/** In pixels from the center of the window. */
export interface Point {
  readonly x: number;
  readonly y: number;
}
interface Size {
  readonly width: number;
  readonly height: number;
}

export const whole: Zoom = { scale: 1, x: 0, y: 0 };
export const mostZoom = 6;

const between = (low: number, value: number, high: number): number => Math.max(low, Math.min(high, value));

/** Limits panning to the image's edges; `picture` is its size at scale 1. */
export function clampZoom({ scale, x, y }: Zoom, picture: Size, window: Size): Zoom {
  const room = (side: 'width' | 'height') => Math.max(0, (picture[side] * scale - window[side]) / 2);
  const [wide, high] = [room('width'), room('height')];
  return { scale, x: between(-wide, x, wide), y: between(-high, y, high) };
}

/** Scales by a factor around a point, which stays in place. Never smaller than the original size. */
export function zoomedAt(zoom: Zoom, point: Point, factor: number): Zoom {
  const scale = between(1, zoom.scale * factor, mostZoom);
  if (scale === 1) return whole;
  const ratio = scale / zoom.scale;
  return { scale, x: point.x - (point.x - zoom.x) * ratio, y: point.y - (point.y - zoom.y) * ratio };
}

/** Applies a two-finger gesture between two moments: pinching and moving. */
export function pinched(zoom: Zoom, from: readonly [Point, Point], to: readonly [Point, Point]): Zoom {
  const apart = ([a, b]: readonly [Point, Point]) => Math.hypot(a.x - b.x, a.y - b.y) || 1;
  const middle = ([a, b]: readonly [Point, Point]): Point => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });
  const [before, after] = [middle(from), middle(to)];
  const spread = zoomedAt(zoom, before, apart(to) / apart(from));
  return spread.scale === 1
    ? whole
    : { ...spread, x: spread.x + after.x - before.x, y: spread.y + after.y - before.y };
}

/** The direction of a swipe: 1 for next, -1 for previous, 0 for neither. */
export function swiped(from: Point, to: Point): 1 | -1 | 0 {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  return Math.abs(dx) < 48 || Math.abs(dx) < Math.abs(dy) * 1.5 ? 0 : dx < 0 ? 1 : -1;
}
