type Anything = (...given: unknown[]) => unknown;
/**
 * By file, runs its functions in each of their forms. What only builds a part of another statement is null.
 */
export type Runs = Readonly<Record<string, Readonly<Record<string, ((run: Anything) => unknown) | null>>>>;

export const id = '019a0000-0000-7000-8000-000000000000';
export const time = '2026-01-01T00:00:00.000Z';
export const viewer = { viewer: id, places: '{NO}' };
