import { act, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { toast, toastStore } from '#ui/overlays/toast.ts';
import { Toaster } from '#ui/overlays/toaster.tsx';

beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }));
afterEach(() => {
  act(() => toastStore.read().forEach(({ id }) => toast.dismiss(id)));
  vi.useRealTimers();
});

describe('toasts', () => {
  it('are announced: news politely, errors at once', () => {
    render(<Toaster />);
    act(() => void toast.success('Changes saved'));
    act(() => void toast.error('Something went wrong'));
    expect(within(screen.getByRole('status')).getByText('Changes saved')).toBeTruthy();
    expect(within(screen.getByRole('alert')).getByText('Something went wrong')).toBeTruthy();
  });

  it('disappear by themselves, errors later', () => {
    render(<Toaster />);
    act(() => void toast.success('Changes saved'));
    act(() => void toast.error('Something went wrong'));
    act(() => void vi.advanceTimersByTime(5_100));
    expect(screen.queryByText('Changes saved')).toBeNull();
    expect(screen.queryByText('Something went wrong')).not.toBeNull();
    act(() => void vi.advanceTimersByTime(3_000));
    expect(screen.queryByText('Something went wrong')).toBeNull();
  });

  it('stay while hovered or focused', async () => {
    const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime });
    render(<Toaster />);
    act(() => void toast.success('Changes saved'));
    await user.hover(screen.getByText('Changes saved'));
    act(() => void vi.advanceTimersByTime(20_000));
    expect(screen.queryByText('Changes saved')).not.toBeNull();
    await user.unhover(screen.getByText('Changes saved'));
    act(() => void vi.advanceTimersByTime(5_100));
    expect(screen.queryByText('Changes saved')).toBeNull();
  });

  it('have at most one action', async () => {
    const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime });
    const run = vi.fn();
    render(<Toaster />);
    act(() => void toast.info('Post deleted', { action: { label: 'Undo', run } }));
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(run).toHaveBeenCalledOnce();
    expect(screen.queryByText('Post deleted')).toBeNull();
  });

  it('count the seconds of an action in the last minute only', () => {
    render(<Toaster />);
    const until = Date.now() + 168_757_000;
    act(() => void toast.success('Moved', { lasts: 0, action: { label: 'Undo', until, run: () => {} } }));
    expect(screen.getByRole('button', { name: 'Undo' }).textContent).toBe('Undo');
    act(() => void vi.setSystemTime(until - 8_000));
    act(() => void vi.advanceTimersByTime(1_000));
    expect(screen.getByRole('button', { name: 'Undo' }).textContent).toBe('Undo 7');
  });

  it("don't repeat the same text, and show at most four", () => {
    for (const text of ['a', 'b', 'a', 'c', 'd', 'e', 'a']) toast.info(text);
    expect(toastStore.read().map((each) => each.text)).toEqual(['c', 'd', 'e', 'a']);
  });

  it('appear inside an open dialog, which makes the rest of the page inert', () => {
    const dialog = document.body.appendChild(document.createElement('dialog'));
    dialog.setAttribute('open', '');
    render(<Toaster />);
    act(() => void toast.success('You subscribed'));
    expect(dialog.contains(screen.getByText('You subscribed'))).toBe(true);
    act(() => {
      dialog.removeAttribute('open');
      dialog.dispatchEvent(new Event('close'));
    });
    expect(dialog.contains(screen.getByText('You subscribed'))).toBe(false);
    dialog.remove();
  });
});
