import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { addLayer } from './back-layers.ts';

interface PopoverProps {
  /** The control that opened it. */
  readonly anchor: HTMLElement;
  readonly onClose: () => void;
  /** What gets the focus. */
  readonly first: (panel: HTMLElement) => HTMLElement | null | undefined;
  readonly place?: typeof placeMenu;
}

const margin = 8;

/** Below the anchor and aligned with it, or above if there is more room; always inside the window. */
export function placeMenu(
  anchor: DOMRect,
  panel: { width: number; height: number },
  view: { width: number; height: number },
) {
  const fitsBelow = anchor.bottom + 4 + panel.height <= view.height - margin;
  const top = fitsBelow || anchor.top < view.height / 2 ? anchor.bottom + 4 : anchor.top - panel.height - 4;
  const fitsRight = anchor.left + panel.width <= view.width - margin;
  const left = fitsRight ? anchor.left : anchor.right - panel.width;
  return {
    top: Math.max(margin, Math.min(top, view.height - panel.height - margin)),
    left: Math.max(margin, Math.min(left, view.width - panel.width - margin)),
  };
}

/** Beside the anchor, top edges aligned; always inside the window. */
export const placeBeside: typeof placeMenu = (anchor, panel, view) => ({
  top: Math.max(margin, Math.min(anchor.top, view.height - panel.height - margin)),
  left: Math.max(margin, Math.min(anchor.right + margin, view.width - panel.width - margin)),
});

/** Shows the panel as a popover and closes it on a click outside, by Back, or once its button has moved. */
export function usePopover({
  anchor,
  onClose,
  first,
  place = placeMenu,
}: PopoverProps): RefObject<HTMLDivElement | null> {
  const panel = useRef<HTMLDivElement>(null);
  const close = useEffectEvent(onClose);
  const show = useEffectEvent((element: HTMLElement) => {
    element.showPopover();
    const { top, left } = place(anchor.getBoundingClientRect(), element.getBoundingClientRect(), {
      width: innerWidth,
      height: innerHeight,
    });
    Object.assign(element.style, { top: `${top}px`, left: `${left}px` });
    first(element)?.focus({ preventScroll: true });
  });
  useLayoutEffect(() => {
    if (panel.current) show(panel.current);
  }, [anchor]);
  useEffect(
    () =>
      addLayer(() => {
        anchor.focus({ preventScroll: true });
        close();
      }),
    [anchor],
  );
  useEffect(() => {
    const outside = ({ target }: Event) => {
      const inside = target instanceof Node && (panel.current?.contains(target) || anchor.contains(target));
      if (!inside) close();
    };
    const leave = () => close();
    const opened = anchor.getBoundingClientRect();
    // Scrolling elsewhere or small layout shifts keep the menu open, but it closes once its button has moved
    // away.
    const scrolled = ({ target }: Event) => {
      const { top, left } = anchor.getBoundingClientRect();
      const isWithin = target instanceof Node && panel.current?.contains(target);
      if (!isWithin && Math.abs(top - opened.top) + Math.abs(left - opened.left) > 8) close();
    };
    document.addEventListener('pointerdown', outside, true);
    document.addEventListener('scroll', scrolled, true);
    window.addEventListener('resize', leave);
    return () => {
      document.removeEventListener('pointerdown', outside, true);
      document.removeEventListener('scroll', scrolled, true);
      window.removeEventListener('resize', leave);
    };
  }, [anchor]);
  return panel;
}
