import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { Menu } from '#ui/overlays/menu.tsx';
import { nextItem } from '#ui/overlays/menu-panel.tsx';
import { placeBeside, placeMenu } from '#ui/overlays/use-popover.ts';

/** A button of 40 × 40 px. */
const rect = (left: number, top: number) =>
  ({ left, top, width: 40, height: 40, right: left + 40, bottom: top + 40 }) as DOMRect;

describe('menu position', () => {
  const view = { width: 360, height: 640 };
  const panel = { width: 200, height: 160 };
  it.each([
    ['below, edges aligned', rect(20, 100), { left: 20, top: 144 }],
    ['to the left at the right edge', rect(312, 100), { left: 152, top: 144 }],
    ['above at the bottom', rect(20, 580), { left: 20, top: 416 }],
    ['never out of the window', rect(-50, 700), { left: 8, top: 472 }],
  ])('%s', (_, anchor, place) => expect(placeMenu(anchor, panel, view)).toEqual(place));

  it.each([
    ['beside, top edges aligned', rect(20, 100), { left: 68, top: 100 }],
    ['within the window', rect(312, 600), { left: 152, top: 472 }],
  ])('%s', (_, anchor, place) => expect(placeBeside(anchor, panel, view)).toEqual(place));
});

describe('menu keyboard navigation', () => {
  const labels = ['Copy link', 'Edit', 'Delete'];
  it.each([
    ['ArrowDown', 2, 0],
    ['ArrowUp', 0, 2],
    ['Home', 2, 0],
    ['End', 0, 2],
    ['d', 0, 2],
    ['D', 0, 2],
    ['e', 1, 1],
    ['x', 0, null],
    [' ', 0, null],
    ['Enter', 0, null],
  ])('%s from %i → %s', (key, at, to) => expect(nextItem(key, at, labels)).toBe(to));
});

describe('a menu', () => {
  const setUp = async () => {
    const remove = vi.fn();
    render(
      <Menu
        label="More"
        items={[
          { label: 'Edit', href: '/edit' },
          { label: 'Share', disabled: true, onSelect: remove },
          { label: 'Delete', danger: true, onSelect: remove },
        ]}
      />,
    );
    const button = screen.getByRole('button', { name: 'More' });
    await userEvent.click(button);
    await screen.findByRole('menu', { name: 'More' });
    return { remove, button };
  };

  it('opens with focus on its first item and announces it', async () => {
    const { button } = await setUp();
    expect(button.getAttribute('aria-expanded')).toBe('true');
    expect(document.activeElement).toBe(screen.getByRole('menuitem', { name: 'Edit' }));
    expect(screen.getByRole('menuitem', { name: 'Edit' }).getAttribute('href')).toBe('/edit');
  });

  it('performs the action, closes, and restores focus', async () => {
    const { remove, button } = await setUp();
    await userEvent.keyboard('{ArrowUp}{Enter}');
    expect(remove).toHaveBeenCalledOnce();
    expect(screen.queryByRole('menu')).toBeNull();
    expect(document.activeElement).toBe(button);
  });

  it('ignores disabled items', async () => {
    const { remove } = await setUp();
    await userEvent.click(screen.getByRole('menuitem', { name: 'Share' }));
    expect(remove).not.toHaveBeenCalled();
  });

  it.each(['{Escape}', '{Tab}'])('closes on %s', async (key) => {
    await setUp();
    await userEvent.keyboard(key);
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
  });

  it('closes on a press elsewhere', async () => {
    await setUp();
    await userEvent.click(document.body);
    expect(screen.queryByRole('menu')).toBeNull();
  });

  it('opens with the arrow key', async () => {
    render(<Menu label="More" items={[{ label: 'Edit', href: '/edit' }]} />);
    screen.getByRole('button', { name: 'More' }).focus();
    await userEvent.keyboard('{ArrowDown}');
    expect(await screen.findByRole('menu')).toBeTruthy();
  });
});
