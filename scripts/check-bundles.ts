// Checks that the server's build sends browsers no part of the mock, its database or the code for demo data,
// and that no page exceeds its budget.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';

/** Strings that survive minification. */
const traces = {
  msw: 'mockServiceWorker',
  PGlite: 'pglite',
  'the database schema': 'ledger_postings',
  zod: '"invalid_union"',
  'sanitize-html': 'allowedSchemesAppliedToAttributes',
};

/** Returns a message for each trace found in `files`, given as `[name, text]`. */
export const tracesIn = (files: readonly (readonly [name: string, text: string])[]): string[] =>
  files.flatMap(([name, text]) =>
    Object.entries(traces)
      .filter(([, trace]) => text.includes(trace))
      .map(([what]) => `${name} holds ${what}.`),
  );

/**
 * Budgets for the scripts that a page's HTML names, in kB after brotli: lists, the search of everything
 * (seven kinds of results, in cards and rows), the pages they lead to, conversations, account pages, and the
 * studio with its tables and calendars. The goal for the pages that lists lead to is 135: with the desk's
 * pages, the bundler cuts what every page shares into smaller files, which compress worse. A profile exceeds
 * it most: its posts bring formatting, tags and mentions, and its prices the lengths that are paid at once.
 * Its posts are a file shared with the pages of posts, which compresses worse in two. About 3 kB of each keep
 * a page right in other hands: translators, an older tab after a deployment, Back, a second tab, a chosen tab
 * that stays in view. Up to 5 kB are the price of one way to ask: a page has the declarations of its
 * families' endpoints, also of those that it never calls, and a page that is drawn from what the server sent has the
 * view for when nothing was sent. Another 3 kB are parts of Next that aren't cut out anymore. A profile's last half is
 * its offers, which the server sends with the page instead of a call that followed it. Half a kilobyte of each is that
 * the bundler cuts what they share into one more file, since the sagas of messages don't repeat what a page has.
 */
const [looking, finding, reading, profile, talking, working, studio] = [134, 143, 149, 156, 153, 174, 190.5];
/** Lists of account and studio load the dialogs of their rows on use. */
const listing = 160;
const budgets: Readonly<Record<string, number>> = {
  '/': looking,
  '/search': finding,
  '/explore': finding,
  '/explore/[category]': finding,
  '/auctions': looking,
  '/live': looking,
  '/[profileId]': profile,
  '/feeds/[id]': reading,
  '/series/[id]': reading,
  '/videos/[id]': reading,
  '/galleries/[id]': reading,
  '/products/[id]': reading,
  '/auctions/[id]': reading,
  '/live/[id]': reading,
  '/auth/login': talking,
  '/home': talking,
  '/messages': talking,
  '/messages/[id]': talking,
  '/user/wallet': listing,
  '/user/orders': listing,
  '/user/subscriptions': listing,
  '/creator/feeds': listing,
  '/creator/videos': listing,
  '/creator/galleries': listing,
  '/creator/products': listing,
  '/creator/auctions': listing,
  '/creator/orders': listing,
  '/creator/subscribers': listing,
  '/creator/followers': listing,
  '/creator/payouts': listing,
  '/creator/promotions': listing,
};
const budgetOf = (page: string): number => budgets[page] ?? (page.startsWith('/creator/') ? studio : working);

/** Pages that exceed their budget; weights in kB. */
export const overweight = (weights: readonly (readonly [page: string, kilobytes: number])[]): string[] =>
  weights
    .filter(([page, weight]) => weight > budgetOf(page))
    .map(
      ([page, weight]) => `${page} loads ${weight.toFixed(1)} kB of scripts; ${budgetOf(page)} is the most.`,
    );

/** In kB after brotli: a page's styles are in its HTML, in front of all that it shows. */
const mostStyles = 11;

/** Pages whose styles exceed their budget; weights in kB. */
export const overdressed = (weights: readonly (readonly [page: string, kilobytes: number])[]): string[] =>
  weights
    .filter(([, weight]) => weight > mostStyles)
    .map(([page, weight]) => `${page} has ${weight.toFixed(1)} kB of styles; ${mostStyles} is the most.`);

interface BuildManifest {
  readonly rootMainFiles: readonly string[];
  readonly pages: Readonly<Record<string, readonly string[]>>;
}

const readManifest = (build: string) =>
  JSON.parse(readFileSync(join(build, 'build-manifest.json'), 'utf8')) as BuildManifest;

/** Compressed together, as they are sent. */
function stylesOf(build: string): [string, number][] {
  const { pages } = readManifest(build);
  return Object.entries(pages).map(([page, files]) => {
    const styles = [...new Set([...(pages['/_app'] ?? []), ...files])].filter((file) =>
      file.endsWith('.css'),
    );
    const text = Buffer.concat(styles.map((file) => readFileSync(join(build, file))));
    return [page, brotliCompressSync(text).length / 1000];
  });
}

function weightsOf(build: string): [string, number][] {
  const { rootMainFiles, pages } = readManifest(build);
  const weigh = (file: string) => brotliCompressSync(readFileSync(join(build, file))).length / 1000;
  const known = new Map(
    [...new Set([...rootMainFiles, ...Object.values(pages).flat()])]
      .filter((file) => file.endsWith('.js'))
      .map((file) => [file, weigh(file)]),
  );
  const sum = (files: Iterable<string>) =>
    [...files].reduce((weight, file) => weight + (known.get(file) ?? 0), 0);
  return Object.entries(pages).map(([page, files]) => [
    page,
    sum(new Set([...rootMainFiles, ...(pages['/_app'] ?? []), ...files])),
  ]);
}

if (import.meta.main) {
  const build = fileURLToPath(new URL('../.next', import.meta.url));
  const folder = join(build, 'static');
  const scripts = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.js'),
  );
  const problems = [
    ...tracesIn(scripts.map((name) => [name, readFileSync(join(folder, name), 'utf8')] as const)),
    ...overweight(weightsOf(build)),
    ...overdressed(stylesOf(build)),
  ];
  for (const problem of problems) console.error(problem);
  process.exitCode = problems.length > 0 ? 1 : 0;
}
