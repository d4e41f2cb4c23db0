import { routes } from '#config/routes.ts';
import { unsubscribe } from '../domain/people/notifications/unsubscribing.ts';
import type { Peer } from '../kernel/context.ts';
import { locatePeer } from '../kernel/whereabouts.ts';
import { type ApiParts, makeContext } from './api.ts';

/**
 * One-click unsubscribe (RFC 8058): mail programs POST a form here, which does it. Whoever opens the address
 * is shown the page that asks, because programs that look for viruses open it, too.
 */
export const createUnsubscribeRoute =
  (parts: ApiParts) =>
  async (request: Request, peer: Peer): Promise<Response> => {
    const token = new URL(request.url).searchParams.get('token') ?? '';
    if (request.method === 'POST') {
      const facts = {
        ip: peer.ip,
        ...(await locatePeer(parts, peer)),
        userAgent: '',
        idempotencyKey: null,
      };
      await unsubscribe(makeContext(parts, null, facts), token);
      return new Response(null, { status: 204 });
    }
    if (request.method !== 'GET') return new Response(null, { status: 405, headers: { Allow: 'GET, POST' } });
    const page = `${parts.config.publicUrl}${routes.unsubscribe}?token=${encodeURIComponent(token)}`;
    return new Response(null, { status: 303, headers: { Location: page, 'Cache-Control': 'no-store' } });
  };
