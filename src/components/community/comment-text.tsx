import { useState } from 'react';
import type { ReactNode } from 'react';
import { VisuallyHidden } from '#ui/content/visually-hidden.tsx';

/** A live region that announces the outcome of an action to screen readers. */
export function useLiveRegion(): { readonly region: ReactNode; readonly say: (text: string) => void } {
  const [said, setSaid] = useState({ text: '', times: 0 });
  const region = (
    <VisuallyHidden role="status">
      <span key={said.times}>{said.text}</span>
    </VisuallyHidden>
  );
  return { region, say: (text) => setSaid(({ times }) => ({ text, times: times + 1 })) };
}
