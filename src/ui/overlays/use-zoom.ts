import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { PointerEvent as ReactPointerEvent, RefObject } from 'react';
import { type Point, type Zoom, clampZoom, pinched, swiped, whole, zoomedAt } from '#lib/zoom.ts';

/** Two taps within this time and distance are a double tap. */
const tapMs = 300;
const tapPixels = 24;
const closer = 2.5;

interface Hand {
  readonly from: Point;
  readonly at: Point;
  readonly since: number;
}
export interface ZoomOptions {
  /** Called when the picture is swiped at its original size: 1 for the next, -1 for the previous picture. */
  readonly onSwipe: (by: 1 | -1) => void;
}

/** Relative to the center of the stage, which is also the picture's center. */
function pointFromCenter(
  stage: HTMLElement,
  { clientX, clientY }: { clientX: number; clientY: number },
): Point {
  const { left, top, width, height } = stage.getBoundingClientRect();
  return { x: clientX - left - width / 2, y: clientY - top - height / 2 };
}

/**
 * Limits the zoom so that the picture covers its stage. `offsetWidth` and `offsetHeight` don't include
 * transforms.
 */
function bounded(stage: HTMLElement, zoom: Zoom): Zoom {
  const picture = stage.querySelector('img');
  if (!picture) return zoom;
  return clampZoom(
    zoom,
    { width: picture.offsetWidth, height: picture.offsetHeight },
    { width: stage.clientWidth, height: stage.clientHeight },
  );
}

/** Wheel and trackpad. React's wheel listeners are passive and couldn't prevent scrolling. */
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

/** Whether a tap is the second of a double tap. A tap is short and doesn't move. */
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

/** The zoom after one pointer has moved. */
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
 * Zooms a picture by wheel, pinch, double tap or double click, and pans it while zoomed; the caller binds
 * `+`, `-` and `0`. At original size a swipe navigates. Spread `stage` and `hands` on the box around an
 * `<img>`, and apply `zoom` to it.
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
    if (current)
      look((now) => zoomedAt(now, pointFromCenter(current, event), Math.exp(-event.deltaY * 0.002)));
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
        const at = pointFromCenter(event.currentTarget, event);
        event.currentTarget.setPointerCapture?.(event.pointerId);
        hands.current.set(event.pointerId, { from: at, at, since: event.timeStamp });
      },
      onPointerMove: (event: ReactPointerEvent<HTMLDivElement>) => {
        const to = pointFromCenter(event.currentTarget, event);
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
