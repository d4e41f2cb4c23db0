import { act, cleanup, renderHook } from '@testing-library/react';
import { ThemeProvider } from 'next-themes';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useDarkOffer } from '#shell/startup/dark-offer.ts';
import { toast, toastStore } from '#ui/overlays/toast.ts';

const wrapper = ({ children }: { children: ReactNode }) => (
  <ThemeProvider attribute="data-theme" defaultTheme="light" enableSystem={false}>
    {children}
  </ThemeProvider>
);
const visit = (isDark: boolean) => {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: isDark && query === '(prefers-color-scheme: dark)',
    addListener: () => {},
    removeListener: () => {},
  }));
  renderHook(useDarkOffer, { wrapper });
};
const offers = () => toastStore.read().filter(({ text }) => text === 'Your device uses dark mode.');

beforeEach(() => {
  localStorage.clear();
  toastStore.read().forEach(({ id }) => toast.dismiss(id));
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  document.documentElement.removeAttribute('data-theme');
});

describe('the offer of the dark theme', () => {
  it('stays light until it is taken', () => {
    visit(true);
    expect(document.documentElement.dataset['theme']).toBe('light');
    act(() => offers()[0]?.action?.run());
    expect(document.documentElement.dataset['theme']).toBe('dark');
  });

  it('comes once', () => {
    visit(true);
    toastStore.read().forEach(({ id }) => toast.dismiss(id));
    cleanup();
    visit(true);
    expect(offers()).toEqual([]);
  });

  it('isn’t made on a light device, or to somebody who has chosen', () => {
    visit(false);
    cleanup();
    localStorage.setItem('theme', 'light');
    visit(true);
    expect(offers()).toEqual([]);
  });
});
