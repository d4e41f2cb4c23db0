import { useEffect, useEffectEvent, useRef } from 'react';

export interface EndWatch {
  readonly hasMore: boolean;
  /** A page is on its way. */
  readonly loading: boolean;
  readonly error?: string | null;
  readonly onMore: () => void;
}

/** Asks for the next page when its end, where the answer stands, comes within two screens. */
export function useEndWatch({ hasMore, loading, error, onMore }: EndWatch) {
  const mark = useRef<HTMLDivElement>(null);
  const more = useEffectEvent(onMore);
  const wanted = hasMore && !loading && !error;
  useEffect(() => {
    const element = mark.current;
    if (!wanted || !element || typeof IntersectionObserver === 'undefined') return undefined;
    const watch = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && more(),
      { rootMargin: '200% 0px' },
    );
    watch.observe(element);
    return () => watch.disconnect();
  }, [wanted]);
  return mark;
}
