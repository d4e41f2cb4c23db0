import { Suspense, useId, useState } from 'react';
import type { MouseEvent, ReactNode } from 'react';
import { untilLoaded } from '#lib/device/until-loaded.ts';
import { Link } from '#ui/content/link.tsx';
import { lazyPart } from '#ui/layout/lazy-part.ts';

const load = () =>
  untilLoaded(async () => (await import('#features/people/notifications/bell-panel.tsx')).BellPanel);
const BellPanel = lazyPart(load);

interface BellLineProps {
  readonly href: string;
  readonly title: string;
  readonly isCurrent: boolean;
  readonly className: string | undefined;
  readonly children: ReactNode;
}

/**
 * The bell in the rail: a link to the notifications that opens the newest of them beside it. Opening it in
 * another tab, and pressing it on the page itself, follow the link.
 */
export function BellLine({ isCurrent, children, ...link }: BellLineProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const id = useId();
  const press = (event: MouseEvent<HTMLElement>) => {
    if (isCurrent || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    setAnchor(anchor ? null : event.currentTarget);
  };
  return (
    <>
      <Link
        {...link}
        aria-current={isCurrent ? 'page' : undefined}
        aria-haspopup={isCurrent ? undefined : 'dialog'}
        aria-expanded={isCurrent ? undefined : anchor !== null}
        aria-controls={anchor ? id : undefined}
        onPointerEnter={() => void load()}
        onClick={press}
      >
        {children}
      </Link>
      {anchor && !isCurrent ? (
        <Suspense fallback={null}>
          <BellPanel id={id} anchor={anchor} onClose={() => setAnchor(null)} />
        </Suspense>
      ) : null}
    </>
  );
}
