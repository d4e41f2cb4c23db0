import Ellipsis from 'lucide-react/icons/ellipsis';
import { Suspense, useId, useState } from 'react';
import type { KeyboardEvent, ReactNode, RefCallback } from 'react';
import { untilLoaded } from '#lib/device/until-loaded.ts';
import { IconButton } from '../content/button.tsx';
import { lazyPart } from '../layout/lazy-part.ts';

/** A menu item, either a link or an action. */
export interface MenuItem {
  readonly label: string;
  readonly icon?: ReactNode;
  readonly href?: string;
  readonly onSelect?: () => void;
  /** A destructive action. */
  readonly danger?: boolean;
  readonly disabled?: boolean;
  /** Makes the item a checkbox; pressing it toggles it without closing the menu. */
  readonly checked?: boolean;
  /** Begins a group with this heading. */
  readonly heading?: string;
  /** How many wait there; 0 shows nothing. */
  readonly count?: number;
  /** Adds a divider above the item. */
  readonly divided?: boolean;
}

/** Spread on the button that opens the menu. */
export interface MenuTriggerProps {
  readonly ref: RefCallback<HTMLButtonElement>;
  readonly 'aria-haspopup': 'menu';
  readonly 'aria-expanded': boolean;
  readonly 'aria-controls': string | undefined;
  readonly onClick: () => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
  readonly onPointerEnter: () => void;
}

export interface MenuProps {
  /** Accessible name of the menu and of the default button. */
  readonly label: string;
  /**
   * The items, or a function that loads them when the menu is opened, so that pages don't include their code.
   */
  readonly items: readonly MenuItem[] | (() => Promise<readonly MenuItem[]>);
  /** Shown above the items. */
  readonly header?: ReactNode;
  /** Renders the button; defaults to a round "…" button. */
  readonly trigger?: (props: MenuTriggerProps) => ReactNode;
}

// The panel's code loads on hover or focus, because most visits open no menu.
const load = () => untilLoaded(async () => (await import('./menu-panel.tsx')).MenuPanel);
const MenuPanel = lazyPart(load);

/** A button with a menu. Arrow keys, Home, End, letters, Escape and Tab work as in any menu. */
export function Menu({ label, items, header, trigger }: MenuProps) {
  const [shown, setShown] = useState<Promise<readonly MenuItem[]> | readonly MenuItem[] | null>(null);
  const open = shown !== null;
  const setOpen = (next: boolean) =>
    setShown(next ? (typeof items === 'function' ? untilLoaded(items) : items) : null);
  const [button, setButton] = useState<HTMLButtonElement | null>(null);
  const id = useId();
  const props: MenuTriggerProps = {
    ref: setButton,
    'aria-haspopup': 'menu',
    'aria-expanded': open,
    'aria-controls': open ? id : undefined,
    onClick: () => setOpen(!open),
    onPointerEnter: () => void load(),
    onKeyDown: (event) => {
      if (event.key !== 'ArrowDown' || open) return;
      event.preventDefault();
      setOpen(true);
    },
  };
  return (
    <>
      {trigger ? (
        trigger(props)
      ) : (
        <IconButton label={label} {...props}>
          <Ellipsis size={20} />
        </IconButton>
      )}
      {shown && button ? (
        <Suspense fallback={null}>
          <MenuPanel
            id={id}
            label={label}
            items={typeof items === 'function' ? shown : items}
            header={header}
            anchor={button}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      ) : null}
    </>
  );
}
