/** What the numbers of a picture's red, green and blue stand for. */
export interface ColourProfile {
  /** From linear light of the picture to linear light of sRGB, row by row. Nine numbers. */
  readonly matrix: readonly number[];
  /** The light, from 0 to 1, of each of 256 values of a color: red, green and blue. */
  readonly curves: readonly [Float32Array, Float32Array, Float32Array];
}

const levels = Array.from({ length: 256 }, (_, value) => value / 255);
const srgbLight = (code: number): number =>
  code <= 0.04045 ? code / 12.92 : ((code + 0.055) / 1.055) ** 2.4;
const srgbCurve = Float32Array.from(levels, srgbLight);

/** From the light that profiles are written in, CIE XYZ under D50, to that of sRGB. */
const fromXyz = [3.13386, -1.61687, -0.49061, -0.97877, 1.91614, 0.03345, 0.07195, -0.22899, 1.40524];
const displayP3: ColourProfile = {
  matrix: [1.22494, -0.22494, 0, -0.04206, 1.04206, 0, -0.01964, -0.07864, 1.09827],
  curves: [srgbCurve, srgbCurve, srgbCurve],
};

const textAt = (view: DataView, at: number): string =>
  String.fromCharCode(...[0, 1, 2, 3].map((by) => view.getUint8(at + by)));
const fixedAt = (view: DataView, at: number): number => view.getInt32(at) / 65_536;

/** What a curve written as a formula has in each of its kinds, in their order: ICC's parametric types 0 to 4. */
const parameters = ['g', 'gab', 'gabc', 'gabcd', 'gabcdef'];

/** A curve that is written as a formula. */
function formula(view: DataView, at: number): (code: number) => number {
  const kind = view.getUint16(at + 8);
  const names = parameters[kind];
  if (names === undefined) throw new RangeError('an unknown curve');
  const given = Object.fromEntries(
    Array.from(names, (name, index) => [name, fixedAt(view, at + 12 + index * 4)]),
  );
  const { g, a, b, c, d, e, f } = { g: 1, a: 1, b: 0, c: 0, d: 0, e: 0, f: 0, ...given };
  const power = (code: number) => Math.max(0, a * code + b) ** g;
  // What is added: to all in kind 2, above and below the bend in the others.
  if (kind === 2) return (code) => power(code) + c;
  return kind < 2 ? power : (code) => (code >= d ? power(code) + e : c * code + f);
}

function curveAt(view: DataView, at: number): Float32Array {
  const type = textAt(view, at);
  if (type === 'para') return Float32Array.from(levels, formula(view, at));
  if (type !== 'curv') throw new RangeError('an unknown curve');
  const count = view.getUint32(at + 8);
  if (count === 0) return Float32Array.from(levels);
  if (count === 1) return Float32Array.from(levels, (code) => code ** (view.getUint16(at + 12) / 256));
  return Float32Array.from(levels, (code) => {
    const place = code * (count - 1);
    const [low, part] = [Math.floor(place), place % 1];
    const [from, to] = [low, Math.min(count - 1, low + 1)].map((index) =>
      view.getUint16(at + 12 + index * 2),
    );
    return ((from ?? 0) * (1 - part) + (to ?? 0) * part) / 65_535;
  });
}

/** Reads an ICC profile of three primaries and curves, as cameras and phones write them. Null for others. */
export function readIcc(bytes: Uint8Array): ColourProfile | null {
  try {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    if (textAt(view, 16) !== 'RGB ') return null;
    const tags = new Map<string, number>();
    for (let at = 0; at < Math.min(100, view.getUint32(128)); at += 1)
      tags.set(textAt(view, 132 + at * 12), view.getUint32(136 + at * 12));
    const tagOffset = (name: string): number => {
      const at = tags.get(name);
      if (at === undefined) throw new RangeError(`no ${name}`);
      return at;
    };
    const xyz = ['rXYZ', 'gXYZ', 'bXYZ'].map((name) =>
      [8, 12, 16].map((by) => fixedAt(view, tagOffset(name) + by)),
    );
    const matrix = Array.from({ length: 9 }, (_, at) =>
      [0, 1, 2].reduce(
        (sum, part) => sum + (fromXyz[Math.floor(at / 3) * 3 + part] ?? 0) * (xyz[at % 3]?.[part] ?? 0),
        0,
      ),
    );
    const [red, green, blue] = ['rTRC', 'gTRC', 'bTRC'].map((name) => curveAt(view, tagOffset(name)));
    return red && green && blue ? { matrix, curves: [red, green, blue] } : null;
  } catch (error) {
    // It ends too early, or has something else in place of primaries.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** Boxes whose content is more boxes, behind this many bytes. */
const containers: Readonly<Record<string, number>> = { meta: 4, iprp: 0, ipco: 0 };

/** The contents of all `colr` boxes. */
function colourBoxes(bytes: Uint8Array): Uint8Array[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const found: Uint8Array[] = [];
  for (let at = 0; at + 8 <= bytes.length;) {
    const size = view.getUint32(at) || bytes.length - at;
    if (size < 8) break;
    const name = textAt(view, at + 4);
    const inside = containers[name];
    const end = Math.min(bytes.length, at + size);
    if (inside !== undefined) found.push(...colourBoxes(bytes.subarray(Math.min(at + 8 + inside, end), end)));
    if (name === 'colr') found.push(bytes.subarray(at + 8, end));
    at += size;
  }
  return found;
}

const isSrgb = ({ matrix, curves }: ColourProfile): boolean =>
  matrix.every((value, at) => Math.abs(value - (at % 4 === 0 ? 1 : 0)) < 0.005) &&
  curves.every((curve) => curve.every((light, value) => Math.abs(light - (srgbCurve[value] ?? 0)) < 0.005));

/**
 * What the numbers of a HEIC picture stand for: the first profile in the file, which phones give to the picture and
 * all its tiles. Null if they are sRGB, or the file doesn't say.
 */
export function heicProfile(bytes: Uint8Array): ColourProfile | null {
  const boxes = colourBoxes(bytes).filter((box) => box.length >= 11);
  for (const box of boxes) {
    const kind = String.fromCharCode(...box.subarray(0, 4));
    const profile = kind === 'prof' || kind === 'rICC' ? readIcc(box.subarray(4)) : null;
    if (profile) return isSrgb(profile) ? null : profile;
  }
  // By number (ISO/IEC 23091-2): 12 are the primaries of Display P3.
  const isP3 = boxes.some((box) => String.fromCharCode(...box.subarray(0, 4)) === 'nclx' && box[5] === 12);
  return isP3 ? displayP3 : null;
}

const steps = 4095;
const srgbCodes = Uint8ClampedArray.from({ length: steps + 1 }, (_, at) => {
  const light = at / steps;
  return 255 * (light <= 0.0031308 ? light * 12.92 : 1.055 * light ** (1 / 2.4) - 0.055);
});
const encodeLight = (light: number): number =>
  srgbCodes[light <= 0 ? 0 : light >= 1 ? steps : Math.round(light * steps)] as number;

/** Turns RGBA pixels into sRGB where they are. Colors that sRGB doesn't have become the nearest that it has. */
export function toSrgb(pixels: Uint8ClampedArray, { matrix, curves }: ColourProfile): void {
  const [rr, rg, rb, gr, gg, gb, br, bg, bb] = matrix as [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const [reds, greens, blues] = curves;
  for (let at = 0; at + 3 < pixels.length; at += 4) {
    const r = reds[pixels[at] as number] as number;
    const g = greens[pixels[at + 1] as number] as number;
    const b = blues[pixels[at + 2] as number] as number;
    pixels[at] = encodeLight(rr * r + rg * g + rb * b);
    pixels[at + 1] = encodeLight(gr * r + gg * g + gb * b);
    pixels[at + 2] = encodeLight(br * r + bg * g + bb * b);
  }
}
