import type { TestBackend } from '../setup/backend.ts';
import type { Person } from '../setup/test-app.ts';

export type Json = Record<string, unknown>;
/** How someone sees a record: completely, locked with its paid parts omitted, or not at all. */
export type Sight = 'open' | 'locked' | 'hidden';

/** Someone else who looks at the record. */
export interface Onlooker {
  readonly name: string;
  /** The record in each place where it could appear to them; null where it doesn't. */
  readonly read: () => Promise<readonly (Json | null)[]>;
  /** What they should see given the record's settings, restated here independently of the implementation. */
  readonly sight: (own: Json) => Sight;
}

/** A record in one of its states. */
export interface Subject {
  readonly params?: Record<string, string>;
  /** Who changes it. */
  readonly by: Person;
  /** The record as its owner sees it. */
  readonly read: () => Promise<Json>;
  readonly onlookers?: readonly Onlooker[];
}

export interface Change {
  readonly value: unknown;
  /** Further fields sent with it. */
  readonly along?: Json;
  /** The value that the owner reads afterwards, if it differs from the one sent. */
  readonly shown?: unknown;
  /** The status of the expected rejection, after which nothing may have changed. */
  readonly refused?: number;
  /** Other fields of the record that may change with it. */
  readonly moves?: readonly string[];
}

export interface Field<State extends string> {
  /** The changes to try in a state of the record. */
  readonly changes: (state: State, subject: Subject) => readonly Change[] | Promise<readonly Change[]>;
  /**
   * Where the owner reads the value; defaults to the key of the same name. `own` has only the ids of files.
   */
  readonly read?: (own: Json, whole: Json) => unknown;
  /** Visible to the owner only. */
  readonly secret?: true;
}

/** A `PUT` operation: every state of its record, and every field of its body. */
export interface Edit<State extends string = string> {
  /** Null if a record in that state no longer exists and can't be changed. */
  readonly states: Readonly<Record<State, (app: TestBackend) => Promise<Subject>>>;
  readonly fields: Readonly<Record<string, Field<State>>>;
  /** Body fields sent with every change, such as a password. */
  readonly along?: Json;
  /** Fields that are empty for those who see the record locked. */
  readonly locked?: readonly string[];
}
export const edit = <State extends string>(one: Edit<State>): Edit => one as unknown as Edit;

/** The same values in every state. */
export const always = (...values: readonly unknown[]): Pick<Field<string>, 'changes'> => ({
  changes: () => values.map((value) => ({ value })),
});
/** The same changes in every state. */
export const each = (...changes: readonly Change[]): Pick<Field<string>, 'changes'> => ({
  changes: () => changes,
});
