import type sanitizeHtml from 'sanitize-html';

/**
 * HTML allowed in site pages: structured text, links, and images; nothing that executes or imitates the
 * site's own controls.
 */
const allowed: sanitizeHtml.IOptions = {
  allowedTags: [
    'h2',
    'h3',
    'h4',
    'p',
    'ul',
    'ol',
    'li',
    'a',
    'strong',
    'em',
    'b',
    'i',
    'code',
    'pre',
    'blockquote',
    'hr',
    'br',
    'table',
    'thead',
    'tbody',
    'tr',
    'th',
    'td',
    'img',
  ],
  allowedAttributes: { a: ['href'], img: ['src', 'alt', 'width', 'height'], th: ['scope'] },
  allowedSchemes: ['https', 'http', 'mailto'],
  allowProtocolRelative: false,
  nestingLimit: 32,
  // The page's title is already an h1.
  transformTags: { h1: 'h2' },
};

let loading: Promise<typeof sanitizeHtml> | undefined;

/**
 * Sanitizes the operator's HTML. Called when it is saved and again when it is served, because a row may be
 * older than these rules or come from a backup. The library takes 20 MB of memory, so it is loaded on first
 * use.
 */
export async function cleanSiteHtml(html: string): Promise<string> {
  loading ??= import('sanitize-html').then((loaded) => loaded.default);
  return (await loading)(html, allowed).trim();
}
