// @ts-expect-error -- it has no types
import { findBrowser, named, packaged, playwrights, systems } from '../../scripts/browser.mjs';

export interface FoundBrowser {
  readonly path: string;
  /** Where it was unpacked to, if it was. */
  readonly folder?: string;
}

const fromNpm = () => (packaged as () => Promise<FoundBrowser | null>)().catch(() => null);

/** The browser from npm comes first, because its version is the same on every machine that can have it. */
export const findOwnBrowser = (): Promise<FoundBrowser> =>
  findBrowser(process.env, [fromNpm, named, systems, playwrights]);
