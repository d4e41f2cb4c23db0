import { uuidv7 } from 'uuidv7';
import { startRelay } from './live-site.ts';

/* A server with two streams, to be killed. */

const { live } = await startRelay();
const ids = [uuidv7(), uuidv7()];
for (const id of ids) await live.open({ id, hosts: [uuidv7()], isRecorded: false });
const pids = () => ids.map((id) => live.relays.of(id)?.pid ?? 0);
const timer = setInterval(() => {
  if (pids().includes(0)) return;
  clearInterval(timer);
  process.stdout.write(`relays ${pids().join(' ')}\n`);
}, 50);
