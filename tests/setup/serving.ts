import { once } from 'node:events';
import { createServer, get } from 'node:http';
import type { IncomingHttpHeaders, IncomingMessage, Server, ServerResponse } from 'node:http';
import { afterEach } from 'vitest';

const servers: Server[] = [];
export interface Raw {
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** A server for one handler until the end of the test. `ask` is fetch; `raw` leaves the body as sent. */
export async function serving(handler: (request: IncomingMessage, response: ServerResponse) => unknown) {
  const server = createServer((request, response) => void handler(request, response));
  servers.push(server);
  await once(server.listen(0), 'listening');
  const url = `http://localhost:${(server.address() as { port: number }).port}`;
  return {
    server,
    ask: (path: string, headers: Record<string, string> = {}, method = 'GET') =>
      fetch(url + path, {
        headers: { 'accept-encoding': 'identity', ...headers },
        method,
        redirect: 'manual',
      }),
    raw: (path: string, headers: Record<string, string>) =>
      new Promise<Raw>((resolve, reject) => {
        get(url + path, { headers }, (response) => {
          const chunks: Buffer[] = [];
          response
            .on('data', (chunk: Buffer) => chunks.push(chunk))
            .on('end', () => resolve({ headers: response.headers, body: Buffer.concat(chunks) }));
        }).on('error', reject);
      }),
  };
}

afterEach(() => {
  for (const server of servers.splice(0)) {
    server.close();
    server.closeAllConnections();
  }
});
