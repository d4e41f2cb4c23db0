import { useEffect, useEffectEvent, useRef } from 'react';

export interface EndWatch {
  readonly hasMore: boolean;
  /** A page is being loaded. */
  readonly loading: boolean;
  readonly error?: string | null;
  readonly onMore: () => void;
}

/**
 * Requests the next page when the returned ref's element, placed at the end of a list, comes within two
 * screens of the viewport.
 */
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
