import { useRef } from 'react';
import type { PointerEvent } from 'react';

const HOLD_MS = 450;
/** A finger that moves further is scrolling the page. */
const SLACK_PX = 10;

/** Calls `onHold` after a long press. Touch only: with a mouse, people use the button. */
export function useLongPress(onHold: (element: HTMLElement) => void) {
  const held = useRef<{ timer: ReturnType<typeof setTimeout>; x: number; y: number } | null>(null);
  const end = () => {
    if (held.current) clearTimeout(held.current.timer);
    held.current = null;
  };
  return {
    onPointerDown: ({ pointerType, clientX: x, clientY: y, currentTarget }: PointerEvent<HTMLElement>) => {
      end();
      if (pointerType !== 'touch') return;
      held.current = { timer: setTimeout(() => onHold(currentTarget), HOLD_MS), x, y };
    },
    onPointerMove: ({ clientX, clientY }: PointerEvent) => {
      const from = held.current;
      if (from && Math.hypot(clientX - from.x, clientY - from.y) > SLACK_PX) end();
    },
    onPointerUp: end,
    onPointerCancel: end,
    onPointerLeave: end,
  };
}
