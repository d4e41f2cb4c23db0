import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What Node's own server costs for a small answer: the measure of everything else in the same run. */
const body = JSON.stringify({ status: 200, data: { ok: true, text: 'x'.repeat(400) } });
const server = createServer((_request, response) => {
  response.writeHead(200, { 'Content-Type': 'application/json; charset=utf-8', 'Content-Length': Buffer.byteLength(body) }).end(body);
});
server.listen(0, () => console.log(`port ${(server.address() as AddressInfo).port}`));
process.on('SIGTERM', () => process.exit());
