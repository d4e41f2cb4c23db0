// @ts-expect-error -- it has no types
import { ensureBrowser } from '../../scripts/browser.mjs';
// @ts-expect-error -- it has no types
import { ensureFfmpeg } from '../../scripts/programs.mjs';

/** What `npm test` has fetched already on machines without it, for `npx vitest` alone. */
export async function setup(): Promise<void> {
  await (ensureFfmpeg as () => Promise<void>)();
  await (ensureBrowser as () => Promise<void>)();
}
