import { colors, inTheme, onceAtRest } from './axe.ts';
import { lookAtBoxes } from './boxes.ts';
import { expect } from './fixtures.ts';
import type { Page } from './fixtures.ts';

/** Something a person does with money, media or other people, as far as the screen where they do it. */
export interface Moment {
  readonly name: string;
  readonly reach: (page: Page) => Promise<unknown>;
  /** Such as a menu, which closes when the window changes. */
  readonly closes?: boolean;
  /** Findings that are right as they are. */
  readonly except?: readonly { readonly finding: RegExp; readonly because: string }[];
}

/** Small and large phones, tablets upright and on their side, and a desktop. */
const windows = [
  [360, 740],
  [390, 844],
  [412, 915],
  [768, 1024],
  [820, 1180],
  [1024, 768],
  [1440, 900],
] as const;
type Window = (typeof windows)[number];

/** What is still being fetched, whose boxes aren't there yet. */
const loading = (page: Page) => page.locator('[role="status"]:not(dialog *)').filter({ hasText: /^Loading/ });

async function reached(page: Page, { name, reach }: Moment): Promise<void> {
  await reach(page).catch((error: unknown) => {
    throw new Error(`${name} can’t be reached: ${String(error)}`);
  });
  await expect(loading(page)).toHaveCount(0);
  await drawn(page);
}

/** Until the page has drawn itself for a new width: what scripts choose by width comes a frame or two later. */
const drawn = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const rest = () => setTimeout(resolve, 60);
        requestAnimationFrame(() => requestAnimationFrame(rest));
      }),
  );

async function resized(page: Page, [width, height]: Window): Promise<void> {
  await page.setViewportSize({ width, height });
  await drawn(page);
}

/** What is wrong with a moment in the window as it is now. */
async function wrongNow(page: Page, { name, except = [] }: Moment): Promise<string[]> {
  const width = page.viewportSize()?.width ?? 0;
  const findings = await lookAtBoxes(page);
  return findings
    .map(({ element, reason }) => `${name} at ${width}: ${element}: ${reason}`)
    .filter((line) => !except.some(({ finding }) => finding.test(line)));
}

async function inBothThemes(page: Page, { name }: Moment): Promise<void> {
  for (const theme of ['dark', 'light'] as const) {
    await inTheme(page, theme);
    await onceAtRest(page, colors, name);
  }
}

/** Opens a moment once and then changes the window, as a phone does that is turned. */
async function inPlace(page: Page, moment: Moment): Promise<string[]> {
  await page.setViewportSize({ width: 360, height: 740 });
  await reached(page, moment);
  const wrong: string[] = [];
  for (const each of windows) {
    await resized(page, each);
    if (moment.closes && each[0] !== 360) await reached(page, moment);
    wrong.push(...(await wrongNow(page, moment)));
  }
  return wrong;
}

/** Opens a moment anew in each window, and looks at its colors in both themes too. */
async function anew(page: Page, moment: Moment): Promise<string[]> {
  const wrong: string[] = [];
  for (const [width, height] of windows) {
    await page.setViewportSize({ width, height });
    await reached(page, moment);
    wrong.push(...(await wrongNow(page, moment)));
    if (width === 360) await inBothThemes(page, moment);
  }
  return wrong;
}

/** Walks moments through all windows, and reports everything that is wrong at once. */
export async function walk(page: Page, moments: readonly Moment[]): Promise<void> {
  const only = new RegExp(process.env.MOMENT ?? '');
  for (const moment of moments.filter(({ name }) => only.test(name))) {
    const wrong = await (process.env.DEEP ? anew : inPlace)(page, moment).catch(String);
    expect.soft(wrong, moment.name).toEqual([]);
  }
}
