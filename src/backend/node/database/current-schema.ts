import { join } from 'node:path';
import type { Env } from '#config/env.ts';
import type { Db } from '../../db/db.ts';
import { ForeignSchemaError, migrate } from '../../db/migrate.ts';
import { reasonOf, StartError } from '../process/start-error.ts';

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
      `The database could not be brought to this version's schema: ${reasonOf(error instanceof Error && error.cause ? error.cause : error)}`,
    );
  }
}

function madeByAnotherVersion({ message }: Error, { DATABASE_URL, DATA_DIR }: Place): string {
  const [which, startOver] = DATABASE_URL
    ? ['The database of DATABASE_URL', 'name an empty database in DATABASE_URL']
    : [`The database in ${DATA_DIR}`, `delete ${join(DATA_DIR, 'postgres')}`];
  return `${which} was made by another version of Limelight: ${message}. Nothing has been changed. Run that version to keep the data; to start over, ${startOver}.`;
}
