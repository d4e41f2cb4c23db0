import { act, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { Lightbox, type LightboxProps } from '#ui/overlays/lightbox.tsx';

const photo = (id: string) => ({
  id,
  sources: [{ url: `/${id}.webp`, width: 1280, height: 853 }],
  alt: `Photo of ${id}`,
  title: id.toUpperCase(),
  width: 1280,
  height: 853,
});
const three = ['a', 'b', 'c'].map(photo);

function open(props: Partial<LightboxProps> = {}) {
  const calls = { onMove: vi.fn(), onClose: vi.fn(), onNeed: vi.fn() };
  const drawn = render(<Lightbox photos={three} index={0} {...calls} {...props} />);
  return {
    ...calls,
    ...drawn,
    again: (more: Partial<LightboxProps>) =>
      drawn.rerender(<Lightbox photos={three} index={0} {...calls} {...props} {...more} />),
  };
}
const press = (key: string) => fireEvent.keyDown(document, { key });
const scaleOf = () => /scale\(([\d.]+)\)/.exec(screen.getByRole('img').style.transform)?.[1] ?? '1';
const finger = (id: number, x: number, y: number) => ({
  pointerId: id,
  clientX: x,
  clientY: y,
  button: 0,
  pointerType: 'touch',
});

describe('by keyboard', () => {
  it('arrows move on and wrap around, Home and End go to the ends', () => {
    const { onMove } = open({ index: 2 });
    for (const key of ['ArrowRight', 'ArrowLeft', 'Home', 'End']) press(key);
    expect(onMove.mock.calls.flat()).toEqual([0, 1, 0, 2]);
  });
  it('Esc closes', () => {
    const { onClose } = open();
    fireEvent(screen.getByRole('dialog'), new Event('cancel', { cancelable: true }));
    expect(onClose).toHaveBeenCalledOnce();
  });
  it('+ zooms in, 0 resets, and a new photo starts unzoomed', () => {
    const { again } = open();
    press('+');
    expect(scaleOf()).toBe('1.5');
    press('+');
    expect(Number(scaleOf())).toBeCloseTo(2.25);
    press('0');
    expect(scaleOf()).toBe('1');
    press('+');
    again({ index: 1 });
    expect(scaleOf()).toBe('1');
  });
  it('leaves the browser’s own keys alone', () => {
    const { onMove } = open();
    expect(fireEvent.keyDown(document, { key: 'ArrowRight', altKey: true })).toBe(true);
    expect(fireEvent.keyDown(document, { key: 'a' })).toBe(true);
    expect(onMove).not.toHaveBeenCalled();
  });
});

describe('by touch and mouse', () => {
  const stage = () => screen.getByRole('img').parentElement!;
  it('a swipe goes to the next and the previous one', () => {
    const { onMove } = open({ index: 1 });
    for (const [from, to] of [
      [300, 100],
      [100, 300],
    ] as const) {
      fireEvent.pointerDown(stage(), finger(1, from, 200));
      fireEvent.pointerMove(stage(), finger(1, to, 205));
      fireEvent.pointerUp(stage(), finger(1, to, 205));
    }
    expect(onMove.mock.calls.flat()).toEqual([2, 0]);
  });
  it('a double tap zooms in and out; a single one does nothing', () => {
    const { onMove } = open();
    const tap = () => {
      fireEvent.pointerDown(stage(), finger(1, 100, 100));
      fireEvent.pointerUp(stage(), finger(1, 100, 100));
    };
    tap();
    expect(scaleOf()).toBe('1');
    tap();
    expect(scaleOf()).toBe('2.5');
    tap();
    tap();
    expect(scaleOf()).toBe('1');
    expect(onMove).not.toHaveBeenCalled();
  });
  it('spreading two fingers zooms in; then one pans the photo without leaving it', () => {
    const { onMove } = open();
    fireEvent.pointerDown(stage(), finger(1, -50, 0));
    fireEvent.pointerDown(stage(), finger(2, 50, 0));
    fireEvent.pointerMove(stage(), finger(1, -100, 0));
    fireEvent.pointerMove(stage(), finger(2, 100, 0));
    expect(Number(scaleOf())).toBeCloseTo(2);
    fireEvent.pointerUp(stage(), finger(1, -100, 0));
    fireEvent.pointerMove(stage(), finger(2, -100, 0));
    fireEvent.pointerUp(stage(), finger(2, -100, 0));
    expect(onMove).not.toHaveBeenCalled();
  });
  it("the wheel zooms and doesn't scroll the page", () => {
    open();
    const turned = new WheelEvent('wheel', { deltaY: -300, cancelable: true, bubbles: true });
    act(() => void stage().dispatchEvent(turned));
    expect(turned.defaultPrevented).toBe(true);
    expect(Number(scaleOf())).toBeGreaterThan(1.5);
  });
  it('buttons do the same', async () => {
    const { onMove, onClose } = open();
    await userEvent.click(screen.getByRole('button', { name: 'Zoom in' }));
    await userEvent.click(screen.getByRole('button', { name: 'Whole photo' }));
    await userEvent.click(screen.getByRole('button', { name: 'Next photo' }));
    await userEvent.click(screen.getByRole('button', { name: 'Close' }));
    expect([onMove.mock.calls.flat(), onClose.mock.calls.length]).toEqual([[1], 1]);
  });
});

describe('with hundreds of photos', () => {
  const many = Array.from({ length: 50 }, (_, at) => photo(`p${at}`));
  it('shows the position, and renders one image', () => {
    open({ photos: many, total: 500, index: 7 });
    expect(screen.getByText('P7 · Photo of p7 · 8 / 500')).toBeTruthy();
    expect(screen.getAllByRole('img')).toHaveLength(1);
  });
  it('requests more near the end of the loaded ones, and waits beyond it', () => {
    const { onNeed, onMove, again } = open({ photos: many, total: 500, index: 10 });
    expect(onNeed).not.toHaveBeenCalled();
    again({ photos: many, total: 500, index: 46 });
    expect(onNeed).toHaveBeenCalledOnce();
    press('End');
    expect(onMove).toHaveBeenLastCalledWith(499);
    again({ photos: many, total: 500, index: 499 });
    expect(screen.getByRole('status').textContent).toContain('Loading the photo');
    again({
      photos: [...many, ...Array.from({ length: 50 }, (_, at) => photo(`q${at}`))],
      total: 500,
      index: 499,
    });
    expect(onNeed.mock.calls.length).toBeGreaterThan(2);
    // While not everything is loaded, it doesn't wrap around.
    press('ArrowRight');
    expect(onMove).toHaveBeenLastCalledWith(499);
  });
  it('labels a photo without a description by its position', () => {
    open({ photos: [{ ...photo('a'), alt: null, title: null }, photo('b')] });
    expect(screen.getByRole('img', { name: 'Photo 1 of 2' })).toBeTruthy();
  });
});
