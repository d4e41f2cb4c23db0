import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';

/** What a page may load besides the site's own. */
export interface Allowances {
  /** Where the browser calls, when it isn't this origin. */
  readonly apiOrigin: string | null;
  /** Where it puts files, when that isn't this origin. */
  readonly uploadOrigin?: string | null;
  /** Cards are charged through Stripe. */
  readonly stripe: boolean;
  readonly analytics: boolean;
}

/** Its script, the frames of its card fields and of the bank's question, and what they ask. */
const stripe = {
  script: ['https://js.stripe.com', 'https://*.js.stripe.com'],
  connect: ['https://api.stripe.com'],
  frame: ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
  img: ['https://*.stripe.com'],
};
const analytics = {
  script: ['https://www.googletagmanager.com'],
  connect: [
    'https://www.googletagmanager.com',
    'https://*.google-analytics.com',
    'https://*.analytics.google.com',
  ],
  img: ['https://www.googletagmanager.com', 'https://*.google-analytics.com'],
};

/**
 * The Content-Security-Policy of a page. Scripts run when they come from this site as files or carry the
 * page's nonce; the inline scripts of pages rendered at build time, which can carry none, are known by their
 * hashes.
 */
export function pagePolicy(
  nonce: string,
  { apiOrigin, uploadOrigin, stripe: pays, analytics: counts }: Allowances,
  hashes: readonly string[] = [],
): string {
  const api = apiOrigin ? [apiOrigin, apiOrigin.replace(/^http/, 'ws')] : [];
  const more = (kind: 'script' | 'connect' | 'img') => [
    ...(pays ? stripe[kind] : []),
    ...(counts ? analytics[kind] : []),
  ];
  const directives: Record<string, readonly string[]> = {
    'default-src': ["'self'"],
    'script-src': [
      "'self'",
      `'nonce-${nonce}'`,
      ...hashes.map((hash) => `'sha256-${hash}'`),
      ...more('script'),
    ],
    // React writes style attributes, and the component library style elements; neither can run anything.
    'style-src': ["'self'", "'unsafe-inline'"],
    'img-src': ["'self'", 'data:', 'blob:', ...api.slice(0, 1), ...more('img')],
    'media-src': ["'self'", 'blob:', ...api.slice(0, 1)],
    'font-src': ["'self'", 'data:'],
    // A chosen file is read through an address of its own before it is sent.
    'connect-src': ["'self'", 'blob:', ...api, ...(uploadOrigin ? [uploadOrigin] : []), ...more('connect')],
    // The recorder compresses in a worker that it makes of a blob.
    'worker-src': ["'self'", 'blob:'],
    'frame-src': pays ? stripe.frame : ["'none'"],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
  };
  return Object.entries(directives)
    .map(([name, values]) => `${name} ${values.join(' ')}`)
    .join('; ');
}

/** Development: the bundler evaluates and connects as it likes. */
export const developmentPolicy = "frame-ancestors 'none'; object-src 'none'; base-uri 'none'";

/**
 * The inline scripts, as SHA-256, of the pages that the build rendered under `folder`, for a path: those of
 * the page there (a file called `[id].html` answers for every name in its place) and of the error pages,
 * which can answer anywhere.
 */
export async function builtScriptHashes(folder: string): Promise<(path: string) => readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile() && entry.name.endsWith('.html'))
    .map((entry) => join(entry.parentPath, entry.name));
  const pages = await Promise.all(
    files.map(async (file) => ({
      fits: patternOf(relative(folder, file).split(sep).join('/')),
      hashes: inlineScripts(await readFile(file, 'utf8')).map(hashOf),
    })),
  );
  const hashesFor = (path: string) =>
    pages.filter(({ fits }) => fits.test(path)).flatMap(({ hashes }) => hashes);
  const errors = ['/404', '/500'].flatMap(hashesFor);
  return (path) => [...new Set([...errors, ...hashesFor(path)])];
}

/**
 * Paths that a built file answers: `index.html` is `/`, `messages/[id].html` is `/messages/` and any name.
 */
export function patternOf(file: string): RegExp {
  const path = file.replace(/\.html$/, '').replace(/(^|\/)index$/, '');
  const pattern = path
    .split(/\[[^\]]+\]/)
    .map((part) => part.replaceAll(/[.*+?^${}()|\\]/g, String.raw`\$&`))
    .join('[^/]+');
  return new RegExp(`^/${pattern}/?$`);
}

const hashOf = (script: string): string => createHash('sha256').update(script).digest('base64');

export function inlineScripts(html: string): string[] {
  return [...html.matchAll(/<script([^>]*)>([\s\S]*?)<\/script>/g)]
    .filter(
      ([, attributes = '', body = '']) => body !== '' && !/\ssrc=|type="application\/json"/.test(attributes),
    )
    .map(([, , body = '']) => body);
}

/** What every answer carries, page or not. Next's development server mislabels a script of its own. */
export const everywhere = (publicUrl: string, dev: boolean): Readonly<Record<string, string>> => ({
  ...(dev ? {} : { 'X-Content-Type-Options': 'nosniff' }),
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'X-Frame-Options': 'DENY',
  'Cross-Origin-Opener-Policy': 'same-origin-allow-popups',
  'Permissions-Policy':
    'camera=(self), microphone=(self), payment=(self "https://js.stripe.com"), geolocation=(), interest-cohort=()',
  ...(publicUrl.startsWith('https:') ? { 'Strict-Transport-Security': 'max-age=31536000' } : {}),
});
