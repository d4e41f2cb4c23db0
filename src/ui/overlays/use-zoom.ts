import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { PointerEvent as ReactPointerEvent, RefObject } from 'react';
import { type Point, type Zoom, kept, pinched, swiped, whole, zoomedAt } from '#lib/zoom.ts';

/** Two taps within this time and distance are one double tap. */
const tapMs = 300;
const tapPixels = 24;
const closer = 2.5;

interface Hand {
  readonly from: Point;
  readonly at: Point;
  readonly since: number;
}
export interface ZoomOptions {
  /** The picture was wiped aside, at its own size: to the next (1) or the previous (-1). */
  readonly onSwipe: (by: 1 | -1) => void;
}

/** From the middle of the stage, where the picture's own middle is. */
function pointOf(stage: HTMLElement, { clientX, clientY }: { clientX: number; clientY: number }): Point {
  const { left, top, width, height } = stage.getBoundingClientRect();
  return { x: clientX - left - width / 2, y: clientY - top - height / 2 };
}

/** The picture within its edges. `offset` sizes know of no zoom. */
function bounded(stage: HTMLElement, zoom: Zoom): Zoom {
  const picture = stage.querySelector('img');
  if (!picture) return zoom;
  return kept(
    zoom,
    { width: picture.offsetWidth, height: picture.offsetHeight },
    { width: stage.clientWidth, height: stage.clientHeight },
  );
}

/** Wheel and trackpad. React's own listener couldn't keep the page from scrolling. */
function useWheel(stage: RefObject<HTMLDivElement | null>, turn: (event: WheelEvent) => void): void {
  const onWheel = useEffectEvent(turn);
  useEffect(() => {
    const element = stage.current;
    const wheel = (event: WheelEvent) => {
      event.preventDefault();
      onWheel(event);
    };
    element?.addEventListener('wheel', wheel, { passive: false });
    return () => element?.removeEventListener('wheel', wheel);
  }, [stage]);
}

/** Is this the second of two taps? A tap is short and stays where it is. */
function useDoubleTap() {
  const last = useRef<{ at: Point; when: number } | null>(null);
  return ({ from, at, since }: Hand, when: number): boolean => {
    if (when - since > tapMs || Math.hypot(at.x - from.x, at.y - from.y) > tapPixels / 2) return false;
    const before = last.current;
    const isSecond =
      before !== null &&
      when - before.when < tapMs &&
      Math.hypot(at.x - before.at.x, at.y - before.at.y) < tapPixels;
    last.current = isSecond ? null : { at, when };
    return isSecond;
  };
}

/** What the fingers on the stage did since they were last looked at. */
function followed(
  zoom: Zoom,
  hands: ReadonlyMap<number, Hand>,
  moved: { readonly id: number; readonly to: Point },
): Zoom {
  const hand = hands.get(moved.id);
  if (!hand) return zoom;
  const [other] = [...hands].filter(([id]) => id !== moved.id);
  if (other) return pinched(zoom, [hand.at, other[1].at], [moved.to, other[1].at]);
  return zoom.scale === 1
    ? zoom
    : { ...zoom, x: zoom.x + moved.to.x - hand.at.x, y: zoom.y + moved.to.y - hand.at.y };
}

/**
 * Looks closer at a picture: wheel, pinch, double tap or double click, and `+`, `-`, `0` by the caller; then
 * it is moved by hand. At its own size a wipe goes on to the next one. Give `stage` and `hands` to the box
 * around one `<img>`, which is drawn with `zoom`.
 */
export function useZoom({ onSwipe }: ZoomOptions) {
  const stage = useRef<HTMLDivElement>(null);
  const hands = useRef(new Map<number, Hand>());
  const [zoom, setZoom] = useState<Zoom>(whole);
  const isDoubleTap = useDoubleTap();
  const look = (next: (now: Zoom) => Zoom) =>
    setZoom((now) => (stage.current ? bounded(stage.current, next(now)) : next(now)));
  const toggle = (at: Point) => look((now) => (now.scale > 1 ? whole : zoomedAt(now, at, closer)));
  useWheel(stage, (event) => {
    const { current } = stage;
    if (current) look((now) => zoomedAt(now, pointOf(current, event), Math.exp(-event.deltaY * 0.002)));
  });
  const lift = (event: ReactPointerEvent<HTMLDivElement>) => {
    const hand = hands.current.get(event.pointerId);
    const alone = hands.current.size === 1;
    hands.current.delete(event.pointerId);
    if (!hand || !alone) return;
    const by = zoom.scale === 1 ? swiped(hand.from, hand.at) : 0;
    if (by !== 0) onSwipe(by);
    else if (isDoubleTap(hand, event.timeStamp)) toggle(hand.at);
  };
  return {
    stage,
    zoom,
    closer: (factor: number) => look((now) => zoomedAt(now, { x: 0, y: 0 }, factor)),
    toggle: () => toggle({ x: 0, y: 0 }),
    hands: {
      onPointerDown: (event: ReactPointerEvent<HTMLDivElement>) => {
        if (event.button !== 0) return;
        const at = pointOf(event.currentTarget, event);
        event.currentTarget.setPointerCapture?.(event.pointerId);
        hands.current.set(event.pointerId, { from: at, at, since: event.timeStamp });
      },
      onPointerMove: (event: ReactPointerEvent<HTMLDivElement>) => {
        const to = pointOf(event.currentTarget, event);
        const hand = hands.current.get(event.pointerId);
        if (!hand) return;
        const before = new Map(hands.current);
        hands.current.set(event.pointerId, { ...hand, at: to });
        look((now) => followed(now, before, { id: event.pointerId, to }));
      },
      onPointerUp: lift,
      onPointerCancel: (event: ReactPointerEvent<HTMLDivElement>) =>
        void hands.current.delete(event.pointerId),
    },
  };
}
