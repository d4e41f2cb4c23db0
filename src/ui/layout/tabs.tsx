import { useId, useRef } from 'react';
import type { KeyboardEvent, ReactNode } from 'react';
import { formatNumber } from '#lib/format.ts';
import { cx } from '../theme/class-names.ts';
import styles from './tabs.module.css';

export interface TabItem<Key extends string> {
  readonly key: Key;
  readonly label: string;
  /** Shown after the label, if known. */
  readonly count?: number;
}

export interface TabsProps<Key extends string> {
  /** Accessible name of the tab list. */
  readonly label: string;
  readonly items: readonly TabItem<Key>[];
  readonly value: Key;
  readonly onChange: (key: Key) => void;
  /** The active panel. */
  readonly children: ReactNode;
  /** Sticks to the top while the panel scrolls, with `tool`. */
  readonly sticky?: boolean;
  /** At the end of the tabs' line, and under it: whatever is as wide as the line wraps. */
  readonly tool?: ReactNode;
  readonly className?: string;
}

const step: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1, Home: -Infinity, End: Infinity };

/**
 * The tab that a key moves to, or null for other keys. Arrow keys wrap around; Home and End jump to the ends.
 */
export function nextTab(key: string, at: number, count: number): number | null {
  const by = step[key];
  if (by === undefined || count === 0) return null;
  return Number.isFinite(by) ? (at + by + count) % count : by < 0 ? 0 : count - 1;
}

const Words = ({ label, count }: { label: string; count?: number }) => (
  <>
    {label} {count === undefined ? null : <span className={styles.count}>{formatNumber(count)}</span>}
  </>
);

/** Where tabs don't fit, they scroll sideways: the active one is in the middle, as far as there are others. */
function bringIntoView(tab: HTMLElement | null) {
  const box = tab?.parentElement;
  if (box) box.scrollLeft = tab.offsetLeft + (tab.offsetWidth - box.clientWidth) / 2;
}

/** Tabs that share one panel, with arrow key navigation. */
export function Tabs<Key extends string>({
  label,
  items,
  value,
  onChange,
  children,
  sticky,
  tool,
  className,
}: TabsProps<Key>) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const move = (event: KeyboardEvent) => {
    const to = nextTab(
      event.key,
      items.findIndex((item) => item.key === value),
      items.length,
    );
    const item = to === null ? undefined : items[to];
    if (to === null || !item) return;
    event.preventDefault();
    onChange(item.key);
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[to]?.focus();
  };
  return (
    <>
      <div className={cx(styles.bar, sticky && styles.sticky, className)}>
        <div ref={list} role="tablist" aria-label={label} className={styles.tabs} onKeyDown={move}>
          {items.map((item) => (
            <button
              key={item.key}
              ref={item.key === value ? bringIntoView : undefined}
              type="button"
              role="tab"
              id={`${id}-${item.key}`}
              aria-selected={item.key === value}
              aria-controls={`${id}-panel`}
              tabIndex={item.key === value ? 0 : -1}
              className={styles.tab}
              onClick={() => onChange(item.key)}
            >
              <Words label={item.label} count={item.count} />
            </button>
          ))}
        </div>
        {tool}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${value}`}>
        {children}
      </div>
    </>
  );
}
