import { InvalidArgumentError, Option } from 'commander';
import type { OperatorCtx } from '../../domain/across/operator/audit.ts';
import type { Manifest, Place } from '../database/backup.ts';
import type { Output } from './output.ts';

/** What the commands need from the process. Tests pass their own. */
export interface CommandDeps {
  /** Runs `work` on the data named by the environment. */
  readonly asOperator: (work: (ctx: OperatorCtx) => Promise<void>) => Promise<void>;
  readonly backups: Backups;
  readonly print: (line: string) => void;
}
/** What was restored, and the folder that has the database it replaced. Null when it wasn't kept. */
export interface Restored extends Manifest {
  readonly replacedFolder: string | null;
}
/** Backup and restore of the installation. */
export interface Backups {
  backUp(folder: string, options?: Pick<Place, 'withoutDocuments'>): Promise<Manifest>;
  /** Reads a backup's manifest before it is restored. */
  read(folder: string): Promise<Manifest>;
  restore(folder: string, options: RestoreOptions): Promise<Restored>;
}
export interface RestoreOptions {
  /** Without keeping, what the restore replaces is lost. */
  readonly withoutKeeping?: boolean;
  /**
   * Called before anything changes, with what the site that would be replaced can be called: its host, and its
   * name once it has been given one. Null when the database is empty. Throws to cancel.
   */
  readonly confirm: (names: readonly string[] | null) => Promise<void>;
}
export type Run = (work: (ctx: OperatorCtx, out: Output) => Promise<void>) => Promise<void>;

export const reason = (text: string): string => {
  const trimmed = text.trim();
  if (trimmed === '' || trimmed.length > 500)
    throw new InvalidArgumentError('Enter a reason of 1 to 500 characters.');
  return trimmed;
};
const count = (text: string): number => {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1 || value > 1000)
    throw new InvalidArgumentError('Enter a number from 1 to 1000.');
  return value;
};
export const limit = () =>
  new Option('--limit <count>', 'maximum number of rows').argParser(count).default(50);

/** Parses an option's value as a whole number within bounds. */
export const whole =
  (min: number, max: number) =>
  (text: string): number => {
    const value = Number(text);
    if (text.trim() === '' || !Number.isInteger(value) || value < min || value > max)
      throw new InvalidArgumentError(`Enter a whole number from ${min} to ${max}.`);
    return value;
  };
/** Parses a date or time. A date alone means midnight UTC. */
export const parseTime = (text: string): Date => {
  const value = new Date(text);
  if (Number.isNaN(value.getTime()) || !/^\d{4}-\d{2}-\d{2}/.test(text))
    throw new InvalidArgumentError('Enter a date like 2026-12-31 or 2026-12-31T18:00Z.');
  return value;
};
/** A setting's value as `settings set` takes it: text as it is, everything else as JSON. */
export const settable = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value);
