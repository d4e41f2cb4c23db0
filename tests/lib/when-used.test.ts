/** @vitest-environment jsdom */
import { afterEach, expect, test, vi } from 'vitest';
import { wasUsed, whenUsed } from '#lib/when-used.ts';

afterEach(() => vi.unstubAllGlobals());

test('it runs once, on the first interaction', () => {
  const run = vi.fn();
  whenUsed(run);
  expect(run).not.toHaveBeenCalled();
  window.dispatchEvent(new Event('pointerdown'));
  window.dispatchEvent(new Event('keydown'));
  expect(run).toHaveBeenCalledTimes(1);
});

test('a scroll of the page counts, the end of a conversation that comes into view by itself does not', () => {
  const run = vi.fn();
  whenUsed(run);
  const list = document.body.appendChild(document.createElement('div'));
  list.dispatchEvent(new Event('scroll'));
  expect(run).not.toHaveBeenCalled();
  document.dispatchEvent(new Event('scroll', { bubbles: true }));
  expect(run).toHaveBeenCalledTimes(1);
});

test('a canceled one never runs', () => {
  const run = vi.fn();
  whenUsed(run)();
  window.dispatchEvent(new Event('pointerdown'));
  expect(run).not.toHaveBeenCalled();
});

test('an interaction before anybody listened is remembered by the browser', () => {
  expect(wasUsed()).toBe(false);
  vi.stubGlobal('navigator', { userActivation: { hasBeenActive: true } });
  expect(wasUsed()).toBe(true);
});
