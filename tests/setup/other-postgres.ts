import { randomBytes } from 'node:crypto';
import { Client } from 'pg';

/** The other PostgreSQL: that of `TEST_DATABASE_URL`, or a local one with trust authentication. */
const given = process.env['TEST_DATABASE_URL'] ?? 'postgres://postgres@127.0.0.1:5432/postgres';

export interface OtherPostgres {
  /** URL of a new, empty database. */
  readonly url: string;
  /** Major version, such as 15. */
  readonly version: number;
  drop(): Promise<void>;
}

/** A database on a PostgreSQL other than the embedded one; null, with a printed line, if there is none. */
export async function otherPostgres(): Promise<OtherPostgres | null> {
  const client = new Client({ connectionString: given, connectionTimeoutMillis: 2_000 });
  client.on('error', () => {});
  const server = `${client.host}:${client.port}`;
  try {
    await client.connect();
  } catch {
    // oxlint-disable-next-line no-console -- who reads the run learns what wasn't run
    console.log(`skipped: no PostgreSQL at ${server}`);
    return null;
  }
  const name = `limelight_test_${randomBytes(6).toString('hex')}`;
  const { rows } = await client.query<{ server_version_num: string }>('SHOW server_version_num');
  await client.query(`CREATE DATABASE ${name} TEMPLATE template0 ENCODING 'UTF8'`);
  const url = new URL(given);
  url.pathname = `/${name}`;
  return {
    url: url.href,
    version: Math.floor(Number(rows[0]?.server_version_num) / 10_000),
    async drop() {
      await client.query(`DROP DATABASE ${name} WITH (FORCE)`);
      await client.end();
    },
  };
}
