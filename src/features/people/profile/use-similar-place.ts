import { useEffect, useState } from 'react';
import { whenIdle } from '#lib/when-idle.ts';
import { whenUsed } from '#lib/when-used.ts';

/** As in the styles: from here on, there is a column beside the posts. */
const wide = '(min-width: 1100px)';

/**
 * Where similar creators appear once the page has been used: below everything, or at the end of the side
 * column. Nothing moves either way. Null until then, so that they cost the page nothing.
 */
export function useSimilarPlace(): 'side' | 'end' | null {
  const [place, setPlace] = useState<'side' | 'end' | null>(null);
  useEffect(() => {
    let callOff = () => {};
    const stop = whenUsed(
      () => (callOff = whenIdle(() => setPlace(matchMedia(wide).matches ? 'side' : 'end'), 1_000)),
    );
    return () => {
      stop();
      callOff();
    };
  }, []);
  return place;
}
