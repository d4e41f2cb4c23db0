import Check from 'lucide-react/icons/check';
import { Link } from '../content/link.tsx';
import { Fragment, useEffect, useState } from 'react';
import type { KeyboardEvent, ReactNode } from 'react';
import { VisuallyHidden } from '../content/visually-hidden.tsx';
import { cx } from '../theme/class-names.ts';
import type { MenuItem } from './menu.tsx';
import { usePopover } from './use-popover.ts';
import styles from './menu.module.css';

export interface MenuPanelProps {
  readonly id: string;
  readonly label: string;
  readonly items: readonly MenuItem[] | Promise<readonly MenuItem[]>;
  readonly header?: ReactNode;
  /** The button that opened the menu. */
  readonly anchor: HTMLElement;
  readonly onClose: () => void;
  /** Shows the icons in a row or in a grid. Labels become tooltips and names for screen readers. */
  readonly inline?: boolean | 'grid';
}

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 };

/** The item that a key moves to. Letters jump to the next item that starts with them. */
export function nextItem(key: string, at: number, labels: readonly string[]): number | null {
  const count = labels.length;
  if (count === 0) return null;
  const step = steps[key];
  if (step) return (at + step + count) % count;
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  if (key.length !== 1 || key === ' ') return null;
  const order = labels.map((_, further) => (at + 1 + further) % count);
  return order.find((index) => labels[index]?.toLowerCase().startsWith(key.toLowerCase())) ?? null;
}

const lines = (panel: HTMLElement) => [...panel.querySelectorAll<HTMLElement>('[role^=menuitem]')];

interface MenuLineProps {
  readonly item: MenuItem;
  readonly inline: boolean;
  readonly onClose: () => void;
}

const MenuWords = ({ item, inline }: Pick<MenuLineProps, 'item' | 'inline'>) => (
  <>
    {item.icon}
    {inline ? <VisuallyHidden>{item.label}</VisuallyHidden> : item.label}
    {item.count ? (
      <>
        {' '}
        <span className={styles.count}>
          {item.count > 99 ? '99+' : item.count} <VisuallyHidden>waiting</VisuallyHidden>
        </span>
      </>
    ) : null}
  </>
);

function MenuLine({ item, inline, onClose }: MenuLineProps) {
  const className = cx(styles.item, item.danger && styles.danger);
  const words = <MenuWords item={item} inline={inline} />;
  if (item.href && !item.disabled) {
    return (
      <Link role="menuitem" tabIndex={-1} href={item.href} className={className} onClick={onClose}>
        {words}
      </Link>
    );
  }
  const isToggle = item.checked !== undefined;
  const select = () => {
    if (item.disabled) return;
    if (!isToggle || inline) onClose();
    item.onSelect?.();
  };
  return (
    <button
      type="button"
      role={isToggle ? 'menuitemcheckbox' : 'menuitem'}
      aria-checked={item.checked}
      tabIndex={-1}
      aria-disabled={item.disabled}
      title={inline ? item.label : undefined}
      className={className}
      onClick={select}
    >
      {isToggle && !inline ? <Check aria-hidden="true" className={cx(!item.checked && styles.off)} /> : null}
      {words}
    </button>
  );
}

/** The items, or null until they have loaded. */
function useItems(items: MenuPanelProps['items']): readonly MenuItem[] | null {
  const [loaded, setLoaded] = useState<readonly MenuItem[] | null>(null);
  useEffect(() => {
    if (!(items instanceof Promise)) return undefined;
    let isGone = false;
    void items.then((all) => isGone || setLoaded(all));
    return () => {
      isGone = true;
    };
  }, [items]);
  return items instanceof Promise ? loaded : items;
}

/** Items between two headings. */
interface ItemGroup {
  readonly heading?: string;
  readonly items: MenuItem[];
}
function groupItems(items: readonly MenuItem[]): ItemGroup[] {
  const groups: ItemGroup[] = [];
  for (const item of items) {
    const last = groups.at(-1);
    if (item.heading) groups.push({ heading: item.heading, items: [item] });
    else if (last && !(last.heading && item.divided)) last.items.push(item);
    else groups.push({ items: [item] });
  }
  return groups;
}

type LinesProps = Omit<MenuLineProps, 'item'> & { readonly items: readonly MenuItem[] };
const MenuLines = ({ items, ...rest }: LinesProps) =>
  items.map((item) => (
    <Fragment key={item.href ?? item.label}>
      {item.divided ? <hr className={styles.divider} /> : null}
      <MenuLine item={item} {...rest} />
    </Fragment>
  ));

/** The open menu. Empty until its items have loaded. */
export function MenuPanel({ items: given, ...rest }: MenuPanelProps) {
  const items = useItems(given);
  return items ? <Panel {...rest} items={items} /> : null;
}

function Panel({
  id,
  label,
  items,
  header,
  anchor,
  onClose,
  inline = false,
}: MenuPanelProps & { readonly items: readonly MenuItem[] }) {
  const panel = usePopover({ anchor, onClose, first: (element) => lines(element)[0] });
  const back = () => {
    anchor.focus({ preventScroll: true });
    onClose();
  };
  const press = (event: KeyboardEvent<HTMLDivElement>) => {
    if (event.key === 'Tab') return onClose();
    if (event.key === 'Escape') {
      // Close only the menu, not the surrounding dialog.
      event.preventDefault();
      event.stopPropagation();
      return back();
    }
    const all = lines(event.currentTarget);
    const to = nextItem(
      event.key,
      all.indexOf(document.activeElement as HTMLElement),
      items.map((item) => item.label),
    );
    if (to === null) return undefined;
    event.preventDefault();
    return all[to]?.focus();
  };
  return (
    <div
      ref={panel}
      popover="manual"
      className={cx(styles.panel, inline && styles.inline, inline === 'grid' && styles.grid)}
    >
      {header ? <div className={styles.header}>{header}</div> : null}
      <div role="menu" id={id} tabIndex={-1} aria-label={label} onKeyDown={press}>
        {groupItems(items).map(({ heading, items: within }) =>
          heading ? (
            <div key={heading} role="group" aria-label={heading}>
              <div aria-hidden="true" className={styles.heading}>
                {heading}
              </div>
              <MenuLines items={within} inline={Boolean(inline)} onClose={back} />
            </div>
          ) : (
            <MenuLines key={within[0]?.label} items={within} inline={Boolean(inline)} onClose={back} />
          ),
        )}
      </div>
    </div>
  );
}
