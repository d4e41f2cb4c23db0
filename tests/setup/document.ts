import { cleanup, configure } from '@testing-library/react';
import { afterEach } from 'vitest';

// What is waited for is asked whether it comes, not how fast: parts of pages are compiled as they are first asked for, on a machine that does other things too.
configure({ asyncUtilTimeout: 10_000 });

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
