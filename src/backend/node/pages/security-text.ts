import type { ServeStatic } from './static-files.ts';

export const securityTextPath = '/.well-known/security.txt';

/** RFC 9116 wants an expiry of less than a year, so that an address nobody reads any more isn't trusted. */
const validMs = 90 * 86_400_000;

/**
 * Tells whoever finds a vulnerability where to report it (RFC 9116). The expiry moves on with the day, because
 * the address comes from the running site's own settings.
 */
export function securityText({
  contact,
  publicUrl,
  now = Date.now,
}: {
  contact: string;
  publicUrl: string;
  now?: () => number;
}): ServeStatic {
  return async (_, response, path) => {
    if (path !== securityTextPath) return false;
    const expires = new Date(now() + validMs);
    expires.setUTCHours(0, 0, 0, 0);
    const lines = [
      `Contact: ${contact}`,
      `Expires: ${expires.toISOString()}`,
      'Preferred-Languages: en',
      `Canonical: ${publicUrl}${securityTextPath}`,
    ];
    response
      .writeHead(200, {
        'Content-Type': 'text/plain; charset=utf-8',
        'Cache-Control': 'public, max-age=3600',
      })
      .end(`${lines.join('\n')}\n`);
    return true;
  };
}
