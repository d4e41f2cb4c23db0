import type { IncomingMessage, ServerResponse } from 'node:http';

/**
 * Allows the site's own pages to call an API served by another process on another origin
 * (`NEXT_PUBLIC_API_ENDPOINT`). Other origins have no reason to call it. Returns true when the request was a
 * CORS preflight and has been answered.
 */
export function allowOrigin(request: IncomingMessage, response: ServerResponse, publicUrl: string): boolean {
  const { origin } = request.headers;
  if (origin === undefined || origin !== publicUrl || isSameHost(origin, request)) return false;
  response.setHeader('Access-Control-Allow-Origin', publicUrl);
  response.setHeader(
    'Access-Control-Expose-Headers',
    'RateLimit, RateLimit-Policy, Retry-After, X-Request-Id',
  );
  response.setHeader('Vary', 'Origin');
  if (request.method !== 'OPTIONS') return false;
  response.setHeader('Access-Control-Allow-Methods', 'GET, POST, PUT, DELETE');
  response.setHeader(
    'Access-Control-Allow-Headers',
    'Authorization, Content-Type, Idempotency-Key, If-Match, X-Captcha-Pass',
  );
  response.setHeader('Access-Control-Max-Age', '86400');
  return true;
}

const isSameHost = (origin: string, request: IncomingMessage) =>
  origin.replace(/^https?:\/\//, '') === request.headers.host;
