import { watchRaw, type RawPeer } from '../tests/setup/live-peers.ts';

/*
 * Viewers that don’t decode, in a process of their own. Reads lines from stdin: `join <address> <stream> <tokens>`
 * lets them in all at once, `count` writes how many packets have arrived.
 */
const peers: RawPeer[] = [];
const received = () => peers.reduce((sum, peer) => sum + peer.received(), 0);

async function join(address: string, token: string): Promise<void> {
  const peer = await watchRaw(async (sdp) => {
    const headers = { 'Content-Type': 'application/sdp', Authorization: `Bearer ${token}` };
    const reply = await fetch(address, { method: 'POST', body: sdp, headers });
    if (reply.status !== 201) throw new Error(`the relay answered ${reply.status}`);
    return reply.text();
  });
  peers.push(peer);
  while (peer.received() === 0) await new Promise((resolve) => setTimeout(resolve, 5));
}
async function take(line: string): Promise<void> {
  const [word, address = '', tokens = ''] = line.split(' ');
  if (word === 'count') return console.log(`count ${received()}`);
  const since = performance.now();
  await Promise.all(tokens.split(',').map((token) => join(address, token)));
  console.log(`joined ${(performance.now() - since).toFixed(0)}`);
}
let rest = '';
process.stdin.on('data', (chunk: Buffer) => {
  const lines = (rest + chunk.toString()).split('\n');
  rest = lines.pop() ?? '';
  for (const line of lines) void take(line);
});
