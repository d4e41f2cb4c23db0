import type { IncomingMessage } from 'node:http';
import { type SharedKind, embedPrefix } from '#config/sharing.ts';
import { noAvatar } from '#lib/thumbnail.ts';
import type { Peer } from '../../kernel/context.ts';
import type { ServeStatic } from '../pages/static-files.ts';
import { escapeMarkup } from '#lib/markup/escape-markup.ts';
import { type SiteApi, type SharedItem, readShared, sharedPath } from './shared-item.ts';

/** Nothing runs, and any site may frame it. */
const policy =
  "default-src 'none'; img-src 'self'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors *";

const action: Record<SharedKind, string> = {
  profile: 'View profile',
  feeds: 'Read the post',
  series: 'Read the series',
  videos: 'Watch the video',
  galleries: 'View the gallery',
  products: 'View the product',
  auctions: 'View the auction',
  live: 'Watch live',
};

const style = `
:root{color-scheme:light dark;--surface:#fff;--text:#16181d;--muted:#5b616e;--border:#e4e5e0;--primary:#3f6212;--on-primary:#fff;--soft:#ecfccb}
@media(prefers-color-scheme:dark){:root{--surface:#171a21;--text:#f2f4f7;--muted:#a1a7b3;--border:#2a2f3a;--primary:#bef264;--on-primary:#14200a;--soft:#26310f}}
*{box-sizing:border-box}
body{margin:0;font:16px/1.4 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;color:var(--text)}
.card{display:flex;flex-direction:column;height:100vh;min-height:160px;overflow:hidden;border:1px solid var(--border);border-radius:16px;background:var(--surface);color:inherit;text-decoration:none}
.card:focus-visible{outline:2px solid var(--primary);outline-offset:-4px}
.picture{flex:1;min-height:0;width:100%;object-fit:cover;background:var(--soft)}
.body{display:flex;flex-direction:column;gap:8px;padding:12px 16px}
.by{display:flex;align-items:center;gap:8px;min-width:0;font-size:14px;color:var(--muted)}
.by span{overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
.by img{flex:none;width:32px;height:32px;border-radius:50%;object-fit:cover}
h1{margin:0;font-size:18px;line-height:1.3;overflow:hidden;display:-webkit-box;-webkit-line-clamp:2;-webkit-box-orient:vertical;overflow-wrap:anywhere}
.go{align-self:flex-start;padding:8px 16px;border-radius:8px;background:var(--primary);color:var(--on-primary);font-size:14px;font-weight:600}
.gone{justify-content:center;align-items:center;gap:8px;padding:16px;text-align:center}`;

const page = (title: string, body: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"><title>${escapeMarkup(title)}</title><style>${style}</style></head><body>${body}</body></html>`;

const link = (href: string, classes: string, content: string): string =>
  `<a class="${classes}" href="${escapeMarkup(href)}" target="_blank" rel="noopener">${content}</a>`;

function card({ kind, title, creator, picture, path }: SharedItem, publicUrl: string): string {
  const face = creator.avatar === noAvatar ? '' : `<img src="${escapeMarkup(creator.avatar)}" alt="">`;
  const image = picture ? `<img class="picture" src="${escapeMarkup(picture)}" alt="">` : '';
  return page(
    title,
    link(
      publicUrl + path,
      'card',
      `${image}<span class="body"><span class="by">${face}<span>${escapeMarkup(creator.name)} @${escapeMarkup(creator.username)}</span></span><h1>${escapeMarkup(title)}</h1><span class="go">${action[kind]}</span></span>`,
    ),
  );
}

const gone = (publicUrl: string): string =>
  page(
    'Not available',
    link(
      publicUrl,
      'card gone',
      `<h1>This isn’t available here</h1><span class="by">${escapeMarkup(new URL(publicUrl).host)}</span>`,
    ),
  );

/**
 * Serves `/embed/<kind>/<username or id>`, a card of something public for other sites to show in a frame. It
 * knows nobody: what it shows is what a visitor would see.
 */
export const createEmbedRoute =
  (site: SiteApi, peerOf: (request: IncomingMessage) => Peer): ServeStatic =>
  async (request, response, path) => {
    const target = sharedPath(path, { prefix: embedPrefix, ending: '' });
    if (!target || (request.method !== 'GET' && request.method !== 'HEAD')) return false;
    const item = await readShared(site, target, peerOf(request));
    const isShown = item?.isOpen === true;
    response.removeHeader('X-Frame-Options');
    response
      .writeHead(isShown ? 200 : 404, {
        'Content-Type': 'text/html; charset=utf-8',
        'Content-Security-Policy': policy,
        'Cross-Origin-Resource-Policy': 'cross-origin',
        'Cache-Control': isShown ? 'private, max-age=60' : 'no-store',
      })
      .end(isShown ? card(item, site.publicUrl) : gone(site.publicUrl));
    return true;
  };
