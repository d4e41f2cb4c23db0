/** Decodes a base64 thumbhash; null when it is invalid. */
export function decodeBase64(base64: string): Uint8Array | null {
  try {
    const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
    return bytes.length >= 5 ? bytes : null;
  } catch {
    return null;
  }
}

const channel = (value: number) => Math.round(255 * Math.max(0, Math.min(1, value)));

/**
 * A thumbhash's average color as CSS, without loading the full decoder. Works on the server too, so that a
 * box has its color in the first HTML.
 */
export function averageColour(base64: string | null | undefined): string | undefined {
  const bytes = base64 ? decodeBase64(base64) : null;
  if (!bytes) return undefined;
  const [first = 0, second = 0, third = 0] = bytes;
  const head = first | (second << 8) | (third << 16);
  const light = (head & 63) / 63;
  const yellowBlue = ((head >> 6) & 63) / 31.5 - 1;
  const redGreen = ((head >> 12) & 63) / 31.5 - 1;
  const blue = light - (2 / 3) * yellowBlue;
  const red = (3 * light - blue + redGreen) / 2;
  return `rgb(${channel(red)} ${channel(red - redGreen)} ${channel(blue)})`;
}
