import { once } from 'node:events';
import { Agent, createServer, request as ask } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { connect } from 'node:net';
import type { Duplex } from 'node:stream';

interface Options {
  /**
   * False: like a proxy without websocket support, rejects upgrades and forwards everything else; `silent`:
   * never responds to upgrades.
   */
  readonly websockets?: boolean | 'silent';
  /** Picks the server for a request, by index; round robin by default. */
  readonly choose?: (request: IncomingMessage) => number;
  /** Keeps connections to the servers and uses them again, as most proxies do. */
  readonly keepAlive?: boolean;
}
export interface RoundRobinProxy {
  readonly url: string;
  readonly port: number;
  /** Number of requests and upgrades per server. */
  readonly served: readonly number[];
  /** Closes every connection, like a proxy that is restarted. */
  cut(): void;
  close(): Promise<void>;
}

/** The request's headers including duplicates, with the client's address added. */
function passedOn(request: IncomingMessage): string[] {
  const headers: string[] = [];
  for (let at = 0; at < request.rawHeaders.length; at += 2) {
    if (!/^x-forwarded-for$/i.test(request.rawHeaders[at] ?? ''))
      headers.push(request.rawHeaders[at] ?? '', request.rawHeaders[at + 1] ?? '');
  }
  const before = request.headers['x-forwarded-for'];
  return [...headers, 'X-Forwarded-For', [before, request.socket.remoteAddress].filter(Boolean).join(', ')];
}

function passRequest(
  { server, agent }: { server: URL; agent: Agent | false },
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const onward = ask({
    host: server.hostname,
    port: server.port,
    method: request.method,
    path: request.url,
    headers: passedOn(request) as never,
    agent,
  });
  const fail = () =>
    response.headersSent
      ? response.destroy()
      : response.writeHead(502, { 'Content-Type': 'text/plain' }).end('Bad Gateway');
  onward.on('response', (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
    answer.on('error', fail);
    answer.pipe(response);
  });
  onward.on('error', fail);
  request.on('error', () => onward.destroy());
  response.on('close', () => onward.destroy());
  request.pipe(onward);
}

function passUpgrade(
  server: URL,
  request: IncomingMessage,
  { socket, head }: { socket: Duplex; head: Buffer },
): void {
  const onward = connect(Number(server.port), server.hostname);
  const lines = passedOn(request).reduce(
    (text, part, at) => text + (at % 2 === 0 ? `${part}: ` : `${part}\r\n`),
    `${request.method} ${request.url} HTTP/1.1\r\n`,
  );
  onward.on('connect', () => {
    onward.write(`${lines}\r\n`);
    onward.write(head);
    onward.pipe(socket);
    socket.pipe(onward);
  });
  for (const [one, other] of [
    [onward, socket],
    [socket, onward],
  ] as const)
    one.on('error', () => other.destroy()).on('close', () => other.destroy());
}

/** A proxy in front of several servers, given by URL. Responds with 502 if a server can't be reached. */
export async function roundRobinProxy(
  servers: readonly string[],
  { websockets = true, choose, keepAlive = false }: Options = {},
): Promise<RoundRobinProxy> {
  const urls = servers.map((server) => new URL(server));
  const served = urls.map(() => 0);
  const open = new Set<Duplex>();
  let turn = 0;
  const next = (request: IncomingMessage): URL => {
    const at = (choose ? choose(request) : turn++) % urls.length;
    served[at] = (served[at] ?? 0) + 1;
    return urls[at]!;
  };
  const agent = keepAlive && new Agent({ keepAlive: true });
  const proxy = createServer((request, response) =>
    passRequest({ server: next(request), agent }, request, response),
  );
  proxy.on('connection', (socket) => {
    open.add(socket);
    socket.on('close', () => open.delete(socket));
  });
  proxy.on('upgrade', (request, socket, head) => {
    socket.on('error', () => socket.destroy());
    if (websockets === 'silent') return;
    if (websockets) passUpgrade(next(request), request, { socket, head });
    else socket.end('HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\nConnection: close\r\n\r\n');
  });
  await once(proxy.listen(0, '127.0.0.1'), 'listening');
  const { port } = proxy.address() as { port: number };
  const cut = () => open.forEach((socket) => socket.destroy());
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    served,
    cut,
    async close() {
      const closed = new Promise((resolve) => proxy.close(resolve));
      cut();
      if (agent) agent.destroy();
      await closed;
    },
  };
}
