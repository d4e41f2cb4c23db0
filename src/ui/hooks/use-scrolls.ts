import { useEffect, useRef, useState } from 'react';

/** Whether an element's content is wider than the element. */
export function useScrolls() {
  const box = useRef<HTMLDivElement>(null);
  const [scrolls, setScrolls] = useState(false);
  useEffect(() => {
    if (!box.current) return;
    const measure = () =>
      setScrolls(box.current !== null && box.current.scrollWidth > box.current.clientWidth);
    const observer = new ResizeObserver(measure);
    observer.observe(box.current);
    return () => observer.disconnect();
  }, []);
  return { box, scrolls };
}
