import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import type { ClientConfig } from 'pg';
import { afterAll, inject } from 'vitest';
import type { Db } from '#backend/db/db.ts';
import { connect } from '#backend/node/database/database.ts';
import type { DatabasePool } from '#backend/node/database/database-pool.ts';
import { quiet } from './quiet.ts';

export interface TestDatabase {
  readonly db: Db;
  readonly pool: DatabasePool;
  /** For a further connection, or another process (`DATABASE_URL`). */
  readonly connection: ClientConfig;
  readonly url: string;
}

/**
 * A migrated, empty PostgreSQL database for one test file, dropped afterwards. Call it at the top level of
 * the file or in `beforeAll`; takes about 30 ms.
 */
export async function testDatabase(): Promise<TestDatabase> {
  const { template, ...server } = inject('postgres');
  const name = `test_${randomBytes(8).toString('hex')}`;
  const onServer = async (statement: string) => {
    const client = new Client({ ...server, database: 'postgres' });
    await client.connect();
    await client.query(statement).finally(() => client.end());
  };
  await onServer(`CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY FILE_COPY`);
  const connection = { ...server, database: name };
  const open = connect({ ...connection, max: 10 }, quiet);
  afterAll(async () => {
    await open.close();
    await onServer(`DROP DATABASE ${name} WITH (FORCE)`);
  });
  return {
    db: open.db,
    pool: open.pool,
    connection,
    url: `postgres://${server.user}@/${name}?host=${encodeURIComponent(server.host)}&port=${server.port}`,
  };
}
