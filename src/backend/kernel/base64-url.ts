/** Base64url without padding, as browsers write and expect it. Text is taken as one byte per character. */
export const toBase64Url = (text: string): string =>
  btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');

/** The reverse; empty where the text isn't base64url. */
export function fromBase64Url(text: string): string {
  try {
    return atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  } catch {
    return '';
  }
}

export const bytesToBase64Url = (bytes: Uint8Array): string =>
  toBase64Url(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));

export const bytesFromBase64Url = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(fromBase64Url(text), (character) => character.charCodeAt(0));
