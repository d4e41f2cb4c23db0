import { expect } from './fixtures.ts';
import type { Locator, Page } from './fixtures.ts';

/**
 * Window sizes in which important elements must be visible: a large and a small desktop window, and a phone.
 */
export const windows = [
  { width: 1440, height: 900 },
  { width: 1280, height: 720 },
  { width: 360, height: 800 },
] as const;

/**
 * Why an element can't be seen: it is outside the window, or another element covers its center. Null if it is
 * visible.
 */
const hiddenBy = (locator: Locator): Promise<string | null> =>
  locator.evaluate((element) => {
    const { top, left, right, bottom, width, height } = element.getBoundingClientRect();
    const place = [left, top, right, bottom].map(Math.round).join(' ');
    const isInside = [width - 1, height - 1, top, left, innerHeight - bottom, innerWidth - right].every(
      (room) => room >= 0,
    );
    if (!isInside) return `at ${place}, in a window of ${innerWidth} × ${innerHeight}`;
    const above = document.elementFromPoint(left + width / 2, top + height / 2);
    return element.contains(above) ? null : `covered by ${String(above?.outerHTML).slice(0, 200)}`;
  });

/** Asserts that an element is visible without scrolling: inside the window and not covered. */
export async function expectSeen(locator: Locator): Promise<void> {
  await expect(locator).toBeVisible();
  await expect
    .poll(() => hiddenBy(locator), { message: `${locator.toString()} is in sight`, timeout: 8_000 })
    .toBeNull();
}

/**
 * Runs `provoke` and `expectSeen` in each window size. The action is repeated because focus and scroll
 * position depend on the size.
 */
export async function atEachSize(page: Page, provoke: () => Promise<Locator>): Promise<void> {
  for (const size of windows) {
    await page.setViewportSize(size);
    await expectSeen(await provoke());
  }
}
