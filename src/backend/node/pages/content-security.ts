import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';

/** What a page may load in addition to the site's own files. */
export interface Allowances {
  /** The API's origin, when it isn't the page's. */
  readonly apiOrigin: string | null;
  /** The origin that files are uploaded to, when it isn't the page's. */
  readonly uploadOrigin?: string | null;
  /** Whether cards are charged through Stripe. */
  readonly stripe: boolean;
  readonly analytics: boolean;
  readonly recaptcha: boolean;
}

/**
 * Stripe's script, the frames of its card fields, of the bank's confirmation and of wallets, and the origins they
 * call.
 */
const stripe = {
  script: ['https://js.stripe.com', 'https://*.js.stripe.com'],
  connect: ['https://api.stripe.com'],
  frame: [
    'https://js.stripe.com',
    'https://*.js.stripe.com',
    'https://hooks.stripe.com',
    'https://*.link.com',
    'https://pay.google.com',
  ],
  img: ['https://*.stripe.com', 'https://*.link.com'],
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
const recaptcha = {
  script: ['https://www.google.com/recaptcha/', 'https://www.gstatic.com/recaptcha/'],
  connect: ['https://www.google.com/recaptcha/'],
  frame: ['https://www.google.com/recaptcha/', 'https://recaptcha.google.com/recaptcha/'],
  img: [],
};

/**
 * A page's Content-Security-Policy. Scripts run if they are files of this site or carry the page's nonce.
 * Inline scripts of pages rendered at build time can't carry one, so they are allowed by hash.
 */
export function pagePolicy(
  nonce: string,
  { apiOrigin, uploadOrigin, stripe: pays, analytics: counts, recaptcha: asks }: Allowances,
  hashes: readonly string[] = [],
): string {
  const api = apiOrigin ? [apiOrigin, apiOrigin.replace(/^http/, 'ws')] : [];
  const more = (kind: 'script' | 'connect' | 'img') => [
    ...(pays ? stripe[kind] : []),
    ...(counts ? analytics[kind] : []),
    ...(asks ? recaptcha[kind] : []),
  ];
  const frames = [...(pays ? stripe.frame : []), ...(asks ? recaptcha.frame : [])];
  const directives: Record<string, readonly string[]> = {
    'default-src': ["'self'"],
    'script-src': [
      "'self'",
      `'nonce-${nonce}'`,
      ...hashes.map((hash) => `'sha256-${hash}'`),
      ...more('script'),
    ],
    // React writes style attributes and the component library style elements; neither can execute code.
    'style-src': ["'self'", "'unsafe-inline'"],
    'img-src': ["'self'", 'data:', 'blob:', ...api.slice(0, 1), ...more('img')],
    'media-src': ["'self'", 'blob:', ...api.slice(0, 1)],
    'font-src': ["'self'", 'data:'],
    // Selected files are read through blob URLs before they are uploaded.
    'connect-src': ["'self'", 'blob:', ...api, ...(uploadOrigin ? [uploadOrigin] : []), ...more('connect')],
    // The session recorder compresses in a worker created from a blob.
    'worker-src': ["'self'", 'blob:'],
    'frame-src': frames.length > 0 ? frames : ["'none'"],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
  };
  return Object.entries(directives)
    .map(([name, values]) => `${name} ${values.join(' ')}`)
    .join('; ');
}

/** For development, where the bundler needs eval and its own connections. */
export const developmentPolicy = "frame-ancestors 'none'; object-src 'none'; base-uri 'none'";

/**
 * Hashes the inline scripts of the pages rendered at build time. The returned function gives the SHA-256
 * hashes allowed for a path: those of its page (`[id].html` matches any segment) and of the error pages,
 * which can appear at any path.
 */
export async function builtScriptHashes(folder: string): Promise<(path: string) => readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile() && entry.name.endsWith('.html'))
    .map((entry) => join(entry.parentPath, entry.name));
  const pages = await Promise.all(
    files.map(async (file) => ({
      fits: toPathPattern(relative(folder, file).split(sep).join('/')),
      hashes: inlineScripts(await readFile(file, 'utf8')).map(hashScript),
    })),
  );
  const hashesFor = (path: string) =>
    pages.filter(({ fits }) => fits.test(path)).flatMap(({ hashes }) => hashes);
  const errors = ['/404', '/500'].flatMap(hashesFor);
  return (path) => [...new Set([...errors, ...hashesFor(path)])];
}

/**
 * A pattern for the paths a built file serves: `index.html` is `/`, `messages/[id].html` is `/messages/` plus
 * any segment.
 */
export function toPathPattern(file: string): RegExp {
  const path = file.replace(/\.html$/, '').replace(/(^|\/)index$/, '');
  const pattern = path
    .split(/\[[^\]]+\]/)
    .map((part) => part.replaceAll(/[.*+?^${}()|\\]/g, String.raw`\$&`))
    .join('[^/]+');
  return new RegExp(`^/${pattern}/?$`);
}

const hashScript = (script: string): string => createHash('sha256').update(script).digest('base64');

export function inlineScripts(html: string): string[] {
  return [...html.matchAll(/<script([^>]*)>([\s\S]*?)<\/script>/g)]
    .filter(
      ([, attributes = '', body = '']) => body !== '' && !/\ssrc=|type="application\/json"/.test(attributes),
    )
    .map(([, , body = '']) => body);
}

/**
 * Headers of every response. In development, `nosniff` is omitted because Next's development server mislabels
 * one of its scripts.
 */
export const everywhere = (publicUrl: string, dev: boolean): Readonly<Record<string, string>> => ({
  ...(dev ? {} : { 'X-Content-Type-Options': 'nosniff' }),
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'X-Frame-Options': 'DENY',
  'Cross-Origin-Opener-Policy': 'same-origin-allow-popups',
  // What media answers say too: a 304 without the same value would replace the one the browser has stored.
  'Cross-Origin-Resource-Policy': 'same-site',
  'Permissions-Policy':
    'camera=(self), microphone=(self), payment=(self "https://js.stripe.com"), geolocation=(), interest-cohort=()',
  ...(publicUrl.startsWith('https:') ? { 'Strict-Transport-Security': 'max-age=31536000' } : {}),
});
