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
  sky,
  vignette,
} from './canvas.ts';
import { palettes } from './palettes.ts';

function plank({ random }: View, [width, height]: readonly [number, number], colour: string): string {
  const knots = repeat(random.chance(0.5) ? 1 : 0, () => {
    const [x, y] = [random.between(width * 0.2, width * 0.8), random.between(height * 0.3, height * 0.7)];
    return repeat(5, (ring) =>
      ellipse(
        [x, y, height * (0.05 + ring * 0.045), height * (0.03 + ring * 0.022)],
        'none',
        `stroke="#000" stroke-width="2" opacity="0.2"`,
      ),
    );
  });
  const grain = repeat(Math.max(4, Math.round(height / 16)), (index) =>
    line(
      curve(
        Array.from(
          { length: 7 },
          (_, step) => [(step - 0.5) * (width / 5), (index + 0.5) * 16 + random.between(-5, 5)] as const,
        ),
      ),
      '#000000',
      1.8,
      `opacity="${n(random.between(0.1, 0.2))}"`,
    ),
  );
  return (
    rect([0, 0, width, height], colour) +
    grain +
    knots +
    rect([0, 0, width, 4], '#ffffff', 'opacity="0.18"') +
    rect([0, height - 4, width, 4], '#000000', 'opacity="0.18"')
  );
}

/** A dovetail joint with a chisel beside it: plain, among shavings, or oiled. */
const joinery =
  (look: 'plain' | 'shavings' | 'oiled') =>
  (view: View): string => {
    const { w, h, random, palette } = view;
    const raw = mix(palette.b, '#dcb27c', 0.5);
    const [dark, pale] = [mix(palette.a, '#6b4226', 0.5), look === 'oiled' ? mix(raw, '#8a4f22', 0.55) : raw];
    const bench = mix(palette.deep, '#7a5534', 0.4);
    const top = repeat(Math.ceil(h / 150), (index) =>
      group(
        at(0, index * 150),
        `<svg width="${n(w)}" height="148">${plank(view, [w, 148], mix(bench, '#000000', random.between(0, 0.18)))}</svg>`,
      ),
    );
    const [long, wide] = [Math.max(w, h) * 0.62, Math.min(w, h) * 0.42];
    const tails = 4;
    const pitch = wide / tails;
    const tail = repeat(tails, (index) => {
      const y = index * pitch;
      const [narrow, broad] = [pitch * 0.24, pitch * 0.1];
      return path(
        polygon([
          [long - 2, y + narrow],
          [long + pitch * 0.8, y + broad],
          [long + pitch * 0.8, y + pitch - broad],
          [long - 2, y + pitch - narrow],
        ]),
        mix(pale, '#000000', 0.06),
      );
    });
    const joint = group(
      at(w * 0.06, h * 0.36, `rotate(${n(random.between(-9, 6))})`),
      rect([12, 18, long + pitch * 0.8, wide], '#000000', 'opacity="0.3"'),
      `<svg width="${n(long)}" height="${n(wide)}">${plank(view, [long, wide], pale)}</svg>`,
      group(
        at(long, 0),
        `<svg width="${n(pitch * 0.8)}" height="${n(wide)}">${plank(view, [pitch * 0.8, wide], dark)}</svg>`,
      ),
      tail,
      rect([long + pitch * 0.8, 0, 6, wide], '#000000', 'opacity="0.25"'),
    );
    const chisel = group(
      at(w * 0.56, h * 0.16, `rotate(${random.int(-24, 24)})`),
      rect([-w * 0.17 + 8, -15 + 12, w * 0.36, 30], '#000000', 'opacity="0.25"'),
      rect([-w * 0.17, -18, w * 0.15, 36], palette.accent, 'rx="16"'),
      rect([-w * 0.03, -13, w * 0.03, 26], '#b9a26a'),
      path(
        polygon([
          [0, -12],
          [w * 0.16, -12],
          [w * 0.185, 12],
          [0, 12],
        ]),
        '#c6cbd1',
      ),
      rect([0, -12, w * 0.165, 6], '#ffffff', 'opacity="0.5"'),
    );
    const many = look === 'shavings';
    const curls = repeat(many ? 34 : random.int(5, 9), () => {
      const [x, y, r] = [
        random.between(0, w),
        random.between(h * (many ? 0.5 : 0.8), h),
        random.between(16, many ? 64 : 44),
      ];
      return line(
        `M${n(x)} ${n(y)}c${n(r)} ${n(-r)} ${n(r * 1.8)} ${n(r * 0.3)} ${n(r)} ${n(r * 0.8)}s${n(-r * 1.3)} ${n(-r * 0.4)} ${n(-r * 0.5)} ${n(-r * 0.7)}`,
        mix(raw, '#ffffff', 0.35),
        7,
        'opacity="0.95"',
      );
    });
    return (
      rect([0, 0, w, h], mix(bench, '#000000', 0.45)) + top + joint + chisel + curls + vignette(view, 0.34)
    );
  };

export const wood: Scene = joinery('plain');
export const shavings: Scene = joinery('shavings');
export const oiled: Scene = joinery('oiled');

/** Cloth pieced together from triangles and quarter circles. */
export const quilt: Scene = (view) => {
  const { w, h, random, palette } = view;
  const size = Math.min(w, h) / random.int(4, 6);
  const colours = [palette.a, palette.b, palette.c, palette.accent, palette.deep, palette.paper];
  const kinds: readonly ((one: string, two: string) => string)[] = [
    (one, two) => rect([0, 0, size, size], two) + path(`M0 0H${n(size)}L0 ${n(size)}Z`, one),
    (one, two) =>
      rect([0, 0, size, size], two) + path(`M0 0H${n(size)}A${n(size)} ${n(size)} 0 0 1 0 ${n(size)}Z`, one),
    (one, two) => rect([0, 0, size, size], two) + circle([size / 2, size / 2, size * 0.32], one),
    (one, two) =>
      rect([0, 0, size, size], two) +
      path(
        `M0 0L${n(size / 2)} ${n(size / 2)}L0 ${n(size)}ZM${n(size)} 0L${n(size / 2)} ${n(size / 2)}L${n(size)} ${n(size)}Z`,
        one,
      ),
    (one, two) =>
      rect([0, 0, size, size], two) +
      repeat(4, (index) => rect([0, (index * size) / 4, size, size / 8], one)),
  ];
  const stitched = (x: number, y: number) =>
    rect(
      [x + 7, y + 7, size - 14, size - 14],
      'none',
      'stroke="#ffffff" stroke-width="1.8" stroke-dasharray="7 6" opacity="0.4"',
    );
  const tiles = repeat(Math.ceil(h / size), (row) =>
    repeat(Math.ceil(w / size), (column) => {
      const [one, two] = random.some(colours, 2) as [string, string];
      return (
        group(
          at(column * size, row * size, `rotate(${random.int(0, 3) * 90} ${n(size / 2)} ${n(size / 2)})`),
          random.pick(kinds)(one, two),
        ) + stitched(column * size, row * size)
      );
    }),
  );
  const threads = repeat(Math.ceil(h / 5), (index) =>
    rect([0, index * 5, w, 1], '#000000', 'opacity="0.05"'),
  );
  const folds =
    defs(
      linear(
        'fold',
        [
          [0, '#000000', 0.2],
          [0.18, '#ffffff', 0.12],
          [0.4, '#000000', 0.02],
          [0.62, '#ffffff', 0.14],
          [0.8, '#000000', 0.16],
          [1, '#ffffff', 0.05],
        ],
        [1, 0.35],
      ),
    ) + rect([0, 0, w, h], 'url(#fold)');
  return tiles + threads + folds + vignette(view, 0.25);
};

/** Houses on a slope in isometric projection. */
export const blocks: Scene = (view) => {
  const { w, h, random, palette } = view;
  const size = Math.min(w, h) * 0.115;
  const [dx, dy] = [size * 0.866, size * 0.5];
  const house = (height: number, colour: string) => {
    const windows = (side: 1 | -1) =>
      repeat(Math.max(1, Math.floor(height / (size * 0.62))), (floor) =>
        repeat(2, (place) => {
          const [x, y] = [side * dx * (0.2 + place * 0.4), -floor * size * 0.62 - size * 0.55];
          const lean = -side * dy * (0.2 + place * 0.4);
          return path(
            polygon([
              [x, y + lean],
              [x + side * dx * 0.22, y + lean - dy * 0.22],
              [x + side * dx * 0.22, y + lean - dy * 0.22 + size * 0.32],
              [x, y + lean + size * 0.32],
            ]),
            random.chance(0.3) ? palette.accent : mix(colour, palette.ink, 0.72),
            'opacity="0.85"',
          );
        }),
      );
    const left = path(
      polygon([
        [0, 0],
        [-dx, -dy],
        [-dx, -dy - height],
        [0, -height],
      ]),
      mix(colour, palette.ink, 0.12),
    );
    const right = path(
      polygon([
        [0, 0],
        [dx, -dy],
        [dx, -dy - height],
        [0, -height],
      ]),
      mix(colour, palette.ink, 0.4),
    );
    const flat = path(
      polygon([
        [0, -height],
        [dx, -dy - height],
        [0, -2 * dy - height],
        [-dx, -dy - height],
      ]),
      mix(colour, '#ffffff', 0.35),
    );
    const tip = -height - dy * 2.1;
    const roof = random.chance(0.5)
      ? path(
          polygon([
            [0, -height],
            [-dx, -dy - height],
            [0, tip - dy * 0.2],
          ]),
          mix(palette.a, '#ffffff', 0.08),
        ) +
        path(
          polygon([
            [0, -height],
            [dx, -dy - height],
            [0, tip - dy * 0.2],
          ]),
          mix(palette.a, palette.ink, 0.32),
        ) +
        path(
          polygon([
            [-dx, -dy - height],
            [0, -2 * dy - height],
            [0, tip - dy * 0.2],
          ]),
          mix(palette.a, palette.ink, 0.12),
        )
      : flat + circle([0, -height - dy, size * 0.14], mix(palette.c, palette.deep, 0.2));
    return left + right + windows(-1) + windows(1) + roof;
  };
  const tree =
    circle([0, -size * 0.45, size * 0.3], mix(palette.c, palette.deep, 0.2)) +
    circle([-size * 0.07, -size * 0.55, size * 0.18], palette.c) +
    rect([-size * 0.035, -size * 0.18, size * 0.07, size * 0.2], palette.deep);
  const columns = Math.ceil(w / (dx * 2)) + 2;
  const lines = Math.ceil(h / dy) + 4;
  const town = repeat(lines, (row) =>
    repeat(columns, (column) => {
      const [x, y] = [(column - 0.5 + (row % 2) * 0.5) * dx * 2, (row - 1) * dy + size * 1.2];
      if (y < h * 0.3) return '';
      if (random.chance(0.22)) return group(at(x, y), random.chance(0.6) ? tree : '');
      return group(
        at(x, y),
        house(
          size * random.between(0.7, 2.1),
          random.pick([
            palette.b,
            palette.paper,
            palette.accent,
            mix(palette.c, palette.paper, 0.4),
            mix(palette.a, palette.paper, 0.55),
          ]),
        ),
      );
    }),
  );
  return (
    sky(view, [
      [0, mix(palette.b, palette.paper, 0.55)],
      [0.5, mix(palette.c, palette.paper, 0.5)],
    ]) +
    circle([w * random.between(0.2, 0.8), h * 0.15, Math.min(w, h) * 0.06], palette.accent) +
    rect([0, h * 0.36, w, h], mix(palette.c, palette.deep, 0.4)) +
    town +
    vignette(view, 0.22)
  );
};
/** The same kind of town by night. */
export const nightTown: Scene = (view) => blocks({ ...view, palette: palettes.night });
