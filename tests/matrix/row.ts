import { type LooseInput, type Scene, type Identity, identities } from './scene.ts';

/** The input of a call, made for each cell so that cells don't affect each other. */
export type Given = LooseInput & { form?: FormData };

export interface Row {
  /**
   * Expected statuses in the order of `identities`: anonymous, fan, otherFan, subscriber, owner,
   * otherCreator, blocked, closed country, expired token, logged-out token, operator. With ten cells, the
   * operator is a fan like any other (`otherFan`); calls of the operator's desk use `operators(status)`.
   */
  readonly cells: string;
  readonly given?: (scene: Scene, who: Identity) => Given | Promise<Given>;
  /**
   * Where the input contains the id of the addressed item, such as `params.id`: a 404 must equal, byte for
   * byte, the response for an id that doesn't exist.
   */
  readonly id?: `${'params' | 'query' | 'body'}.${string}`;
  /** Identities whose response, though not a 404, must equal the one for an id that doesn't exist. */
  readonly asNobody?: readonly Identity[];
  /** Of a suspended account; by default, what an account that is logged out gets. */
  readonly suspended?: number;
  /** Of a creator who isn't approved yet; by default, what another creator gets. */
  readonly pending?: number;
  /** What distinguishes this row from others of the same operation. */
  readonly case?: string;
}

/** Everyone, with or without a session; an invalid token counts as none. */
export const everybody = (status: number): string => Array.from({ length: 10 }, () => status).join(' ');
/** Everyone with a session. */
export const members = (status: number): string =>
  `401 ${Array.from({ length: 7 }, () => status).join(' ')} 401 401`;
export const creators = (status: number): string => `401 403 403 403 ${status} ${status} 403 403 401 401`;

/** An operator's call. For everyone else, with or without a session, it doesn't exist. */
export const operators = (status: number): string =>
  `${Array.from({ length: 10 }, () => 404).join(' ')} ${status}`;
/** The expected statuses of a row, one per identity. */
export function statusesOf({ cells }: Pick<Row, 'cells'>): number[] {
  const statuses = cells.split(' ').map(Number);
  return statuses.length === identities.length - 1
    ? [...statuses, statuses[identities.indexOf('otherFan')] ?? 0]
    : statuses;
}

/**
 * States of an account that change what it may do: who is put into them, and what is expected then. A suspended
 * account still has its session, as in the moment before its sessions end.
 */
export function statesOf(
  route: string,
  row: Row,
): { state: 'suspended' | 'pending'; who: Identity; expected: number }[] {
  const statuses = statusesOf(row);
  const cell = (who: Identity) => statuses[identities.indexOf(who)] ?? 0;
  return [
    {
      state: 'suspended',
      who: route.includes(' /operator/') ? 'operator' : 'fan',
      expected: row.suspended ?? cell('loggedOut'),
    },
    { state: 'pending', who: 'otherCreator', expected: row.pending ?? cell('otherCreator') },
  ];
}

const png = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3]);
/** A form with one small picture. */
export function picture(field = 'file'): FormData {
  const form = new FormData();
  form.set(field, new File([png], 'picture.png', { type: 'image/png' }));
  return form;
}
