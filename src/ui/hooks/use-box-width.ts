import { useLayoutEffect, useRef, useState } from 'react';

/** How wide a box is, before the first look at it and whenever that changes; 0 while nobody knows. */
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
