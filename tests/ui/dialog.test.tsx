import { act, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { Lightbox } from '#ui/overlays/lightbox.tsx';

function Page({ dismissible }: { dismissible?: boolean }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button onClick={() => setOpen(true)}>Open</button>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title="Tip Mara"
        dismissible={dismissible}
        footer={<button>Send</button>}
      >
        <input aria-label="Amount" />
      </Dialog>
    </>
  );
}

const cancel = () => {
  const event = new Event('cancel', { cancelable: true });
  act(() => void screen.getByRole('dialog').dispatchEvent(event));
  return event;
};

describe('a dialog', () => {
  it('is labeled by its title, focuses it and restores focus', async () => {
    render(<Page />);
    await userEvent.click(screen.getByText('Open'));
    expect(screen.getByRole('dialog', { name: 'Tip Mara' })).toBeTruthy();
    expect(document.activeElement?.textContent).toBe('Tip Mara');
    await userEvent.click(screen.getByRole('button', { name: 'Close' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(document.activeElement).toBe(screen.getByText('Open'));
  });

  it('closes on Esc and on a press outside, but not inside', async () => {
    render(<Page />);
    await userEvent.click(screen.getByText('Open'));
    const press = (target: Element) =>
      act(
        () =>
          void target.dispatchEvent(
            Object.assign(new Event('pointerdown', { bubbles: true }), { clientX: 5, clientY: 5 }),
          ),
      );
    press(screen.getByLabelText('Amount'));
    expect(screen.queryByRole('dialog')).not.toBeNull();
    press(screen.getByRole('dialog'));
    expect(screen.queryByRole('dialog')).toBeNull();
    await userEvent.click(screen.getByText('Open'));
    expect(cancel().defaultPrevented).toBe(true);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('stays open while something would be lost', async () => {
    render(<Page dismissible={false} />);
    await userEvent.click(screen.getByText('Open'));
    cancel();
    expect(screen.queryByRole('dialog')).not.toBeNull();
  });
});

it('a confirmation names the item and focuses Cancel', async () => {
  const onConfirm = vi.fn();
  render(
    <ConfirmDialog
      open
      onClose={() => {}}
      onConfirm={onConfirm}
      title="Delete “Morning glaze”?"
      text="This can’t be undone."
      confirmLabel="Delete post"
    />,
  );
  expect(screen.getByRole('dialog', { name: 'Delete “Morning glaze”?' })).toBeTruthy();
  expect(document.activeElement?.textContent).toBe('Cancel');
  await userEvent.click(screen.getByRole('button', { name: 'Delete post' }));
  expect(onConfirm).toHaveBeenCalledOnce();
});

it('a lightbox wraps around with the arrow keys', () => {
  const photos = ['a', 'b', 'c'].map((id) => ({
    id,
    sources: [{ url: `/${id}.webp`, width: 10, height: 10 }],
    alt: id,
  }));
  const onMove = vi.fn();
  render(<Lightbox photos={photos} index={2} onMove={onMove} onClose={() => {}} />);
  expect(screen.getByRole('img', { name: 'c' })).toBeTruthy();
  fireEvent.keyDown(document, { key: 'ArrowRight' });
  fireEvent.keyDown(document, { key: 'ArrowLeft' });
  expect(onMove.mock.calls).toEqual([[0], [1]]);
});
