import { decodeIdEnd } from '../../../../kernel/reference-code.ts';

interface QuotedStatement {
  /** Such as `S-2026-03-K7Q3F-92XMA`. */
  readonly number: string;
  /** Such as `2026-03`. */
  readonly month: string;
  /** The end of the creator's id. */
  readonly of: string;
}

/** What an operator typed or pasted, taken apart. */
export interface Quoted {
  /** An id: alone, or inside an address. */
  readonly id: string | null;
  /** The number of an order or receipt as it is stored, without a receipt's `R-`. */
  readonly number: string | null;
  /** A creator's monthly statement, by its number. */
  readonly statement: QuotedStatement | null;
  /** For everything else. A profile's address is its username here. */
  readonly text: string;
}

const anId = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/i;
/** The alphabet of `referenceCode`. People leave out the prefix or the hyphen, or type a space. */
const aNumber = /^(?:R[- ]?)?([0-9A-HJKMNP-TV-Z]{5})[- ]?([0-9A-HJKMNP-TV-Z]{5})$/i;
/** The number of a statement, such as `S-2026-03-K7Q3F-92XMA`: alone or inside an address. */
const aStatement =
  /(?<![0-9a-z])(?:S[- ]?)?(\d{4})[- ]?(0[1-9]|1[0-2])[- ]?([0-9A-HJKMNP-TV-Z]{5})[- ]?([0-9A-HJKMNP-TV-Z]{5})(?![0-9a-z])/i;
const aProfile = /^https?:\/\/[^/]+\/([^/?#]+)\/?(?:[?#].*)?$/i;

function statementIn(typed: string): QuotedStatement | null {
  const found = aStatement.exec(typed);
  if (!found) return null;
  const [month, code] = [`${found[1]}-${found[2]}`, `${found[3]}-${found[4]}`.toUpperCase()];
  const of = decodeIdEnd(code);
  return of === null ? null : { number: `S-${month}-${code}`, month, of };
}

/** Takes apart what was typed: an id, a number, an address of the site, or text. */
export function quoted(typed: string): Quoted {
  const id = anId.exec(typed)?.[0].toLowerCase() ?? null;
  const parts = aNumber.exec(typed);
  const profile = aProfile.exec(typed)?.[1];
  return {
    id,
    number: parts ? `${parts[1]}-${parts[2]}`.toUpperCase() : null,
    statement: id === null ? statementIn(typed) : null,
    text: (profile ?? typed).replace(/^@/, ''),
  };
}
