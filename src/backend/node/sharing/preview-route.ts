import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { previewsPrefix } from '#config/sharing.ts';
import { createBoundedQueue } from './bounded-queue.ts';
import type { Peer } from '../../kernel/context.ts';
import type { ServeStatic } from '../pages/static-files.ts';
import { drawPreview } from './preview-image.ts';
import { type SiteApi, type SharedItem, readShared, sharedPath } from './shared-item.ts';

/** Some 40 kB each. */
const maxCached = 300;
/** Drawing takes a core for a quarter of a second, so one at a time, and no long line of them. */
const mostWaiting = 20;

const loadSiteName = async ({ api, publicUrl }: SiteApi, peer: Peer): Promise<string> => {
  const reply = await api.fetch(new Request(new URL('/api/v1/settings/public', publicUrl)), peer);
  const { data } = (await reply.json()) as { data?: { siteName?: string } };
  return data?.siteName ?? '';
};

/** Everything that is drawn. A media URL's query is its signature, which changes while the picture doesn't. */
const drawnFrom = ({ title, creator, picture }: SharedItem, siteName: string): string =>
  createHash('sha256')
    .update(
      JSON.stringify([
        siteName,
        title,
        creator.name,
        creator.username,
        ...[creator.avatar, picture].map((url) => url?.split('?', 1)[0]),
      ]),
    )
    .digest('base64url');

/**
 * Serves `/previews/<kind>/<username or id>.jpg`, the pictures that shared links show. What may be shown is
 * decided for each request; only the drawing is cached.
 */
export function createPreviewRoute(site: SiteApi, peerOf: (request: IncomingMessage) => Peer): ServeStatic {
  /** Oldest first. */
  const cached = new Map<string, Buffer>();
  const drawing = createBoundedQueue(mostWaiting);

  async function draw(key: string, given: Parameters<typeof drawPreview>[1]): Promise<Buffer | null> {
    const known = cached.get(key);
    if (known) return known;
    const drawn = await drawing.run(async () => cached.get(key) ?? (await drawPreview(site, given)));
    if (!drawn) return null;
    cached.set(key, drawn);
    const [oldest] = cached.keys();
    if (cached.size > maxCached && oldest !== undefined) cached.delete(oldest);
    return drawn;
  }

  return async (request, response, path) => {
    const target = sharedPath(path, { prefix: previewsPrefix, ending: '.jpg' });
    if (!target || (request.method !== 'GET' && request.method !== 'HEAD')) return false;
    const peer = peerOf(request);
    const [item, siteName] = await Promise.all([readShared(site, target, peer), loadSiteName(site, peer)]);
    if (!item) return false;
    const key = drawnFrom(item, siteName);
    const etag = `"${key}"`;
    // Somebody in another country may not be allowed to see it, so no shared cache keeps it.
    const headers = { 'Cache-Control': 'private, max-age=600', ETag: etag };
    if (request.headers['if-none-match'] === etag) {
      response.writeHead(304, headers).end();
      return true;
    }
    const image = await draw(key, { item, siteName, peer });
    if (!image) {
      response.writeHead(503, { 'Retry-After': '5', 'Cache-Control': 'no-store' }).end();
      return true;
    }
    response.writeHead(200, {
      ...headers,
      'Content-Type': 'image/jpeg',
      'Content-Length': image.byteLength,
      // Chat programs show it on their own pages.
      'Cross-Origin-Resource-Policy': 'cross-origin',
    });
    response.end(request.method === 'HEAD' ? undefined : image);
    return true;
  };
}
