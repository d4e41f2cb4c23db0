import { cleanup, configure, getConfig } from '@testing-library/react';
import { afterAll, afterEach, vi } from 'vitest';
import { toast, toastStore } from '#ui/overlays/toast.ts';

// Captured before any test fakes timers.
const nextTurn = (() => {
  const { setImmediate } = globalThis;
  return () => new Promise<void>((resolve) => void setImmediate(resolve));
})();
const { asyncWrapper } = getConfig();

/**
 * Elements appear in the document before React has run their effects, which on a busy machine may happen
 * after the test has continued. Waiting a few turns lets tests see what a person would see a moment later.
 */
async function withEffects<T>(wait: () => Promise<T>): Promise<T> {
  const found = await asyncWrapper(wait);
  for (let turn = 0; turn < 3; turn += 1) await nextTurn();
  return found;
}

// Generous, because lazily loaded modules are compiled on first use and the machine may be busy.
configure({ asyncUtilTimeout: 30_000, asyncWrapper: withEffects });

// jsdom has neither of these, but components use both.
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

// jsdom has no top layer, so these emulate dialogs and popovers.
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

// jsdom has no layout, so there is nothing to scroll.
Element.prototype.scrollIntoView ??= () => {};

// Browsers don't submit a form within a form, but jsdom does.
const nested: string[] = [];
document.addEventListener(
  'submit',
  ({ target }) => {
    if (target instanceof Element && target.parentElement?.closest('form'))
      nested.push(target.textContent.slice(0, 80));
  },
  { capture: true },
);

afterAll(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  vi.useRealTimers();
});

afterEach(() => {
  const found = nested.splice(0);
  cleanup();
  if (found.length > 0) throw new Error(`A form within a form was submitted: ${found.join('; ')}`);
  for (const pair of document.cookie.split('; '))
    document.cookie = `${pair.split('=')[0]}=; expires=Thu, 01 Jan 1970 00:00:00 GMT; path=/`;
  localStorage.clear();
  sessionStorage.clear();
  // Modules are shared with the files that follow, so what they keep would be as well.
  for (const { id } of toastStore.read()) toast.dismiss(id);
});
