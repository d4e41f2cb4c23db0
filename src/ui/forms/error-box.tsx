import { useEffect, useId, useRef } from 'react';
import type { ReactNode, RefObject } from 'react';
import { Notice } from '../feedback/notice.tsx';
import styles from '../feedback/notice.module.css';

/** Moves focus to it and brings it into sight; bars at the edges are kept clear of by scroll padding. */
export function bringToFocus(element: HTMLElement | null): void {
  element?.focus({ preventScroll: true });
  element?.scrollIntoView({ block: 'nearest' });
}

interface BoxProps {
  readonly title?: string;
  readonly children: ReactNode;
}

/**
 * What went wrong, as a group whose name is the sentence. Whoever draws it moves focus to it, and that is
 * what makes a screen reader say it: a live region on top of that would have it said twice.
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

/** An error that takes focus when it appears, and again when another `problem` takes its place. */
export function ErrorBox({ problem, ...rest }: BoxProps & { readonly problem: unknown }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => bringToFocus(box.current), [problem]);
  return <ErrorGroup {...rest} box={box} />;
}
