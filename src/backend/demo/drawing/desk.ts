import { randomOf } from '../random.ts';
import {
  type Scene,
  type View,
  at,
  circle,
  curve,
  defs,
  ellipse,
  group,
  line,
  linear,
  mix,
  n,
  path,
  polygon,
  rect,
  repeat,
  vignette,
} from './canvas.ts';
import { ridges } from './land.ts';
import { palettes } from './palettes.ts';
import { city, sea } from './water.ts';

const lifted = (width: number, height: number, fill: string): string =>
  rect([-width / 2 + 7, -height / 2 + 10, width, height], '#000000', 'opacity="0.2"') +
  rect([-width / 2, -height / 2, width, height], fill, 'rx="4"');

/** A notebook, a pen, and index cards on a study desk. */
export const desk: Scene = (view) => {
  const { w, h, random, palette } = view;
  const s = Math.min(w, h);
  const page = (side: number) =>
    group(
      at(side * s * 0.235, 0),
      lifted(s * 0.46, s * 0.62, mix(palette.paper, '#ffffff', 0.5)),
      repeat(11, (row) =>
        rect([-s * 0.19, -s * 0.24 + row * s * 0.045, s * 0.38, 1.6], palette.a, 'opacity="0.35"'),
      ),
      repeat(random.int(5, 10), (row) =>
        line(
          curve(
            Array.from(
              { length: 12 },
              (_, step) =>
                [
                  -s * 0.185 + step * s * random.between(0.026, 0.031),
                  -s * 0.248 + row * s * 0.045 + random.between(-0.008, 0.006) * s,
                ] as const,
            ),
          ),
          palette.ink,
          2.4,
          'opacity="0.75"',
        ),
      ),
    );
  const book = group(
    at(w * 0.5, h * 0.53, `rotate(${n(random.between(-10, 10))})`),
    rect([-s * 0.5, -s * 0.335, s, s * 0.67], mix(palette.a, palette.deep, 0.3), 'rx="12"'),
    page(-1),
    page(1),
    rect([-s * 0.012, -s * 0.31, s * 0.024, s * 0.62], '#000000', 'opacity="0.12"'),
  );
  const pen = (colour: string) =>
    group(
      '',
      rect([-s * 0.26 + 6, -s * 0.011 + 8, s * 0.5, s * 0.024], '#000000', 'opacity="0.2"'),
      rect([-s * 0.26, -s * 0.013, s * 0.42, s * 0.026], colour, 'rx="6"'),
      path(
        polygon([
          [s * 0.16, -s * 0.013],
          [s * 0.235, 0],
          [s * 0.16, s * 0.013],
        ]),
        palette.accent,
      ),
      rect([-s * 0.26, -s * 0.013, s * 0.05, s * 0.026], palette.ink, 'rx="6"'),
    );
  const card = (index: number) => {
    const tone = [palette.a, palette.b, palette.c, palette.accent][index % 4] ?? palette.a;
    const pictures = [
      circle([0, 0, s * 0.05], palette.paper),
      path(
        polygon([
          [-s * 0.055, s * 0.045],
          [0, -s * 0.055],
          [s * 0.055, s * 0.045],
        ]),
        palette.paper,
      ),
      rect([-s * 0.045, -s * 0.045, s * 0.09, s * 0.09], palette.paper, 'rx="8"'),
      path(
        `M0 ${n(s * 0.05)}C${n(-s * 0.1)} ${n(-s * 0.02)} ${n(-s * 0.04)} ${n(-s * 0.08)} 0 ${n(-s * 0.03)}C${n(s * 0.04)} ${n(-s * 0.08)} ${n(s * 0.1)} ${n(-s * 0.02)} 0 ${n(s * 0.05)}Z`,
        palette.paper,
      ),
    ];
    return (
      lifted(s * 0.2, s * 0.26, tone) +
      pictures[random.int(0, 3)] +
      rect([-s * 0.06, s * 0.085, s * 0.12, s * 0.012], palette.paper, 'rx="4" opacity="0.8"')
    );
  };
  const cards = repeat(4, (index) =>
    group(
      at(
        w * 0.5 + (index - 1.5) * s * 0.2 + s * 0.05,
        h * 0.14 + Math.abs(index - 1.5) * s * 0.03,
        `rotate(${(index - 1.5) * 9})`,
      ),
      card(index),
    ),
  );
  const plant = group(
    at(w * 0.97, h * 0.93),
    repeat(9, (index) =>
      group(
        `rotate(${index * 40})`,
        path(
          `M0 0C${n(s * 0.09)} ${n(-s * 0.05)} ${n(s * 0.07)} ${n(-s * 0.2)} 0 ${n(-s * 0.25)}C${n(-s * 0.07)} ${n(-s * 0.2)} ${n(-s * 0.09)} ${n(-s * 0.05)} 0 0Z`,
          mix(palette.c, palette.deep, (index % 3) * 0.18),
        ),
      ),
    ),
  );
  const top =
    defs(
      linear(
        'desk',
        [
          [0, mix(palette.b, palette.paper, 0.35)],
          [1, mix(palette.b, palette.deep, 0.25)],
        ],
        [1, 1],
      ),
    ) + rect([0, 0, w, h], 'url(#desk)');
  return (
    top +
    cards +
    book +
    group(at(w * 0.36, h * 0.84, `rotate(${random.int(-30, -8)})`), pen(palette.accent)) +
    group(at(w * 0.7, h * 0.9, `rotate(${random.int(4, 24)})`), pen(palette.a)) +
    plant +
    vignette(view, 0.24)
  );
};

export const film: Scene = (view) => {
  const { w, h, random, palette } = view;
  const rows = w / h > 2 ? 1 : 3;
  const strip = h / rows;
  const frameWidth = strip * 0.98;
  const grey = palettes.graphite;
  const tone = random.chance(0.5) ? grey : palette;
  const draw = [ridges, sea, city];
  const strips = repeat(rows, (row) => {
    const y = row * strip;
    const offset = -random.next() * frameWidth;
    const frames = repeat(Math.ceil(w / frameWidth) + 2, (index) => {
      const [fw, fh] = [frameWidth * 0.94, strip * 0.66];
      const name = `${row}-${index}-${n(offset)}`;
      const inner = (draw[(row + index) % 3] as Scene)({
        w: fw,
        h: fh,
        random: randomOf(name),
        palette: tone,
      });
      // Every small picture defines gradients, so their ids must be made unique.
      const named = inner.replaceAll(/(id="|url\(#)([a-z]+\d*)/g, `$1f${row}x${index}$2`);
      return `<svg x="${n(offset + index * frameWidth)}" y="${n(y + strip * 0.17)}" width="${n(fw)}" height="${n(fh)}" viewBox="0 0 ${n(fw)} ${n(fh)}">${named}</svg>`;
    });
    const holes = repeat(Math.ceil(w / (strip * 0.105)), (index) =>
      [0.055, 0.875]
        .map((place) =>
          rect(
            [index * strip * 0.105 + 6, y + strip * place, strip * 0.052, strip * 0.07],
            mix(palette.paper, '#ffffff', 0.2),
            `rx="${n(strip * 0.012)}"`,
          ),
        )
        .join(''),
    );
    return rect([0, y + 3, w, strip - 6], '#141414') + frames + holes;
  });
  const pencil =
    rows > 1
      ? group(
          at(w * 0.62, h * 0.5),
          ellipse(
            [0, 0, strip * 0.52, strip * 0.36],
            'none',
            `stroke="${palette.accent}" stroke-width="${n(strip * 0.022)}" opacity="0.9" transform="rotate(-4)"`,
          ),
        )
      : '';
  return rect([0, 0, w, h], mix(palette.paper, '#ffffff', 0.2)) + strips + pencil + vignette(view, 0.2);
};

/** Watercolors drying on a sheet. */
export const paint: Scene = (view) => {
  const { w, h, random, palette } = view;
  const s = Math.min(w, h);
  const colours = [palette.a, palette.b, palette.c, palette.accent];
  const stain = ([x, y, r]: readonly [number, number, number], colour: string) =>
    repeat(4, (layer) => {
      const count = 12;
      const points = Array.from(
        { length: count },
        (_, index) =>
          [
            x + Math.cos((index / count) * Math.PI * 2) * r * random.between(0.62, 1.12),
            y + Math.sin((index / count) * Math.PI * 2) * r * random.between(0.62, 1.12),
          ] as const,
      );
      return path(
        `${curve([...points, points[0] as (typeof points)[number], points[1] as (typeof points)[number]])}Z`,
        mix(colour, '#ffffff', layer * 0.07),
        'opacity="0.27"',
      );
    });
  const petals = ([x, y, size]: readonly [number, number, number], colour: string) =>
    line(
      curve([
        [x, y],
        [x + random.between(-0.1, 0.1) * s, y + s * 0.26],
        [x + random.between(-0.14, 0.14) * s, h * 1.02],
      ]),
      mix(palette.c, palette.deep, 0.2),
      s * 0.009,
      'opacity="0.8"',
    ) +
    repeat(6, (index) =>
      stain(
        [x + Math.cos(index * 1.05) * size * 0.62, y + Math.sin(index * 1.05) * size * 0.62, size * 0.52],
        colour,
      ),
    ) +
    circle([x, y, size * 0.24], mix(palette.deep, colour, 0.3), 'opacity="0.85"') +
    repeat(12, () =>
      circle(
        [x + random.between(-0.3, 0.3) * size, y + random.between(-0.3, 0.3) * size, 2.6],
        palette.accent,
      ),
    );
  const sheet = group(
    at(w / 2, h / 2, 'rotate(-2)'),
    rect([-w * 0.46 + 10, -h * 0.455 + 14, w * 0.92, h * 0.91], '#000000', 'opacity="0.2"'),
    rect([-w * 0.46, -h * 0.455, w * 0.92, h * 0.91], '#fdfaf3'),
  );
  const wash = repeat(5, () =>
    stain(
      [
        random.between(w * 0.15, w * 0.85),
        random.between(h * 0.15, h * 0.85),
        s * random.between(0.14, 0.26),
      ],
      mix(random.pick(colours), '#ffffff', 0.45),
    ),
  );
  const flowers = repeat(Math.round((w / h) * 5), (index) =>
    petals(
      [
        w * (0.14 + (index / Math.max(1, Math.round((w / h) * 5) - 1)) * 0.72),
        h * random.between(0.22, 0.58),
        s * random.between(0.065, 0.115),
      ],
      colours[index % 4] ?? palette.a,
    ),
  );
  const clip = defs(
    `<clipPath id="sheet"><rect x="${n(w * 0.05)}" y="${n(h * 0.06)}" width="${n(w * 0.9)}" height="${n(h * 0.88)}"/></clipPath>`,
  );
  const brush = group(
    at(w * 0.86, h * 0.8, 'rotate(-58)'),
    rect([-s * 0.3 + 8, -s * 0.009 + 10, s * 0.5, s * 0.02], '#000000', 'opacity="0.2"'),
    rect([-s * 0.34, -s * 0.011, s * 0.42, s * 0.022], palette.a, 'rx="9"'),
    rect([s * 0.07, -s * 0.014, s * 0.07, s * 0.028], '#c9ccd1'),
    path(
      `M${n(s * 0.14)} ${n(-s * 0.018)}Q${n(s * 0.2)} ${n(-s * 0.022)} ${n(s * 0.25)} 0Q${n(s * 0.2)} ${n(s * 0.022)} ${n(s * 0.14)} ${n(s * 0.018)}Z`,
      palette.ink,
    ),
  );
  return (
    rect([0, 0, w, h], mix(palette.b, palette.deep, 0.25)) +
    sheet +
    clip +
    `<g clip-path="url(#sheet)">${wash}${flowers}</g>` +
    brush +
    vignette(view, 0.22)
  );
};

/** Every flower red. */
export const poppies: Scene = (view) =>
  paint({
    ...view,
    palette: { ...view.palette, a: '#c8321f', b: '#e2553a', c: '#b3282a', accent: '#f0785a' },
  });

export const books: Scene = (view: View) => {
  const { w, h, random, palette } = view;
  const rows = w / h > 2 ? 1 : 2;
  const tones = [
    palette.a,
    palette.b,
    palette.c,
    palette.accent,
    palette.deep,
    palette.paper,
    mix(palette.a, palette.deep, 0.5),
    mix(palette.b, palette.paper, 0.5),
  ];
  const board = (y: number) =>
    rect([0, y, w, h * 0.03], mix(palette.b, palette.deep, 0.25)) +
    rect([0, y + h * 0.03, w, h * 0.018], '#000000', 'opacity="0.2"');
  const row = (floor: number, tall: number) => {
    let drawn = '';
    for (let x = w * 0.03; x < w * 0.95;) {
      if (random.chance(0.12)) {
        const size = tall * 0.34;
        drawn += group(
          at(x + size * 0.7, floor),
          repeat(7, (index) =>
            group(
              at(0, -size * 0.7, `rotate(${(index - 3) * 24})`),
              path(
                `M0 0C${n(size * 0.2)} ${n(-size * 0.2)} ${n(size * 0.16)} ${n(-size * 0.8)} 0 ${n(-size)}C${n(-size * 0.16)} ${n(-size * 0.8)} ${n(-size * 0.2)} ${n(-size * 0.2)} 0 0Z`,
                mix(palette.c, palette.deep, (index % 2) * 0.25),
              ),
            ),
          ),
          path(
            polygon([
              [-size * 0.42, -size * 0.75],
              [size * 0.42, -size * 0.75],
              [size * 0.3, 0],
              [-size * 0.3, 0],
            ]),
            palette.accent,
          ),
        );
        x += size * 1.5;
        continue;
      }
      const [width, height] = [random.between(0.06, 0.13) * tall * 1.1, tall * random.between(0.62, 0.96)];
      const tone = random.pick(tones);
      const mark = mix(tone, random.chance(0.5) ? '#ffffff' : palette.ink, 0.45);
      const lean = random.chance(0.08) ? 9 : 0;
      drawn += group(
        at(x, floor, lean ? `rotate(${lean})` : ''),
        rect([0, -height, width, height], tone, 'rx="3"'),
        rect([width * 0.72, -height, width * 0.28, height], '#000000', 'opacity="0.12" rx="3"'),
        rect([width * 0.16, -height * 0.86, width * 0.68, height * 0.03], mark),
        rect([width * 0.16, -height * 0.8, width * 0.68, height * 0.012], mark),
        random.chance(0.5)
          ? circle([width / 2, -height * 0.16, width * 0.22], mark)
          : rect([width * 0.3, -height * 0.6, width * 0.4, height * 0.3], mark, 'opacity="0.7"'),
      );
      x += width + 2 + (lean ? height * 0.16 : 0);
    }
    return drawn;
  };
  const wall =
    defs(
      linear(
        'wall',
        [
          [0, mix(palette.paper, palette.b, 0.3)],
          [1, mix(palette.paper, palette.a, 0.35)],
        ],
        [1, 1],
      ),
    ) + rect([0, 0, w, h], 'url(#wall)');
  return (
    wall +
    repeat(rows, (index) => {
      const floor = h * (rows === 1 ? 0.86 : 0.46 + index * 0.46);
      return row(floor, h * (rows === 1 ? 0.7 : 0.4)) + board(floor);
    }) +
    vignette(view, 0.24)
  );
};
