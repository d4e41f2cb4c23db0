import type { LooseInput, Scene, Identity } from './scene.ts';

/**
 * What an identity gives with a call: made anew for every cell, so that one cell's success isn't another's
 * surprise.
 */
export type Given = LooseInput & { form?: FormData };

export interface Row {
  /**
   * The statuses expected, in the order of `identities`: anonymous, fan, otherFan, subscriber, owner,
   * otherCreator, blocked, closed country, expired token, logged-out token.
   */
  readonly cells: string;
  readonly given?: (scene: Scene, who: Identity) => Given | Promise<Given>;
  /**
   * Where the id of the thing addressed stands, `params.id`: a 404 must equal, byte for byte, the answer
   * about an id of nobody's.
   */
  readonly id?: `${'params' | 'query' | 'body'}.${string}`;
  /** Identities whose answer, though not 404, must equal the answer about an id of nobody's. */
  readonly asNobody?: readonly Identity[];
  /** What makes this row differ from another of the same operation. */
  readonly case?: string;
}

/** Everybody, with or without a session: a bad token is no token. */
export const everybody = (status: number): string => Array.from({ length: 10 }, () => status).join(' ');
/** Whoever is logged in. */
export const members = (status: number): string =>
  `401 ${Array.from({ length: 7 }, () => status).join(' ')} 401 401`;
/** Creators. */
export const creators = (status: number): string => `401 403 403 403 ${status} ${status} 403 403 401 401`;

const png = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3]);
/** A form with one small picture. */
export function picture(field = 'file'): FormData {
  const form = new FormData();
  form.set(field, new File([png], 'picture.png', { type: 'image/png' }));
  return form;
}
