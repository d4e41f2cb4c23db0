import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * What Node's own server costs for an answer of as many bytes as the first argument says: the measure of
 * everything else in the same run. As many as ours, since writing them to the socket is no cost that a server
 * could spare.
 */
const wrapped = JSON.stringify({ status: 200, data: '' }).length;
const body = JSON.stringify({
  status: 200,
  data: 'x'.repeat(Math.max(0, Number(process.argv[2]) - wrapped)),
});
const server = createServer((_request, response) => {
  response
    .writeHead(200, {
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Length': Buffer.byteLength(body),
    })
    .end(body);
});
server.listen(0, () => console.log(`port ${(server.address() as AddressInfo).port}`));
process.on('SIGTERM', () => process.exit());
