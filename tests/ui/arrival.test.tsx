import { fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useAnnouncement } from '#ui/feedback/use-announcement.ts';

const seen = vi.fn();
const grow: (() => void)[] = [];
class Observer {
  readonly #tell: () => void;
  constructor(tell: () => void) {
    this.#tell = tell;
  }
  observe = () => void grow.push(this.#tell);
  disconnect = () => void grow.splice(0);
}
beforeEach(() => {
  vi.stubGlobal('ResizeObserver', Observer);
  vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function scrolled(this: Element) {
    seen(this.id);
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  seen.mockClear();
  grow.splice(0);
  location.hash = '';
});

function Page() {
  useAnnouncement('limits');
  return <section id="limits">Limits</section>;
}
/** Simulates that content above has loaded. */
const comes = () => grow.forEach((tell) => tell());

it("keeps the URL's target in view while the page grows, until the person scrolls", () => {
  location.hash = '#limits';
  render(<Page />);
  comes();
  comes();
  expect(seen.mock.calls).toEqual([['limits'], ['limits']]);
  fireEvent.wheel(screen.getByText('Limits'));
  comes();
  expect(seen).toHaveBeenCalledTimes(2);
});

it.each(['', '#cards'])('a URL with "%s" scrolls nothing', (hash) => {
  location.hash = hash;
  render(<Page />);
  comes();
  expect(seen).not.toHaveBeenCalled();
});
