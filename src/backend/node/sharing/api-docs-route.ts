import type { IncomingMessage } from 'node:http';
import type { ApiDocument } from '../../http/api-docs/document.ts';
import { type ApiDocsFile, apiDocsFile, apiDocsPath } from '../../http/api-docs/pages.ts';
import type { Peer } from '../../kernel/context.ts';
import type { ServeStatic } from '../pages/static-files.ts';
import type { SiteApi } from './shared-item.ts';

/** Nothing runs and nothing is loaded but the pages' own style sheet. */
const policy =
  "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Serves `/api/docs`: the document of the API as pages, for whoever may call the API. */
export function createApiDocsRoute(
  { api, publicUrl }: SiteApi,
  peerOf: (request: IncomingMessage) => Peer,
): Record<string, ServeStatic> {
  const made = new Map<string, ApiDocsFile>();
  return {
    [apiDocsPath]: async (request, response, path) => {
      if (request.method !== 'GET' && request.method !== 'HEAD') return false;
      // Closed countries have no API, so they have no description of it, either.
      const reply = await api.fetch(new Request(new URL('/api/v1/openapi.json', publicUrl)), peerOf(request));
      if (!reply.ok) return false;
      const file = made.get(path) ?? apiDocsFile(path, (await reply.json()) as ApiDocument, publicUrl);
      if (!file) return false;
      made.set(path, file);
      response
        .writeHead(200, {
          'Content-Type': file.type,
          'Content-Security-Policy': policy,
          'Cache-Control': 'private, max-age=300',
        })
        .end(file.body);
      return true;
    },
  };
}
