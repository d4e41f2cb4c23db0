/** Digits and letters that can't be taken for each other, also over the telephone. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/**
 * `K7Q3F-92XMA`: what people call an order or a receipt; nothing can be told from it, not even how many there
 * are. Made of the random end of an id.
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
