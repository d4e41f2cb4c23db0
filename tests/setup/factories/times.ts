/** A number below 50 for an id: its last digits, or something of its letters. */
function placeOf(id: string): number {
  const digits = /\d+$/.exec(id)?.[0].slice(-6);
  const letters = Array.from(id, (letter) => letter.charCodeAt(0));
  return (digits === undefined ? letters.reduce((sum, code) => sum + code, 0) : Number(digits)) % 50;
}

/**
 * When the record with this id was made, within one minute: `a1` after `a2`, as servers list them. No two records
 * of a list should have been made at once, or a test can't tell an order from chance.
 */
export const timeOf = (id: string, minute = '2026-11-20T10:00'): string =>
  `${minute}:${String(59 - placeOf(id)).padStart(2, '0')}.000Z`;
