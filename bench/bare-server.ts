import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * A bare Node server that responds with as many bytes as the first argument says: the baseline for our server
 * in the same run. The size matters because writing to the socket is a cost that no server can avoid.
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
