import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, test } from 'vitest';

const require = createRequire(import.meta.url);
const transports = require('../../scripts/lean/transports.cjs') as (source: string) => string;

/** Of the installed engine.io, as the bundler finds it from socket.io's client. */
const source = () => {
  const engine = createRequire(require.resolve('socket.io-client')).resolve('engine.io-client');
  return readFileSync(
    engine.replace(/engine\.io-client[\\/].*$/, 'engine.io-client/build/esm/transports/index.js'),
    'utf8',
  );
};

test('browsers get websocket and polling, and no WebTransport', () => {
  const edited = transports(source());
  expect(edited).toMatch(/websocket: WS,\s+polling: XHR,/);
  expect(edited).not.toMatch(/webtransport|WT/);
});
test('a list that engine.io has changed fails the build', () => {
  expect(() => transports(source().replace('WT,', 'other,'))).toThrow('transports.cjs');
});
