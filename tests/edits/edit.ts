import type { TestBackend } from '../setup/backend.ts';
import type { Person } from '../setup/test-app.ts';

export type Json = Record<string, unknown>;
/** What somebody gets of a record: in full, with what it is worth paying for left out, or not at all. */
export type Sight = 'open' | 'locked' | 'hidden';

/** Somebody else who looks at the record. */
export interface Onlooker {
  readonly name: string;
  /** The record in each place where they could meet it; null where it isn't there for them. */
  readonly read: () => Promise<readonly (Json | null)[]>;
  /** What the record's own terms mean for them, said here once more and not taken from the code. */
  readonly sight: (own: Json) => Sight;
}

/** A record in one of its states. */
export interface Subject {
  readonly params?: Record<string, string>;
  /** Who changes it. */
  readonly by: Person;
  /** As its owner sees it. */
  readonly read: () => Promise<Json>;
  readonly onlookers?: readonly Onlooker[];
}

export interface Change {
  readonly value: unknown;
  /** Said in the same breath. */
  readonly along?: Json;
  /** As the owner reads it afterwards, if not as it was said. */
  readonly shown?: unknown;
  /** The status that refuses it: nothing at all may have changed then. */
  readonly refused?: number;
  /** What else of the record may become another by it. */
  readonly moves?: readonly string[];
}

export interface Field<State extends string> {
  /** What is tried in a state of the record. */
  readonly changes: (state: State, subject: Subject) => readonly Change[] | Promise<readonly Change[]>;
  /**
   * Where the owner reads it; the key of the same name unless told otherwise. `own` has the ids of files
   * alone.
   */
  readonly read?: (own: Json, whole: Json) => unknown;
  /** Nobody but the owner learns it. */
  readonly secret?: true;
}

/** A `PUT`: every state that its record can be in, and every field that its body can say. */
export interface Edit<State extends string = string> {
  /** Null: a record in that state is gone, and so is every way to change it. */
  readonly states: Readonly<Record<State, (app: TestBackend) => Promise<Subject>>>;
  readonly fields: Readonly<Record<string, Field<State>>>;
  /** Of what a body can say: keys that come with every change (a password). */
  readonly along?: Json;
  /** Left empty for those who see that there is something and no more. */
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
