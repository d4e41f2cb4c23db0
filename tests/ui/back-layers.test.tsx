import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import Router from 'next/router';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { Menu } from '#ui/overlays/menu.tsx';

/** What the router hears of the history. */
let heard: string[] = [];
const hear = ({ state }: PopStateEvent) => {
  const { key } = state as { key: string };
  heard.push(key);
  // It writes its own state into the entry.
  window.history.replaceState({ __N: true, key }, '');
};
beforeEach(() => {
  heard = [];
  window.addEventListener('popstate', hear);
  go('before');
  go('page');
});
afterEach(() => window.removeEventListener('popstate', hear));

let keys = 0;
/** Goes to a page as the router does. */
function go(name: string): void {
  window.history.pushState({ __N: true, key: `${name}${(keys += 1)}` }, '', `/${name}`);
  Router.events.emit('routeChangeComplete', `/${name}`, { shallow: false });
}
const settle = () => act(() => new Promise((resolve) => void setTimeout(resolve, 30)));
async function back(): Promise<void> {
  window.history.back();
  await settle();
  Router.events.emit('routeChangeComplete', location.pathname, { shallow: false });
}
const names = () => heard.map((key) => key.replace(/\d+$/, ''));

function Page() {
  const [open, setOpen] = useState<readonly string[]>([]);
  const close = (name: string) => setOpen((before) => before.filter((each) => each !== name));
  return (
    <>
      <Menu label="More" items={[{ label: 'Open', onSelect: () => setOpen(['Tip']) }]} />
      <Dialog open={open.includes('Tip')} onClose={() => close('Tip')} title="Tip">
        <button onClick={() => setOpen(['Tip', 'Sure?'])}>Ask</button>
        <Dialog open={open.includes('Sure?')} onClose={() => close('Sure?')} title="Sure?">
          Sure?
        </Dialog>
      </Dialog>
      <Dialog open={open.includes('Terms')} title="Terms">
        <button onClick={() => setOpen([])}>Accept</button>
      </Dialog>
      <Dialog open={open.includes('Codes')} onClose={() => close('Codes')} title="Codes" dismissible={false}>
        <button onClick={() => close('Codes')}>Done</button>
      </Dialog>
      <button onClick={() => setOpen(['Terms'])}>Show terms</button>
      <button onClick={() => setOpen(['Codes'])}>Show codes</button>
    </>
  );
}
const shown = () => [...screen.queryAllByRole('dialog'), ...screen.queryAllByRole('menu')].length;

async function open() {
  const hand = userEvent.setup();
  const page = render(<Page />);
  await hand.click(screen.getByRole('button', { name: 'More' }));
  await screen.findByRole('menu');
  return { hand, page };
}
async function openDialog() {
  const opened = await open();
  await opened.hand.click(screen.getByRole('menuitem', { name: 'Open' }));
  await screen.findByRole('dialog', { name: 'Tip' });
  return opened;
}

describe('Back', () => {
  it('closes a menu, then leaves the page', async () => {
    await open();
    await back();
    expect([shown(), location.pathname, names()]).toEqual([0, '/page', []]);
    await back();
    expect([location.pathname, names()]).toEqual(['/before', ['before']]);
  });

  it('closes a dialog that a menu opened, then leaves the page', async () => {
    await openDialog();
    await back();
    expect([shown(), location.pathname, names()]).toEqual([0, '/page', []]);
    await back();
    expect([location.pathname, names()]).toEqual(['/before', ['before']]);
  });

  it('closes the topmost of two', async () => {
    const { hand } = await openDialog();
    await hand.click(screen.getByText('Ask'));
    expect(shown()).toBe(2);
    await back();
    expect([shown(), screen.queryByRole('dialog', { name: 'Tip' }) !== null]).toEqual([1, true]);
    await back();
    expect([shown(), location.pathname]).toEqual([0, '/page']);
  });

  it('leaves the page at once after the layer was closed otherwise, also if it was opened again', async () => {
    const { hand } = await openDialog();
    await hand.click(screen.getByRole('button', { name: 'Close' }));
    await hand.click(screen.getByRole('button', { name: 'More' }));
    await hand.click(await screen.findByRole('menuitem', { name: 'Open' }));
    await hand.click(await screen.findByRole('button', { name: 'Close' }));
    await back();
    expect([location.pathname, names()]).toEqual(['/before', ['before']]);
  });

  it('returns from a page that a layer led to, and leaves in one step then', async () => {
    const { page } = await openDialog();
    act(() => go('next'));
    page.unmount();
    await back();
    expect([location.pathname, names()]).toEqual(['/page', ['page']]);
    await back();
    expect([location.pathname, names()]).toEqual(['/before', ['page', 'before']]);
  });

  it('passes over an address that was replaced after a layer was closed', async () => {
    const { hand } = await openDialog();
    await hand.click(screen.getByRole('button', { name: 'Close' }));
    const { key } = window.history.state as { key: string };
    window.history.replaceState({ __N: true, key }, '', '/page?filter=new');
    Router.events.emit('routeChangeComplete', '/page?filter=new', { shallow: true });
    await back();
    expect([location.pathname, names()]).toEqual(['/before', ['before']]);
  });

  it('keeps open what can’t be dismissed', async () => {
    const hand = userEvent.setup();
    render(<Page />);
    await hand.click(screen.getByText('Show codes'));
    await back();
    expect([shown(), location.pathname, names()]).toEqual([1, '/page', []]);
    await hand.click(screen.getByRole('button', { name: 'Done' }));
    await back();
    expect(location.pathname).toBe('/before');
  });

  it('leaves the page if what lies over it can only be answered', async () => {
    const hand = userEvent.setup();
    render(<Page />);
    await hand.click(screen.getByText('Show terms'));
    await back();
    expect(location.pathname).toBe('/before');
  });
});
