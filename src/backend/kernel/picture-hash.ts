/** Side of the small grey copy that a picture is recognised by, in pixels. */
export const LUMA_SIDE = 32;
/** Frequencies per side that the hash keeps, without the ones that only say how bright the picture is. */
const frequencies = 8;
/** Hashes of one picture in different sizes, qualities and brightness differ in at most this many of 64 bits. */
export const SAME_PICTURE_BITS = 8;
/** Half of the frequencies of a picture that shows something are stronger than this. */
const plainBelow = 40;

/** The brightness of pixels as red, green, blue and alpha, in front of white. */
export function calculateLuma(rgba: Uint8Array | Uint8ClampedArray): Uint8Array {
  const channel = (at: number) => rgba[at] ?? 0;
  return Uint8Array.from({ length: rgba.length / 4 }, (_, index) => {
    const at = index * 4;
    const grey = 0.299 * channel(at) + 0.587 * channel(at + 1) + 0.114 * channel(at + 2);
    const alpha = channel(at + 3) / 255;
    return Math.round(grey * alpha + 255 * (1 - alpha));
  });
}

/** The cosine of each kept frequency at each pixel. */
const cosines = Array.from({ length: frequencies }, (_row, frequency) =>
  Float64Array.from({ length: LUMA_SIDE }, (_pixel, at) =>
    Math.cos(((2 * at + 1) * (frequency + 1) * Math.PI) / (2 * LUMA_SIDE)),
  ),
);

/** How strong each kept frequency is, row by row: a discrete cosine transform, columns after rows. */
function strengths(luma: Uint8Array): number[] {
  const rows = Array.from({ length: LUMA_SIDE }, (_, y) =>
    cosines.map((wave) => wave.reduce((sum, cosine, x) => sum + cosine * (luma[y * LUMA_SIDE + x] ?? 0), 0)),
  );
  return cosines.flatMap((wave) =>
    cosines.map((_, across) => wave.reduce((sum, cosine, y) => sum + cosine * (rows[y]?.[across] ?? 0), 0)),
  );
}

const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b);
  const half = sorted.length / 2;
  return ((sorted[half - 1] ?? 0) + (sorted[half] ?? 0)) / 2;
};

/**
 * A perceptual hash of 64 bits: which frequencies of the picture are stronger than the median. Null for a picture
 * that is so plain that its hash would be chance, and one plain picture would pass for another.
 */
export function pictureHash(luma: Uint8Array): bigint | null {
  const found = strengths(luma);
  if (median(found.map(Math.abs)) < plainBelow) return null;
  const middle = median(found);
  const bits = found.reduce((hash, strength) => (hash << 1n) | (strength > middle ? 1n : 0n), 0n);
  return BigInt.asIntN(64, bits);
}
