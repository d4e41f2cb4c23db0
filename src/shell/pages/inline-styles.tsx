import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { ReactElement } from 'react';

/** Built files by address; they don't change while the process runs. */
const texts = new Map<string, string>();

function readBuilt(address: string): string {
  const found = texts.get(address);
  if (found !== undefined) return found;
  const file = decodeURIComponent(address.slice(address.indexOf('/static/') + 1));
  const text = readFileSync(resolve(process.env.NEXT_DIST_DIR || '.next', file), 'utf8');
  texts.set(address, text);
  return text;
}

/**
 * The styles of a page within its HTML, for the links that Next would write, so that the first paint doesn't wait for
 * another request. Code that arrives later finds them marked as there, as with links.
 */
export function inlineStyles(
  links: readonly ReactElement<{ rel?: string; href?: string }>[],
): ReactElement[] {
  const addresses = links
    .filter(({ props }) => props.rel === 'stylesheet')
    .map(({ props }) => props.href ?? '');
  const css = addresses.map(readBuilt).join('\n');
  // oxlint-disable-next-line react/no-danger -- built by us; React would escape its quotes and angle brackets
  return addresses.length === 0 ? [] : [<style key="styles" dangerouslySetInnerHTML={{ __html: css }} />];
}
