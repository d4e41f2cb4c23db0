import {
  type Scene,
  type View,
  at,
  below,
  circle,
  curve,
  defs,
  glow,
  group,
  hills,
  line,
  linear,
  mix,
  n,
  path,
  polygon,
  radial,
  rect,
  repeat,
  sky,
  vignette,
} from './canvas.ts';
import { palettes } from './palettes.ts';

const pine = ([x, y, size]: readonly [number, number, number], colour: string): string =>
  group(
    at(x, y, `scale(${n(size)})`),
    path('M0 -10L3.4 -4.6L2 -5L4.6 -0.6L2.6 -1L5.4 3.6L-5.4 3.6L-2.6 -1L-4.6 -0.6L-2 -5L-3.4 -4.6Z', colour),
    rect([-0.5, 3.4, 1, 2], colour),
  );

const birds = ({ w, h, random, palette }: View): string =>
  repeat(random.int(3, 7), () => {
    const [x, y, size] = [
      random.between(w * 0.15, w * 0.85),
      random.between(h * 0.1, h * 0.32),
      random.between(6, 14),
    ];
    return line(
      `M${n(x - size)} ${n(y)}q${n(size / 2)} ${n(-size * 0.7)} ${n(size)} 0q${n(size / 2)} ${n(-size * 0.7)} ${n(size)} 0`,
      palette.deep,
      2.4,
      'opacity="0.55"',
    );
  });

/** Blades of grass and twigs, white with frost, along the lower edge. */
const rime = ({ w, h, random }: View): string =>
  repeat(130, () => {
    const [x, y, tall] = [
      random.between(0, w),
      h * random.between(0.86, 1.02),
      h * random.between(0.03, 0.1),
    ];
    return line(
      `M${n(x)} ${n(y)}q${n(tall * 0.1)} ${n(-tall * 0.6)} ${n(random.between(-0.4, 0.4) * tall)} ${n(-tall)}`,
      '#ffffff',
      random.between(1.6, 3.2),
      'opacity="0.85"',
    );
  });

/** Layers of mountains with a low sun and pines in front, as they are or white with frost. */
const ridgesWith =
  (frosted: boolean) =>
  (view: View): string => {
    const { w, h, random, palette } = view;
    const night = !frosted && random.chance(0.25);
    const [top, low] = night
      ? [palette.deep, mix(palette.a, palette.b, 0.3)]
      : [mix(palette.b, palette.paper, 0.35), mix(palette.c, palette.paper, 0.55)];
    const sun = {
      x: random.between(w * 0.25, w * 0.75),
      y: h * random.between(0.24, 0.4),
      r: Math.min(w, h) * random.between(0.06, 0.1),
    };
    const layers = random.int(4, 6);
    const land = repeat(layers, (index) => {
      const depth = index / (layers - 1);
      const line = hills(view, [h * (0.44 + depth * 0.38), h * (0.2 - depth * 0.07)], 5);
      const bare = mix(mix(low, palette.a, 0.35), palette.deep, depth);
      const colour = frosted ? mix(bare, '#ffffff', 0.55) : bare;
      const mist = `mist${index}`;
      return (
        path(below(line, view), colour) +
        defs(
          linear(mist, [
            [0, low, 0],
            [0.55, low, index === layers - 1 ? 0 : 0.3],
            [1, low, 0],
          ]),
        ) +
        path(below(line, view), `url(#${mist})`)
      );
    });
    const wood = repeat(random.int(16, 30), () =>
      pine(
        [random.between(-10, w + 10), h * random.between(0.9, 1.01), random.between(5, 13) * (h / 900)],
        frosted
          ? mix(palette.b, '#ffffff', random.between(0.55, 0.95))
          : mix(palette.deep, palette.ink, random.next()),
      ),
    );
    return (
      sky(view, [
        [0, top],
        [0.72, low],
      ]) +
      glow('halo', [sun.x, sun.y, sun.r * 5], [palette.accent, 0.6]) +
      circle([sun.x, sun.y, sun.r], mix(palette.accent, '#ffffff', 0.5)) +
      (night ? '' : birds(view)) +
      land +
      wood +
      (frosted ? rime(view) : '') +
      vignette(view, 0.2)
    );
  };
export const ridges: Scene = ridgesWith(false);
export const frost: Scene = ridgesWith(true);

/** A path winding through hills: through the middle with a small runner on it, or empty along one side. */
const pathWith =
  (runs: boolean) =>
  (view: View): string => {
    const { w, h, random, palette } = view;
    const horizon = h * random.between(0.36, 0.44) - (runs ? 0 : h * 0.14);
    const bands = repeat(3, (index) =>
      path(
        below(hills(view, [horizon + h * 0.06 * index, h * 0.12], 3), view),
        mix(palette.b, palette.a, index / 2.4),
      ),
    );
    const ground = path(
      below(hills(view, [h * 0.56, h * 0.06], 2), view),
      mix(palette.a, palette.deep, 0.15),
    );
    const middle: [number, number][] = [0, 1, 2, 3, 4, 5].map((step) => [
      w * ((runs ? 0.52 : 0.24) + Math.sin(step * 1.25 + random.next()) * 0.12 * (0.35 + step / 5)),
      h * (0.575 + (step / 5) ** 1.6 * 0.47),
    ]);
    const half = (step: number) => w * (0.006 + (step / 5) ** 1.7 * 0.11);
    const left = curve(middle.map(([x, y], step) => [x - half(step), y] as const));
    const right = curve(middle.map(([x, y], step) => [x + half(step), y] as const).toReversed());
    const way = path(`${left}L${right.slice(1)}Z`, mix(palette.paper, palette.c, 0.3));
    const [x, y] = middle[3] ?? [0, 0];
    const s = h / 300;
    const runner = group(
      at(x, y - 14 * s, `scale(${n(s)})`),
      line('M0 0L-2 8M-2 8L4 12L1 19M-2 8L-6 13L-12 13M-1 2L5 5L9 2M-1 2L-6 6L-9 4', palette.ink, 2.6),
      circle([2, -4.4, 3], palette.ink),
      line('M0 0L-2 8', palette.accent, 4.4),
    );
    const trees = repeat(random.int(9, 16), (index) => {
      const depth = random.next();
      // Beside the path, not on it.
      const [from, to] = runs ? (index % 2 ? [0.68, 1.02] : [-0.02, 0.36]) : [0.5, 1.02];
      const tx = w * random.between(from, to);
      const size = h * (0.03 + depth * 0.075);
      const ty = h * (0.58 + depth * 0.3);
      const colour = mix(palette.a, palette.deep, 0.3 + depth * 0.5);
      return (
        rect([tx - size * 0.05, ty - size * 0.4, size * 0.1, size * 0.5], palette.deep) +
        circle([tx, ty - size * 0.85, size * 0.52], colour) +
        circle([tx - size * 0.14, ty - size * 0.98, size * 0.32], mix(colour, palette.b, 0.35))
      );
    });
    const sun = { x: w * random.between(0.2, 0.8), y: horizon - h * 0.16 };
    return (
      sky(view, [
        [0, mix(palette.c, palette.paper, 0.2)],
        [0.5, palette.paper],
      ]) +
      glow('halo', [sun.x, sun.y, h * 0.28], ['#ffffff', 0.8]) +
      circle([sun.x, sun.y, h * 0.055], palette.accent) +
      bands +
      ground +
      way +
      trees +
      (runs ? runner : '') +
      vignette(view, 0.18)
    );
  };
export const trail: Scene = pathWith(true);
export const lane: Scene = pathWith(false);

/** Overlapping leaves growing from the corners toward the light. */
export const leaves: Scene = (view) => {
  const { w, h, random } = view;
  // Green in every picture: what is said about them is about plants.
  const palette = palettes.forest;
  const size = Math.min(w, h);
  const feather = (length: number, colour: string, vein: string) => {
    const pairs = 9;
    const blades = repeat(pairs, (index) => {
      const along = 0.14 + (index / pairs) * 0.84;
      const reach = length * 0.34 * Math.sin(Math.PI * (0.16 + along * 0.8));
      return [1, -1]
        .map((side) =>
          path(
            `M0 ${n(-length * along)}q${n(side * reach * 0.62)} ${n(-reach * 0.52)} ${n(side * reach)} ${n(-reach * 0.16)}q${n(-side * reach * 0.42)} ${n(reach * 0.44)} ${n(-side * reach)} ${n(reach * 0.16)}Z`,
            colour,
          ),
        )
        .join('');
    });
    return blades + line(`M0 0L0 ${n(-length)}`, vein, length * 0.012);
  };
  const broad = (length: number, colour: string, vein: string) => {
    const half = length * 0.3;
    const ribs = repeat(7, (index) => {
      const y = -length * (0.16 + index * 0.105);
      const reach = half * Math.sin(Math.PI * (0.2 + index * 0.1)) * 0.82;
      return line(
        `M0 ${n(y)}L${n(reach)} ${n(y - reach * 0.5)}M0 ${n(y)}L${n(-reach)} ${n(y - reach * 0.5)}`,
        vein,
        length * 0.007,
      );
    });
    return (
      path(
        `M0 0C${n(half * 1.5)} ${n(-length * 0.25)} ${n(half * 1.1)} ${n(-length * 0.8)} 0 ${n(-length)}C${n(-half * 1.1)} ${n(-length * 0.8)} ${n(-half * 1.5)} ${n(-length * 0.25)} 0 0Z`,
        colour,
      ) +
      ribs +
      line(`M0 0L0 ${n(-length)}`, vein, length * 0.014)
    );
  };
  const many = repeat(random.int(13, 18), (index) => {
    const depth = index / 16;
    const side = random.pick([0, 1, 2, 3]);
    const x = side % 2 ? w * (side === 1 ? -0.04 : 1.04) : random.between(0, w);
    const y = side % 2 ? random.between(h * 0.1, h) : h * (side === 0 ? 1.06 : -0.06);
    const towards = (Math.atan2(h * 0.5 - y, w * 0.5 - x) * 180) / Math.PI + 90 + random.between(-38, 38);
    const length = size * random.between(0.46, 0.78);
    const colour = mix(mix(palette.deep, palette.a, depth), palette.b, depth * random.between(0.2, 0.8));
    const leaf = random.chance(0.45) ? feather : broad;
    return (
      group(
        at(x + 8, y + 12, `rotate(${n(towards)})`),
        `<g opacity="0.2">${leaf(length, '#000000', '#000000')}</g>`,
      ) + group(at(x, y, `rotate(${n(towards)})`), leaf(length, colour, mix(colour, palette.paper, 0.35)))
    );
  });
  return (
    sky(
      view,
      [
        [0, mix(palette.deep, palette.a, 0.35)],
        [1, palette.deep],
      ],
      [1, 1],
    ) +
    glow('light', [w * 0.55, h * 0.42, size * 0.6], [palette.c, 0.75]) +
    many +
    vignette(view)
  );
};

type Sight = 'milkyWay' | 'camp' | 'saturn' | 'meteors';
/** Hills under the stars, with a lit tent, a ringed planet or falling stars. */
const nightWith =
  (sight: Sight) =>
  (view: View): string => {
    const { w, h, random, palette } = view;
    const dots = repeat(320, () =>
      circle(
        [random.between(0, w), random.between(0, h * 0.85), random.next() ** 5 * 3.4 + 0.7],
        mix('#ffffff', palette.accent, random.next() * 0.7),
        `opacity="${n(random.between(0.3, 1))}"`,
      ),
    );
    const [fromX, toX] = random.chance(0.5) ? [w * 0.05, w * 0.9] : [w * 0.95, w * 0.15];
    const dust = [palette.b, palette.c, palette.a];
    const milky =
      defs(
        ...dust.map((colour, index) =>
          radial(`dust${index}`, [
            [0, colour, 0.16],
            [1, colour, 0],
          ]),
        ),
      ) +
      repeat(110, () => {
        const along = random.next();
        const spread = (random.next() + random.next() - 1) * h * 0.13;
        return circle(
          [
            fromX + (toX - fromX) * along + spread * 0.6,
            h * 0.78 * along - h * 0.02 + spread,
            random.between(h * 0.04, h * 0.13),
          ],
          `url(#dust${random.int(0, 2)})`,
        );
      });
    const planet = {
      x: w * random.between(0.3, 0.7),
      y: h * random.between(0.22, 0.4),
      r: Math.min(w, h) * random.between(0.07, 0.13),
    };
    const body =
      defs(
        linear(
          'planet',
          [
            [0, palette.accent],
            [0.5, palette.c],
            [1, mix(palette.a, palette.deep, 0.5)],
          ],
          [1, 1],
        ),
      ) +
      glow('halo', [planet.x, planet.y, planet.r * 2.6], [palette.c, 0.35]) +
      circle([planet.x, planet.y, planet.r], 'url(#planet)');
    const ring = group(
      at(planet.x, planet.y, 'rotate(-18)'),
      `<path d="M${n(-planet.r)} 0A${n(planet.r * 1.9)} ${n(planet.r * 0.5)} 0 1 0 ${n(planet.r)} 0" fill="none" stroke="${palette.accent}" stroke-width="${n(planet.r * 0.09)}" opacity="0.8"/>`,
    );
    const falling = repeat(9, () => {
      const [fallX, fallY, length] = [
        random.between(0.1, 0.95) * w,
        random.between(0.05, 0.6) * h,
        random.between(0.08, 0.2) * w,
      ];
      return (
        line(
          `M${n(fallX)} ${n(fallY)}l${n(length)} ${n(-length * 0.5)}`,
          mix('#ffffff', palette.accent, 0.3),
          2.4,
          'opacity="0.7"',
        ) + circle([fallX, fallY, 3.6], '#ffffff')
      );
    });
    const hill = path(below(hills(view, [h * 0.86, h * 0.09], 3), view), palette.ink);
    const [x, y, s] = [w * random.between(0.3, 0.7), h * 0.87, h * 0.055];
    const tent =
      glow('lamp', [x, y, s * 3.4], [palette.accent, 0.5]) +
      path(
        polygon([
          [x - s * 1.3, y + s * 0.5],
          [x, y - s * 0.9],
          [x + s * 1.3, y + s * 0.5],
        ]),
        palette.accent,
      ) +
      path(
        polygon([
          [x - s * 0.3, y + s * 0.5],
          [x, y - s * 0.9],
          [x + s * 0.34, y + s * 0.5],
        ]),
        mix(palette.accent, palette.deep, 0.72),
      );
    return (
      sky(view, [
        [0, palette.ink],
        [0.6, palette.deep],
        [1, palette.a],
      ]) +
      milky +
      dots +
      (sight === 'saturn' ? body + ring : '') +
      (sight === 'meteors' ? falling : '') +
      hill +
      (sight === 'camp' ? tent : '') +
      repeat(8, () =>
        pine(
          [random.between(0, w), h * random.between(0.9, 0.98), random.between(6, 12) * (h / 900)],
          '#000000',
        ),
      )
    );
  };
export const stars: Scene = nightWith('milkyWay');
export const camp: Scene = nightWith('camp');
export const saturn: Scene = nightWith('saturn');
export const meteors: Scene = nightWith('meteors');
