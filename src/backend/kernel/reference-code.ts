/** Digits and letters without I, L, O, and U, which are easily confused when read aloud or typed. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/**
 * The public number of an order or receipt, such as `K7Q3F-92XMA`. It is built from the random end of an id,
 * so it doesn't reveal how many there are.
 */
export function referenceCode(id: string): string {
  let rest = BigInt(`0x${id.slice(-12)}`);
  let text = '';
  for (let place = 0; place < 10; place += 1) {
    text = `${alphabet[Number(rest % 32n)]}${text}`;
    rest /= 32n;
  }
  return `${text.slice(0, 5)}-${text.slice(5)}`;
}

/** The end of the id from which such a number was built, in lowercase; null if there is none. */
export function decodeIdEnd(code: string): string | null {
  let value = 0n;
  for (const letter of code.toUpperCase().replace('-', ''))
    value = value * 32n + BigInt(alphabet.indexOf(letter));
  const end = value.toString(16).padStart(12, '0');
  return end.length === 12 ? end : null;
}
