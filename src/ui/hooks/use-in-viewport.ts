import { useEffect, useRef, useState } from 'react';

type Listener = (entry: IntersectionObserverEntry) => void;

const listeners = new WeakMap<Element, Listener>();
let watch: IntersectionObserver | null = null;

/** One observer for all elements, because each additional one checks the whole page again. */
function observe(element: Element, listener: Listener): () => void {
  const shared = (watch ??= new IntersectionObserver(
    (entries) => entries.forEach((entry) => listeners.get(entry.target)?.(entry)),
    { rootMargin: '200% 0px' },
  ));
  listeners.set(element, listener);
  shared.observe(element);
  return () => {
    shared.unobserve(element);
    listeners.delete(element);
  };
}

/**
 * Whether an element is within two screens of the viewport. `height` is null while it is, and otherwise its
 * last height in pixels, so that an empty box can replace it. An element that contains the focus always
 * counts as near.
 */
export function useInViewport() {
  const box = useRef<HTMLDivElement>(null);
  const [height, setHeight] = useState<number | null>(null);
  useEffect(() => {
    const element = box.current;
    if (!element || typeof IntersectionObserver === 'undefined') return undefined;
    return observe(element, ({ isIntersecting, boundingClientRect }) => {
      if (isIntersecting) setHeight(null);
      else if (!element.contains(document.activeElement)) setHeight(boundingClientRect.height);
    });
  }, []);
  return { box, height };
}
