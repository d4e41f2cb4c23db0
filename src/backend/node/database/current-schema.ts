import type { Env } from '#config/env.ts';
import type { Db } from '../../db/db.ts';
import { ForeignSchemaError, migrate } from '../../db/migrate.ts';
import { migrations as shipped } from '../../db/migrations.ts';
import { errorMessage, StartError } from '../process/start-error.ts';

type Place = Pick<Env, 'DATABASE_URL' | 'DATA_DIR'>;

/**
 * Migrates the database to this version's schema.
 * @throws StartError saying what is wrong and what to do.
 */
export async function ensureCurrentSchema(db: Db, place: Place): Promise<void> {
  try {
    await migrate(db);
  } catch (error) {
    if (error instanceof ForeignSchemaError) throw new StartError(madeByAnotherVersion(error, place));
    throw new StartError(
      `The database could not be brought to this version's schema: ${errorMessage(error instanceof Error && error.cause ? error.cause : error)}`,
    );
  }
}

/** Upgrades go one way: from any earlier version's schema to this one's. */
const newest = shipped.at(-1)?.tag ?? '';

function madeByAnotherVersion({ message }: Error, { DATABASE_URL, DATA_DIR }: Place): string {
  const [which, elsewhere] = DATABASE_URL
    ? ['The database of DATABASE_URL', 'name another database in DATABASE_URL']
    : [`The database in ${DATA_DIR}`, 'name another folder in DATA_DIR'];
  return `${which} was made by a version of Limelight that this one can't upgrade: ${message}. Nothing has been changed. This version upgrades data of earlier ones, up to ${newest}. Start the version that made it, or a newer one. To start with an empty site beside it, ${elsewhere}.`;
}
