import { requireOperator } from '../domain/base/access/operators.ts';
import { readDocumentAddress } from '../domain/base/files/document-addresses.ts';
import { documentById } from '../domain/across/operator/documents.ts';
import { notFound } from '../kernel/errors.ts';
import { type ApiParts, makeContext } from './api.ts';
import { readSessionToken } from './session.ts';

/** What a browser shows without running anything in it. A PDF is saved instead. */
const shownInline: ReadonlySet<string> = new Set(['image/jpeg', 'image/png', 'image/webp']);

/**
 * Serves a creator's documents to operators, decrypted, and leaves them nowhere on the way. That it was opened is
 * in the audit log already, because only that call gives the address.
 */
export function createDocumentRoute(parts: ApiParts): (request: Request) => Promise<Response> {
  return async (request) => {
    if (request.method !== 'GET') return new Response(null, { status: 405, headers: { allow: 'GET' } });
    const viewer = await parts.resolveViewer(readSessionToken(request));
    const id = viewer && readDocumentAddress(parts, new URL(request.url), viewer.id);
    if (!viewer || !id) throw notFound();
    await requireOperator(parts, viewer);
    const ctx = makeContext(parts, viewer, { ip: '', country: null, userAgent: '', idempotencyKey: null });
    const found = await documentById(ctx, id);
    const bytes = await found.open();
    return new Response(bytes as Uint8Array<ArrayBuffer>, {
      headers: {
        'content-type': found.mime,
        'content-disposition': `${shownInline.has(found.mime) ? 'inline' : 'attachment'}; filename="${found.name}"`,
        'content-length': String(bytes.byteLength),
        'cache-control': 'private, no-store',
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
        'cross-origin-resource-policy': 'same-site',
      },
    });
  };
}
