import { useLayoutEffect, useRef, useState } from 'react';

/** Width of an element in pixels, measured before the first paint and on every change; 0 if unknown. */
export function useBoxWidth() {
  const box = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    if (!box.current) return;
    const measure = () => setWidth(box.current?.clientWidth ?? 0);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(box.current);
    return () => observer.disconnect();
  }, []);
  return { box, width };
}
