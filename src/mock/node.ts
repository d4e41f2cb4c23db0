import { PGlite } from '@electric-sql/pglite';
import { drizzle } from 'drizzle-orm/pglite';
import { setupServer } from 'msw/node';
import type { Db } from '#backend/db/db.ts';
import { migrate } from '#backend/db/migrate.ts';
import type { Log } from '#backend/ports/ports.ts';
import type { MediaProcessor } from '#backend/ports/media-processor.ts';
import { createMemoryObjects } from '#backend/ports/memory-objects.ts';
import { handlersFor } from './handlers.ts';
import { type MockBackend, createMockBackend } from './mock-backend.ts';

export interface MockServer extends MockBackend {
  readonly db: Db;
  /** From now on, calls from this process reach the backend. */
  listen(): void;
  close(): Promise<void>;
}
interface Options {
  /** The origin of the pages and of their calls. */
  readonly origin: string;
  readonly media: MediaProcessor;
  readonly log: Log;
}

/**
 * Runs the server inside a test's process, for components and sagas that make real calls: an empty in-memory
 * database with the same handlers as in the browser.
 */
export async function createMockServer({ origin, media, log }: Options): Promise<MockServer> {
  const client = await PGlite.create();
  const db: Db = drizzle(client);
  await migrate(db);
  const mock = createMockBackend({ db, objects: createMemoryObjects(), media, publicUrl: origin, log });
  const fetch = (request: Request) => mock.backend.fetch(request, { ip: '127.0.0.1' });
  const server = setupServer(
    ...handlersFor({ fetch, connect: mock.serveLink }, { origin, apiBase: '/api/v1' }),
  );
  let stop = () => {};
  return {
    ...mock,
    db,
    listen() {
      server.listen({ onUnhandledFrame: 'bypass' });
      stop = () => server.close();
    },
    async close() {
      stop();
      await client.close();
    },
  };
}
