import type { Random } from '../random.ts';
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
  shadow,
  vignette,
} from './canvas.ts';

/** Half widths from foot to lip, as fractions of the height. */
const profiles: readonly (readonly number[])[] = [
  [0.16, 0.24, 0.3, 0.27, 0.16, 0.09, 0.11],
  [0.2, 0.33, 0.38, 0.36, 0.3, 0.24, 0.26],
  [0.14, 0.2, 0.22, 0.2, 0.14, 0.08, 0.07],
  [0.24, 0.28, 0.3, 0.31, 0.32, 0.33, 0.34],
  [0.12, 0.3, 0.4, 0.34, 0.18, 0.12, 0.16],
  [0.18, 0.2, 0.16, 0.2, 0.26, 0.22, 0.2],
];

/** A turned vessel standing at 0 and `height` tall, lit from the left. */
function turned(
  id: string,
  [height, profile]: readonly [number, readonly number[]],
  [light, dark]: readonly [string, string],
): { body: string; outline: string; lip: number } {
  const last = profile.length - 1;
  const side = (sign: number) =>
    profile.map((half, index) => [sign * half * height, (-index / last) * height] as const);
  const outline = `${curve(side(-1))}L${curve(side(1).toReversed()).slice(1)}Z`;
  const shade = defs(
    linear(
      id,
      [
        [0, mix(light, '#ffffff', 0.12)],
        [0.32, light],
        [1, dark],
      ],
      [1, 0],
    ),
  );
  return { body: shade + path(outline, `url(#${id})`), outline, lip: (profile[last] ?? 0.1) * height };
}

function stems(random: Random, height: number, colours: readonly string[]): string {
  return repeat(random.int(3, 6), () => {
    const [lean, length] = [random.between(-0.45, 0.45), height * random.between(0.55, 1.05)];
    const tip = [lean * length * 0.8, -length] as const;
    const colour = random.pick(colours);
    const stem = line(
      `M0 4Q${n(lean * length * 0.15)} ${n(-length * 0.6)} ${n(tip[0])} ${n(tip[1])}`,
      mix(colour, '#000000', 0.25),
      3,
    );
    const dots = repeat(random.int(5, 9), (index) => {
      const part = 0.45 + index * 0.075;
      const x = lean * length * (0.15 * 2 * part * (1 - part) + 0.8 * part * part);
      return ellipse(
        [x + (index % 2 ? 7 : -7), -length * part * (2 - part) * 0.98 + 4, height * 0.032, height * 0.02],
        colour,
        `transform="rotate(${index % 2 ? -35 : 35} ${n(x)} ${n(-length * part)})"`,
      );
    });
    return stem + dots + circle([tip[0], tip[1], height * 0.04], colour);
  });
}

/** How the pots of a picture are made. */
interface Ware {
  readonly clays: readonly string[];
  readonly shapes: readonly (readonly number[])[];
  readonly glazes: readonly string[];
  readonly handles?: boolean;
  /** Some narrow ones have dried flowers in them. */
  readonly flowers?: boolean;
}
const anyWare = ({ palette }: View): Ware => ({
  clays: [palette.a, palette.b, palette.c, palette.paper, palette.accent, mix(palette.a, palette.paper, 0.5)],
  shapes: profiles,
  glazes: ['dip', 'rings', 'none', 'speckle'],
  flowers: true,
});
/** Left of the body, which covers where it is attached. */
const handle = (height: number, colour: string): string =>
  line(
    `M${n(-height * 0.28)} ${n(-height * 0.8)}C${n(-height * 0.66)} ${n(-height * 0.86)} ${n(-height * 0.66)} ${n(-height * 0.2)} ${n(-height * 0.28)} ${n(-height * 0.26)}`,
    colour,
    height * 0.09,
  );

function pot(view: View, [index, height]: readonly [number, number], ware: Ware): string {
  const { random, palette } = view;
  const clay = random.pick(ware.clays);
  const profile = random.pick(ware.shapes);
  const { body, outline, lip } = turned(
    `pot${index}`,
    [height, profile],
    [clay, mix(clay, palette.ink, 0.5)],
  );
  const glaze = random.pick(ware.glazes);
  const clip = `clip${index}`;
  const clipped = (inner: string) =>
    defs(`<clipPath id="${clip}"><path d="${outline}"/></clipPath>`) +
    `<g clip-path="url(#${clip})">${inner}</g>`;
  const tone = random.pick([palette.paper, palette.deep, palette.accent]);
  const marks: Record<string, () => string> = {
    dip: () =>
      clipped(
        path(
          `${curve([-1, -0.6, -0.2, 0.2, 0.6, 1].map((x) => [x * height * 0.6, -height * random.between(0.5, 0.62)] as const))}L${n(height)} ${n(-height * 1.2)}L${n(-height)} ${n(-height * 1.2)}Z`,
          tone,
          'opacity="0.5"',
        ),
      ),
    rings: () =>
      clipped(
        repeat(random.int(2, 5), (ring) =>
          rect([-height, -height * (0.3 + ring * 0.11), height * 2, height * 0.035], tone, 'opacity="0.5"'),
        ),
      ),
    speckle: () =>
      clipped(
        repeat(46, () =>
          circle(
            [random.between(-0.42, 0.42) * height, -random.between(0, 1) * height, random.between(1, 3.2)],
            palette.ink,
            'opacity="0.35"',
          ),
        ),
      ),
    none: () => '',
  };
  const flowers =
    ware.flowers && lip < height * 0.2 && random.chance(0.6)
      ? group(at(0, -height), stems(random, height, [palette.accent, palette.c, palette.b, palette.paper]))
      : '';
  return (
    shadow([height * 0.12, 2, height * 0.44, height * 0.06]) +
    flowers +
    (ware.handles ? handle(height, mix(clay, palette.ink, 0.12)) : '') +
    body +
    (marks[glaze]?.() ?? '') +
    ellipse([0, -height, lip, lip * 0.2], mix(clay, palette.ink, 0.62))
  );
}

const shelfOf =
  (wareOf: (view: View) => Ware) =>
  (view: View): string => {
    const ware = wareOf(view);
    const { w, h, random, palette } = view;
    const wall = mix(palette.paper, random.pick([palette.a, palette.c, palette.b]), 0.28);
    const slant = w * 0.2;
    const light = repeat(3, (index) => {
      const x = w * (0.1 + index * 0.2);
      return path(
        polygon([
          [x, 0],
          [x + w * 0.13, 0],
          [x + w * 0.13 + slant, h],
          [x + slant, h],
        ]),
        '#ffffff',
        'opacity="0.22"',
      );
    });
    const floor = h * 0.8;
    const shelf =
      rect([0, floor, w, h * 0.035], mix(palette.a, palette.paper, 0.45)) +
      rect([0, floor + h * 0.035, w, h], mix(wall, palette.ink, 0.16)) +
      rect([0, floor + h * 0.035, w, h * 0.02], palette.ink, 'opacity="0.18"');
    const count = Math.max(3, Math.round((w / h) * random.between(2.2, 3.2)));
    const row = repeat(count, (index) =>
      group(
        at((w / count) * (index + 0.5) + random.between(-0.06, 0.06) * (w / count), floor + h * 0.006),
        pot(view, [index, h * random.between(0.24, ware.handles ? 0.34 : 0.5)], ware),
      ),
    );
    return rect([0, 0, w, h], wall) + light + shelf + row + vignette(view, 0.2);
  };

const weakTea = ['#c9a472', '#d6b684', '#bd945f'];
const [, jar = [], , cup = []] = profiles;
export const pots: Scene = shelfOf(anyWare);
export const teaPots: Scene = shelfOf(() => ({ clays: weakTea, shapes: [jar], glazes: ['speckle', 'none'] }));
export const mugs: Scene = shelfOf(() => ({
  clays: weakTea,
  shapes: [cup],
  glazes: ['dip', 'speckle'],
  handles: true,
}));
/** Not glazed yet. */
export const greenware: Scene = shelfOf(() => ({
  clays: ['#b9aa9a', '#c4b6a6', '#a99b8c'],
  shapes: profiles,
  glazes: ['none'],
}));

export const chess: Scene = (view) => {
  const { w, h, random, palette } = view;
  const board = h * 0.7;
  const squares = repeat(9, (column) =>
    repeat(4, (rank) => {
      const [top, bottom] = [
        board + (h - board) * (rank / 4) ** 1.5,
        board + (h - board) * ((rank + 1) / 4) ** 1.5,
      ];
      const x = (place: number, y: number) =>
        w / 2 + ((place - 4.5) / 4.5) * w * (0.42 + ((y - board) / (h - board)) * 0.42);
      return path(
        polygon([
          [x(column, top), top],
          [x(column + 1, top), top],
          [x(column + 1, bottom), bottom],
          [x(column, bottom), bottom],
        ]),
        (column + rank) % 2 ? mix(palette.paper, palette.c, 0.3) : palette.deep,
      );
    }),
  );
  const bodies = {
    pawn: [0.3, 0.2, 0.11, 0.1, 0.14, 0.1, 0],
    rook: [0.26, 0.17, 0.13, 0.13, 0.13, 0.2, 0.2],
    bishop: [0.24, 0.15, 0.09, 0.09, 0.13, 0.1, 0.01],
    king: [0.24, 0.16, 0.1, 0.09, 0.11, 0.17, 0.1],
  } as const;
  const piece = (index: number, name: keyof typeof bodies, height: number) => {
    const tone = index % 2 ? mix(palette.paper, palette.c, 0.25) : mix(palette.deep, palette.a, 0.35);
    const { body } = turned(`piece${index}`, [height, bodies[name]], [tone, mix(tone, palette.ink, 0.75)]);
    const foot = rect(
      [-height * 0.3, -height * 0.045, height * 0.6, height * 0.06],
      mix(tone, palette.ink, 0.35),
      `rx="${n(height * 0.03)}"`,
    );
    const tops: Record<string, string> = {
      pawn: circle([0, -height * 0.94, height * 0.15], `url(#piece${index})`),
      rook: repeat(3, (notch) =>
        rect(
          [height * (-0.2 + notch * 0.15), -height * 1.09, height * 0.1, height * 0.11],
          mix(tone, palette.ink, 0.2),
        ),
      ),
      bishop:
        circle([0, -height * 1.03, height * 0.045], tone) +
        line(
          `M${n(height * 0.02)} ${n(-height * 0.9)}l${n(height * 0.07)} ${n(-height * 0.06)}`,
          palette.ink,
          height * 0.02,
        ),
      king: line(
        `M0 ${n(-height)}v${n(-height * 0.2)}M${n(-height * 0.07)} ${n(-height * 1.12)}h${n(height * 0.14)}`,
        tone,
        height * 0.045,
      ),
    };
    return shadow([height * 0.22, 4, height * 0.42, height * 0.05], 0.4) + foot + body + (tops[name] ?? '');
  };
  const names = random.some(Object.keys(bodies) as (keyof typeof bodies)[], 4);
  const row = repeat(4, (index) =>
    group(
      at(w * (0.17 + index * 0.22) + random.between(-w, w) * 0.015, board + h * random.between(0.07, 0.16)),
      piece(index, names[index] ?? 'pawn', h * random.between(0.3, 0.46)),
    ),
  );
  const lamp =
    defs(
      linear(
        'wall',
        [
          [0, palette.deep],
          [1, mix(palette.deep, palette.a, 0.55)],
        ],
        [0.4, 1],
      ),
    ) +
    rect([0, 0, w, h], 'url(#wall)') +
    circle([w * 0.26, h * 0.2, h * 0.42], palette.accent, 'opacity="0.12"') +
    circle([w * 0.26, h * 0.2, h * 0.26], palette.accent, 'opacity="0.12"');
  return (
    lamp + squares + rect([0, board - 3, w, 5], palette.ink, 'opacity="0.5"') + row + vignette(view, 0.35)
  );
};
