import Ellipsis from 'lucide-react/icons/ellipsis';
import { Suspense, useId, useState } from 'react';
import type { KeyboardEvent, ReactNode, RefCallback } from 'react';
import { untilLoaded } from '#lib/until-loaded.ts';
import { IconButton } from '../content/button.tsx';
import { lazyPart } from '../layout/lazy-part.ts';

/** One line of a menu: either an address or something to do. */
export interface MenuItem {
  readonly label: string;
  readonly icon?: ReactNode;
  readonly href?: string;
  readonly onSelect?: () => void;
  /** Takes something away. */
  readonly danger?: boolean;
  readonly disabled?: boolean;
  /** On or off: a press changes it and leaves the menu open. */
  readonly checked?: boolean;
  /** A line above it. */
  readonly divided?: boolean;
}

/** Spread on whatever opens the menu. */
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
  /** Accessible name of the menu, and of the default trigger. */
  readonly label: string;
  /**
   * Or how to get them when the menu is opened: their icons and what they do then aren't paid for by
   * everybody who only reads.
   */
  readonly items: readonly MenuItem[] | (() => Promise<readonly MenuItem[]>);
  /** Above the items: whose menu it is. */
  readonly header?: ReactNode;
  /** What opens it; a round "…" button unless given. */
  readonly trigger?: (props: MenuTriggerProps) => ReactNode;
}

// The panel comes with the first hand near a menu: most visits open none.
const load = () => untilLoaded(async () => (await import('./menu-panel.tsx')).MenuPanel);
const MenuPanel = lazyPart(load);

/** A button with a list of things to do. Arrows, Home, End, letters, Esc and Tab work as in any menu. */
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
