import { useState } from 'react';
import type { ReactNode } from 'react';
import { VisuallyHidden } from '#ui/content/visually-hidden.tsx';

/** Says in one line, to those who listen, what has just come of what they did. */
export function useLiveRegion(): { readonly region: ReactNode; readonly say: (text: string) => void } {
  const [said, setSaid] = useState({ text: '', times: 0 });
  const region = (
    <VisuallyHidden role="status">
      <span key={said.times}>{said.text}</span>
    </VisuallyHidden>
  );
  return { region, say: (text) => setSaid(({ times }) => ({ text, times: times + 1 })) };
}
