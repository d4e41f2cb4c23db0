import { cleanup, configure, getConfig } from '@testing-library/react';
import { afterEach } from 'vitest';

// Before any test fakes timers.
const nextTurn = (() => {
  const { setImmediate } = globalThis;
  return () => new Promise<void>((resolve) => void setImmediate(resolve));
})();
const { asyncWrapper } = getConfig();

/**
 * What was waited for is in the document before React has run its effects, which follow in the scheduler's
 * next turns; on a busy machine those come after the test goes on. A test sees what a person sees a moment
 * later.
 */
async function withEffects<T>(wait: () => Promise<T>): Promise<T> {
  const found = await asyncWrapper(wait);
  for (let turn = 0; turn < 3; turn += 1) await nextTurn();
  return found;
}

// What is waited for is asked whether it comes, not how fast: parts of pages are compiled as they are first
// asked for, on a machine that does other things too.
configure({ asyncUtilTimeout: 10_000, asyncWrapper: withEffects });

// jsdom has neither; components ask for both.
window.matchMedia ??= (query: string) => ({
  matches: false,
  media: query,
  onchange: null,
  addEventListener: () => {},
  removeEventListener: () => {},
  addListener: () => {},
  removeListener: () => {},
  dispatchEvent: () => false,
});
window.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
};

// jsdom draws no top layer: dialogs and popovers as far as a test can see them.
HTMLDialogElement.prototype.showModal ??= function showModal() {
  this.setAttribute('open', '');
};
HTMLDialogElement.prototype.show ??= function show() {
  this.setAttribute('open', '');
};
HTMLDialogElement.prototype.close ??= function close() {
  this.removeAttribute('open');
  this.dispatchEvent(new Event('close'));
};
HTMLElement.prototype.showPopover ??= function showPopover() {
  this.style.display = 'block';
};

// jsdom lays nothing out, so there is nothing to scroll.
Element.prototype.scrollIntoView ??= () => {};

afterEach(() => {
  cleanup();
  for (const pair of document.cookie.split('; '))
    document.cookie = `${pair.split('=')[0]}=; expires=Thu, 01 Jan 1970 00:00:00 GMT; path=/`;
  localStorage.clear();
  sessionStorage.clear();
});
