import CircleAlert from 'lucide-react/icons/circle-alert';
import CircleCheck from 'lucide-react/icons/circle-check';
import Info from 'lucide-react/icons/info';
import X from 'lucide-react/icons/x';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { RefObject } from 'react';
import { createPortal } from 'react-dom';
import { Button, IconButton } from '../content/button.tsx';
import { cx } from '../theme/class-names.ts';
import { useTopHost } from './top-host.ts';
import { type Toast, type ToastAction, toast, toastStore } from './toast.ts';
import styles from './toaster.module.css';
import { useSecondsLeft } from '../hooks/use-seconds-left.ts';

const icons = { success: CircleCheck, error: CircleAlert, info: Info };
const none: readonly Toast[] = [];

function useDismissal({ id, lasts }: Toast) {
  const [held, setHeld] = useState(false);
  useEffect(() => {
    if (held || lasts === 0) return undefined;
    const timer = setTimeout(() => toast.dismiss(id), lasts);
    return () => clearTimeout(timer);
  }, [id, lasts, held]);
  // A toast that is hovered or focused stays.
  return {
    onPointerEnter: () => setHeld(true),
    onPointerLeave: () => setHeld(false),
    onFocus: () => setHeld(true),
    onBlur: () => setHeld(false),
  };
}

/** Seconds that are worth counting: a longer time isn't what presses. */
const countedFrom = 60;

/** The action's button with a countdown, which isn't announced every second. */
function Act({ action: { label, until }, onPress }: { action: ToastAction; onPress: () => void }) {
  const left = useSecondsLeft(until ?? null);
  if (until !== undefined && left === 0) return null;
  return (
    <Button variant="quiet" onClick={onPress}>
      {label}
      {until === undefined || left > countedFrom ? null : <span aria-hidden="true"> {left}</span>}
    </Button>
  );
}

function ToastLine({ item }: { item: Toast }) {
  const Icon = icons[item.tone];
  const { action } = item;
  const act = () => {
    toast.dismiss(item.id);
    action?.run();
  };
  return (
    <div className={cx(styles.toast, styles[item.tone])} {...useDismissal(item)}>
      <Icon size={18} aria-hidden="true" />
      <span className={styles.text}>{item.text}</span>
      {action ? <Act action={action} onPress={act} /> : null}
      <IconButton label="Dismiss" onClick={() => toast.dismiss(item.id)}>
        <X size={16} />
      </IconButton>
    </div>
  );
}

/**
 * Exposes the height that toasts cover as a CSS variable, for the page's bottom padding; 0 while they are
 * inside a dialog.
 */
function useCovered(
  region: RefObject<HTMLDivElement | null>,
  { count, host }: { count: number; host: Element | null },
): void {
  useEffect(() => {
    const root = document.documentElement;
    if (count === 0 || host !== document.body || !region.current) return undefined;
    const gap = 16;
    root.style.setProperty('--toasts', `${Math.ceil(region.current.getBoundingClientRect().height) + gap}px`);
    return () => void root.style.removeProperty('--toasts');
  }, [region, count, host]);
}

/**
 * Renders the toasts. Mounted once by the shell. Both live regions exist from the start, because changes to a
 * new region aren't announced.
 */
export function Toaster() {
  const toasts = useSyncExternalStore(toastStore.subscribe, toastStore.read, () => none);
  const host = useTopHost(toasts.length);
  const region = useRef<HTMLDivElement>(null);
  useCovered(region, { count: toasts.length, host });
  if (host === null) return null;
  const lines = (urgent: boolean) =>
    toasts
      .filter((item) => (item.tone === 'error') === urgent)
      .map((item) => <ToastLine key={item.id} item={item} />);
  return createPortal(
    <div ref={region} className={styles.region}>
      <div role="status">{lines(false)}</div>
      <div role="alert">{lines(true)}</div>
    </div>,
    host,
  );
}
