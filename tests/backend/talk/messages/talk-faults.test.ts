import { expect, test } from 'vitest';
import { testBackend } from '../../../setup/backend.ts';
import { type RedisServer, redisServer } from '../../../setup/redis-server.ts';
import { withIndexedDb } from '../../../setup/talking/device.ts';
import { runFaults } from '../../../setup/talking/fault-run.ts';

/*
 * Ten pages with the app's own store write to each other through the real server, while their connections are
 * cut, tabs are closed and the server is killed.
 */
const isDeep = Boolean(process.env.DEEP);
withIndexedDb();
const app = await testBackend();
app.ports.clock.set(new Date());

const long = { messages: 5_000, cuts: 20, kills: 10, closings: 10 };
const short = { messages: 120, cuts: 2, kills: 1, closings: 1 };
const size = isDeep ? long : short;
const title = `${size.messages} messages across ${size.cuts} cuts, ${size.kills} kills and ${size.closings} closed tabs: none lost, none doubled, in order`;

test(`one process: ${title}`, async () => {
  const { written } = await runFaults(app, { ...size, processes: 1, settledWithinMs: 30_000 });
  expect(written).toBe(size.messages);
}, 900_000);

test.runIf(isDeep)(
  `two processes joined by PostgreSQL: ${title}`,
  async () => {
    const { written } = await runFaults(app, { ...size, processes: 2, settledWithinMs: 40_000 });
    expect(written).toBe(size.messages);
  },
  900_000,
);

test.runIf(isDeep)(
  `two processes joined by Redis: ${title}`,
  async (context) => {
    const redis: RedisServer | null = await redisServer();
    if (!redis) return context.skip('no redis-server');
    try {
      const env = { REDIS_URL: redis.url };
      const { written } = await runFaults(app, { ...size, processes: 2, settledWithinMs: 40_000, env });
      expect(written).toBe(size.messages);
    } finally {
      await redis.kill();
    }
  },
  900_000,
);
