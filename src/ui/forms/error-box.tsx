import { useEffect, useId, useRef } from 'react';
import type { ReactNode, RefObject } from 'react';
import { Notice } from '../feedback/notice.tsx';
import styles from '../feedback/notice.module.css';

/** Focuses an element and scrolls it into view. Scroll padding keeps it clear of sticky bars. */
export function bringToFocus(element: HTMLElement | null): void {
  element?.focus({ preventScroll: true });
  element?.scrollIntoView({ block: 'nearest' });
}

interface BoxProps {
  readonly title?: string;
  readonly children: ReactNode;
}

/**
 * An error message as a labeled group. Its parent moves focus to it, which makes screen readers read it; a
 * live region would read it twice.
 */
export function ErrorGroup({
  title,
  children,
  box,
}: BoxProps & { readonly box: RefObject<HTMLDivElement | null> }) {
  const id = useId();
  return (
    <div ref={box} tabIndex={-1} role="group" aria-labelledby={id} className={styles.focusable}>
      <Notice tone="danger" title={title}>
        <div id={id}>{children}</div>
      </Notice>
    </div>
  );
}

/** An error message that takes focus when it appears, and again whenever `problem` changes. */
export function ErrorBox({ problem, ...rest }: BoxProps & { readonly problem: unknown }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => bringToFocus(box.current), [problem]);
  return <ErrorGroup {...rest} box={box} />;
}
