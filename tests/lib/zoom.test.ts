import { describe, expect, it } from 'vitest';
import { clampZoom, mostZoom, pinched, swiped, whole, zoomedAt } from '#lib/zoom.ts';

describe('zooming', () => {
  it('keeps what is under the pointer in place', () => {
    const at = { x: 120, y: -40 };
    const closer = zoomedAt(zoomedAt(whole, at, 2), { x: -30, y: 10 }, 1.5);
    expect(closer.scale).toBe(3);
    const before = zoomedAt(whole, at, 2);
    // The point of the picture under the second pointer, before and after.
    expect((-30 - before.x) / before.scale).toBeCloseTo((-30 - closer.x) / closer.scale);
  });
  it('is limited to one and six times the original size', () => {
    expect(zoomedAt({ scale: 2, x: 50, y: 20 }, { x: 0, y: 0 }, 0.1)).toEqual(whole);
    expect(zoomedAt(whole, { x: 0, y: 0 }, 100).scale).toBe(mostZoom);
    expect(zoomedAt({ scale: 2, x: 5, y: 5 }, { x: 0, y: 0 }, 0)).toEqual(whole);
  });
  it("stops at the image's edges, and doesn't pan a smaller image", () => {
    expect(
      clampZoom({ scale: 2, x: 900, y: 900 }, { width: 400, height: 200 }, { width: 500, height: 500 }),
    ).toEqual({ scale: 2, x: 150, y: 0 });
    expect(
      clampZoom({ scale: 2, x: -900, y: -20 }, { width: 400, height: 400 }, { width: 500, height: 500 }),
    ).toEqual({ scale: 2, x: -150, y: -20 });
  });
  it('follows two fingers: spread zooms in, pinch zooms out, moving both pans', () => {
    const from = [
      { x: -50, y: 0 },
      { x: 50, y: 0 },
    ] as const;
    expect(
      pinched(whole, from, [
        { x: -100, y: 0 },
        { x: 100, y: 0 },
      ]),
    ).toEqual({ scale: 2, x: 0, y: 0 });
    expect(
      pinched({ scale: 2, x: 0, y: 0 }, from, [
        { x: -30, y: 10 },
        { x: 70, y: 10 },
      ]),
    ).toEqual({ scale: 2, x: 20, y: 10 });
    expect(
      pinched({ scale: 2, x: 9, y: 0 }, from, [
        { x: -5, y: 0 },
        { x: 5, y: 0 },
      ]),
    ).toEqual(whole);
  });
  it.each([
    [-80, 0, 1],
    [80, 10, -1],
    [30, 0, 0],
    [-80, 70, 0],
    [0, 200, 0],
  ])('a swipe by %i, %i goes %i', (x, y, way) => expect(swiped({ x: 0, y: 0 }, { x, y })).toBe(way));
});
