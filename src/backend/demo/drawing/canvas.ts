import type { Random } from '../random.ts';
import type { Palette } from './palettes.ts';

/** A canvas to draw on. A scene returns the content of an SVG. */
export interface View {
  readonly w: number;
  readonly h: number;
  readonly random: Random;
  readonly palette: Palette;
}
export type Scene = (view: View) => string;

/** Rounds to one decimal, which is finer than a pixel and halves the length. */
export const n = (value: number): string => String(Math.round(value * 10) / 10);

/**
 * SVG renderers draw a shape with `opacity` on a separate layer of the whole picture's size. For a shape that
 * is only filled or only stroked, `fill-opacity` or `stroke-opacity` looks the same, and whole scenes render
 * in half the time.
 */
const withoutSheets = (body: string): string =>
  body.replaceAll(/<(?:rect|circle|ellipse|path)\b[^>]*? opacity="[^>]*>/g, (shape) => {
    if (shape.includes('fill="none"')) return shape.replace(' opacity="', ' stroke-opacity="');
    return shape.includes(' stroke="') ? shape : shape.replace(' opacity="', ' fill-opacity="');
  });

export const svg = ({ w, h }: Pick<View, 'w' | 'h'>, body: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${n(w)}" height="${n(h)}" viewBox="0 0 ${n(w)} ${n(h)}">${withoutSheets(body)}</svg>`;

const channels = (hex: string): [number, number, number] =>
  [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as [number, number, number];

export function mix(from: string, to: string, part: number): string {
  const [a, b] = [channels(from), channels(to)];
  return `#${a
    .map((value, at) =>
      Math.round(value + ((b[at] ?? 0) - value) * Math.min(1, Math.max(0, part)))
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;
}

type Stop = readonly [offset: number, colour: string, opacity?: number];
const stops = (list: readonly Stop[]) =>
  list
    .map(
      ([offset, colour, opacity = 1]) =>
        `<stop offset="${offset}" stop-color="${colour}" stop-opacity="${opacity}"/>`,
    )
    .join('');
/** A linear gradient from the shape's upper left corner toward `to`, in fractions of its box. */
export const linear = (id: string, list: readonly Stop[], to: readonly [number, number] = [0, 1]): string =>
  `<linearGradient id="${id}" x1="0" y1="0" x2="${to[0]}" y2="${to[1]}">${stops(list)}</linearGradient>`;
export const radial = (id: string, list: readonly Stop[]): string =>
  `<radialGradient id="${id}">${stops(list)}</radialGradient>`;
export const defs = (...items: string[]): string => `<defs>${items.join('')}</defs>`;

type Box = readonly [x: number, y: number, w: number, h: number];
export const rect = ([x, y, w, h]: Box, fill: string, more = ''): string =>
  `<rect x="${n(x)}" y="${n(y)}" width="${n(w)}" height="${n(h)}" fill="${fill}" ${more}/>`;
export const circle = ([x, y, r]: readonly [number, number, number], fill: string, more = ''): string =>
  `<circle cx="${n(x)}" cy="${n(y)}" r="${n(r)}" fill="${fill}" ${more}/>`;
export const ellipse = ([x, y, rx, ry]: Box, fill: string, more = ''): string =>
  `<ellipse cx="${n(x)}" cy="${n(y)}" rx="${n(rx)}" ry="${n(ry)}" fill="${fill}" ${more}/>`;
export const path = (d: string, fill: string, more = ''): string => `<path d="${d}" fill="${fill}" ${more}/>`;
// oxlint-disable-next-line max-params -- drawn hundreds of times: an object for each would hide the drawing
export const line = (d: string, stroke: string, width: number, more = ''): string =>
  `<path d="${d}" fill="none" stroke="${stroke}" stroke-width="${n(width)}" stroke-linecap="round" stroke-linejoin="round" ${more}/>`;
export const group = (transform: string, ...items: string[]): string =>
  `<g transform="${transform}">${items.join('')}</g>`;
export const at = (x: number, y: number, more = ''): string => `translate(${n(x)} ${n(y)}) ${more}`;
export const repeat = (count: number, draw: (index: number) => string): string =>
  Array.from({ length: Math.max(0, count) }, (_, index) => draw(index)).join('');

type Point = readonly [number, number];
export const polygon = (points: readonly Point[]): string =>
  `M${points.map(([x, y]) => `${n(x)} ${n(y)}`).join('L')}Z`;
/** A smooth curve through points (Catmull–Rom spline as Béziers). */
export function curve(points: readonly Point[]): string {
  const point = (index: number): Point => points[Math.min(points.length - 1, Math.max(0, index))] as Point;
  const [start] = [point(0)];
  let d = `M${n(start[0])} ${n(start[1])}`;
  for (let index = 0; index < points.length - 1; index += 1) {
    const [before, from, to, after] = [point(index - 1), point(index), point(index + 1), point(index + 2)];
    const one: Point = [from[0] + (to[0] - before[0]) / 6, from[1] + (to[1] - before[1]) / 6];
    const two: Point = [to[0] - (after[0] - from[0]) / 6, to[1] - (after[1] - from[1]) / 6];
    d += `C${n(one[0])} ${n(one[1])} ${n(two[0])} ${n(two[1])} ${n(to[0])} ${n(to[1])}`;
  }
  return d;
}

/** The outline of hills from left to right: a few added sine waves, `height` tall around `y`. */
export function hills({ w, random }: View, [y, height]: Point, detail: number): Point[] {
  const waves = Array.from({ length: detail }, (_, index) => ({
    length: w / (0.7 + index * random.between(0.8, 1.5)),
    phase: random.between(0, Math.PI * 2),
    size: height / (1 + index * 1.3),
  }));
  const step = w / 48;
  return Array.from({ length: 51 }, (_, index) => {
    const x = (index - 1) * step;
    return [
      x,
      y +
        waves.reduce(
          (sum, wave) => sum + Math.sin((x / wave.length) * Math.PI * 2 + wave.phase) * wave.size,
          0,
        ) /
          2,
    ] as const;
  });
}
/** Closes a curve along the bottom edge, to fill the area below it. */
export const below = (points: readonly Point[], { w, h }: View): string =>
  `${curve(points)}L${n(w + 40)} ${n(h + 10)}L-40 ${n(h + 10)}Z`;

export const glow = (
  id: string,
  [x, y, r]: readonly [number, number, number],
  [colour, opacity]: readonly [string, number],
): string =>
  defs(
    radial(id, [
      [0, colour, opacity],
      [1, colour, 0],
    ]),
  ) + circle([x, y, r], `url(#${id})`);
export const shadow = (box: Box, opacity = 0.22): string => ellipse(box, '#000000', `opacity="${opacity}"`);
/** Darkens the edges slightly, like a lens. */
export const vignette = ({ w, h }: View, strength = 0.28): string =>
  defs(
    `<radialGradient id="vignette" cx="0.5" cy="0.46" r="0.75"><stop offset="0.55" stop-color="#000" stop-opacity="0"/><stop offset="1" stop-color="#000" stop-opacity="${strength}"/></radialGradient>`,
  ) + rect([0, 0, w, h], 'url(#vignette)');
/** Fills the canvas with a vertical gradient. */
export const sky = ({ w, h }: View, list: readonly Stop[], to: readonly [number, number] = [0, 1]): string =>
  defs(linear('sky', list, to)) + rect([0, 0, w, h], 'url(#sky)');
