import {
  type Scene,
  type View,
  at,
  below,
  circle,
  curve,
  defs,
  ellipse,
  glow,
  group,
  hills,
  line,
  linear,
  mix,
  n,
  path,
  polygon,
  rect,
  repeat,
  shadow,
  sky,
  vignette,
} from './canvas.ts';

type Limb = readonly (readonly [number, number])[];
/** Poses in a 100 × 100 box with the feet at the bottom: trunk, limbs, and the position of the head. */
const poses: readonly { limbs: readonly Limb[]; trunk: Limb; head: readonly [number, number] }[] = [
  {
    trunk: [
      [50, 36],
      [50, 62],
    ],
    limbs: [
      [
        [50, 62],
        [49, 80],
        [50, 99],
      ],
      [
        [50, 62],
        [64, 72],
        [52, 79],
      ],
      [
        [50, 38],
        [42, 22],
        [49, 6],
      ],
      [
        [50, 38],
        [58, 22],
        [51, 6],
      ],
    ],
    head: [50, 26],
  },
  {
    trunk: [
      [50, 40],
      [50, 66],
    ],
    limbs: [
      [
        [50, 66],
        [30, 76],
        [26, 99],
      ],
      [
        [50, 66],
        [70, 84],
        [86, 99],
      ],
      [
        [50, 43],
        [32, 42],
        [14, 42],
      ],
      [
        [50, 43],
        [68, 42],
        [86, 42],
      ],
    ],
    head: [50, 31],
  },
  {
    trunk: [
      [50, 58],
      [50, 84],
    ],
    limbs: [
      [
        [50, 86],
        [30, 90],
        [38, 98],
        [58, 97],
      ],
      [
        [50, 86],
        [70, 90],
        [62, 98],
        [42, 97],
      ],
      [
        [50, 61],
        [36, 72],
        [30, 86],
      ],
      [
        [50, 61],
        [64, 72],
        [70, 86],
      ],
    ],
    head: [50, 48],
  },
  {
    trunk: [
      [36, 56],
      [54, 44],
    ],
    limbs: [
      [
        [54, 44],
        [66, 70],
        [70, 99],
      ],
      [
        [54, 44],
        [70, 30],
        [90, 24],
      ],
      [
        [36, 56],
        [30, 76],
        [24, 99],
      ],
      [
        [36, 56],
        [40, 74],
        [42, 99],
      ],
    ],
    head: [30, 66],
  },
];

function person({ palette, random }: View, size: number, skin: string): string {
  const { limbs, trunk, head } = random.pick(poses);
  const s = size / 100;
  const scaled = (limb: Limb) => curve(limb.map(([x, y]) => [(x - 50) * s, (y - 100) * s] as const));
  const cloth = random.pick([palette.a, palette.accent, palette.deep]);
  return (
    limbs
      .map((limb, index) => line(scaled(limb), index < 2 ? mix(cloth, palette.ink, 0.3) : skin, s * 5.6))
      .join('') +
    line(scaled(trunk), cloth, s * 12) +
    circle([(head[0] - 50) * s, (head[1] - 100) * s, s * 6.4], skin) +
    path(
      `M${n((head[0] - 57) * s)} ${n((head[1] - 100) * s)}a${n(s * 7)} ${n(s * 7.4)} 0 0 1 ${n(s * 14)} 0q${n(-s * 7)} ${n(-s * 5)} ${n(-s * 14)} 0Z`,
      palette.ink,
    ) +
    circle([(head[0] - 50) * s, (head[1] - 108.4) * s, s * 2.8], palette.ink)
  );
}
const skins = ['#8d5a3b', '#c68a5f', '#e8b98f', '#5c3826', '#f2d0b0'];

/** A person on a mat in front of a large sun. */
export const poised: Scene = (view) => {
  const { w, h, random, palette } = view;
  const s = Math.min(w, h);
  const floor = h * 0.8;
  const sun = circle([w / 2, floor - s * 0.36, s * 0.34], mix(palette.accent, palette.b, 0.25));
  const wall = sky(view, [
    [0, mix(palette.paper, palette.b, 0.35)],
    [0.8, palette.paper],
  ]);
  const ground =
    rect([0, floor, w, h], mix(palette.b, palette.paper, 0.35)) +
    rect([0, floor, w, 5], palette.a, 'opacity="0.25"');
  const mat = path(
    polygon([
      [w / 2 - s * 0.42, floor + h * 0.03],
      [w / 2 + s * 0.42, floor + h * 0.03],
      [w / 2 + s * 0.52, floor + h * 0.1],
      [w / 2 - s * 0.52, floor + h * 0.1],
    ]),
    palette.c,
  );
  const leaf = (side: number) =>
    group(
      at(w / 2 + side * s * 0.6, floor + h * 0.02),
      repeat(7, (index) =>
        group(
          `rotate(${(index - 3) * 19})`,
          path(
            `M0 0C${n(s * 0.05)} ${n(-s * 0.06)} ${n(s * 0.045)} ${n(-s * 0.24)} 0 ${n(-s * 0.3)}C${n(-s * 0.045)} ${n(-s * 0.24)} ${n(-s * 0.05)} ${n(-s * 0.06)} 0 0Z`,
            mix(palette.c, palette.deep, 0.15 + (index % 3) * 0.18),
          ),
        ),
      ),
      path(
        polygon([
          [-s * 0.07, -s * 0.02],
          [s * 0.07, -s * 0.02],
          [s * 0.05, s * 0.1],
          [-s * 0.05, s * 0.1],
        ]),
        palette.a,
      ),
    );
  return (
    wall +
    glow('halo', [w / 2, floor - s * 0.36, s * 0.6], [palette.accent, 0.5]) +
    sun +
    path(
      below(hills(view, [floor - h * 0.06, h * 0.08], 3), view),
      mix(palette.a, palette.paper, 0.4),
      'opacity="0.8"',
    ) +
    ground +
    mat +
    leaf(-1) +
    leaf(1) +
    group(
      at(w / 2, floor + h * 0.065),
      shadow([0, 0, s * 0.22, s * 0.02]),
      person(view, s * 0.58, random.pick(skins)),
    ) +
    vignette(view, 0.16)
  );
};

/** A wall of colored holds with a climber halfway up. */
export const climb: Scene = (view) => {
  const { w, h, random, palette } = view;
  const s = Math.min(w, h);
  const facet = (points: readonly (readonly [number, number])[], tone: number) =>
    path(polygon(points), mix(mix(palette.paper, palette.c, 0.35), palette.ink, tone));
  const wall =
    facet(
      [
        [0, 0],
        [w * 0.42, 0],
        [w * 0.3, h],
        [0, h],
      ],
      0.06,
    ) +
    facet(
      [
        [w * 0.42, 0],
        [w, 0],
        [w, h * 0.44],
        [w * 0.37, h * 0.38],
      ],
      0.02,
    ) +
    facet(
      [
        [w * 0.37, h * 0.38],
        [w, h * 0.44],
        [w, h],
        [w * 0.3, h],
      ],
      0.16,
    );
  const bolts = repeat(Math.ceil(h / 70), (row) =>
    repeat(Math.ceil(w / 70), (column) =>
      circle([column * 70 + 30 + (row % 2) * 35, row * 70 + 30, 3], palette.ink, 'opacity="0.22"'),
    ),
  );
  const hold = ([x, y, r]: readonly [number, number, number], colour: string) => {
    const points = Array.from(
      { length: 7 },
      (_, index) =>
        [
          x + Math.cos(index * 0.9) * r * random.between(0.7, 1.15),
          y + Math.sin(index * 0.9) * r * random.between(0.55, 0.95),
        ] as const,
    );
    const shape = `${curve([...points, points[0] as (typeof points)[number], points[1] as (typeof points)[number]])}Z`;
    return (
      group('translate(6 9)', path(shape, '#000000', 'opacity="0.22"')) +
      path(shape, colour) +
      ellipse([x - r * 0.2, y - r * 0.28, r * 0.4, r * 0.16], '#ffffff', 'opacity="0.3"') +
      circle([x, y, 3.4], palette.ink, 'opacity="0.6"')
    );
  };
  const holds = repeat(random.int(26, 40), () =>
    hold(
      [random.between(0, w), random.between(0, h), s * random.between(0.018, 0.055)],
      random.pick([palette.a, palette.b, palette.accent, palette.c, palette.deep]),
    ),
  );
  const skin = random.pick(skins);
  const u = s / 230;
  const limb = (d: string, colour: string, width: number) => line(d, colour, width * u);
  const climber = group(
    at(w * random.between(0.42, 0.6), h * 0.5),
    line(
      `M${n(4 * u)} ${n(10 * u)}q${n(14 * u)} ${n(60 * u)} ${n(-8 * u)} ${n(h * 0.6)}`,
      palette.accent,
      4 * u,
    ),
    limb(
      `M0 ${n(-14 * u)}L${n(-18 * u)} ${n(-34 * u)}L${n(-26 * u)} ${n(-64 * u)}M${n(4 * u)} ${n(-14 * u)}L${n(26 * u)} ${n(-24 * u)}L${n(44 * u)} ${n(-44 * u)}`,
      skin,
      9,
    ),
    limb(
      `M${n(-2 * u)} ${n(26 * u)}L${n(-30 * u)} ${n(34 * u)}L${n(-34 * u)} ${n(66 * u)}M${n(6 * u)} ${n(26 * u)}L${n(26 * u)} ${n(44 * u)}L${n(20 * u)} ${n(84 * u)}`,
      palette.deep,
      12,
    ),
    limb(`M${n(1 * u)} ${n(-12 * u)}L${n(2 * u)} ${n(24 * u)}`, palette.a, 20),
    circle([2 * u, -34 * u, 11 * u], skin),
    path(`M${n(-10 * u)} ${n(-34 * u)}a${n(12 * u)} ${n(13 * u)} 0 0 1 ${n(24 * u)} 0Z`, palette.ink),
  );
  return (
    wall +
    bolts +
    holds +
    hold([w * 0.5 - 20 * u, h * 0.5 - 70 * u, s * 0.05], palette.accent) +
    climber +
    vignette(view, 0.25)
  );
};

export const bike: Scene = (view) => {
  const { w, h, random, palette } = view;
  const s = Math.min(w * 0.8, h) * 0.0052;
  const floor = h * 0.82;
  const wheel = (x: number) =>
    group(
      at(x, -34),
      circle([0, 0, 34], 'none', `stroke="${palette.ink}" stroke-width="3.4"`),
      circle([0, 0, 31], 'none', `stroke="${palette.b}" stroke-width="1.4"`),
      repeat(16, (index) =>
        group(`rotate(${n(index * 22.5)})`, line('M0 0V-31', palette.ink, 0.7, 'opacity="0.6"')),
      ),
      circle([0, 0, 3.2], palette.ink),
    );
  const frame =
    line(
      'M-48 -34L-24 -82L22 -82L-8 -34ZM-8 -34L-30 -92M22 -82L46 -34M22 -82L18 -96',
      random.pick([palette.a, palette.accent]),
      4.4,
    ) +
    line('M18 -96L8 -100M18 -96L30 -98q8 2 6 10', palette.ink, 3.6) +
    path('M-42 -95q12 -5 26 0q2 4 -10 4q-14 1 -16 -4Z', palette.deep) +
    circle([-8, -34, 8], 'none', `stroke="${palette.ink}" stroke-width="2.6"`) +
    line('M-8 -34L2 -22M-4 -21H8', palette.ink, 3) +
    line('M-48 -31.5L-8 -27M-48 -37L-8 -41', palette.ink, 1);
  const basket = random.chance(0.6)
    ? group(
        'translate(34 -92)',
        path('M-10 0H16L12 20H-6Z', mix(palette.b, '#8a5a2c', 0.5)),
        repeat(4, (index) =>
          line(`M${-8 + index * 6} 2L${-5 + index * 5} 19`, palette.ink, 0.8, 'opacity="0.5"'),
        ),
        circle([-4, -4, 6], palette.c),
        circle([4, -7, 7], palette.accent),
        circle([11, -3, 6], palette.a),
      )
    : '';
  const bricks = repeat(Math.ceil(floor / 46), (row) =>
    repeat(Math.ceil(w / 110) + 1, (column) =>
      rect(
        [column * 110 - (row % 2) * 55, row * 46, 104, 40],
        mix(palette.b, palette.paper, random.between(0.25, 0.55)),
        'rx="3"',
      ),
    ),
  );
  const window = group(
    at(w * random.pick([0.2, 0.78]), h * 0.3),
    rect([-w * 0.09, -h * 0.18, w * 0.18, h * 0.36], palette.paper),
    rect([-w * 0.078, -h * 0.16, w * 0.156, h * 0.32], mix(palette.deep, palette.a, 0.35)),
    rect([-w * 0.004, -h * 0.16, w * 0.008, h * 0.32], palette.paper),
    rect([-w * 0.078, -h * 0.012, w * 0.156, h * 0.018], palette.paper),
    rect([-w * 0.1, h * 0.17, w * 0.2, h * 0.03], mix(palette.paper, palette.ink, 0.2)),
  );
  const ground =
    defs(
      linear('ground', [
        [0, mix(palette.c, palette.deep, 0.2)],
        [1, mix(palette.c, palette.deep, 0.55)],
      ]),
    ) + rect([0, floor, w, h - floor], 'url(#ground)');
  return (
    rect([0, 0, w, h], mix(palette.b, palette.paper, 0.2)) +
    bricks +
    window +
    ground +
    shadow([w * 0.5, floor + h * 0.045, s * 92, s * 7]) +
    group(
      at(w * 0.5, floor + h * 0.045, `scale(${n(s * 10)}) scale(0.1)`),
      wheel(-48),
      wheel(46),
      frame,
      basket,
    ) +
    vignette(view, 0.25)
  );
};

/** One or two birds on a branch, of any colour or robins. */
const birdOf =
  (kind: 'any' | 'robin') =>
  (view: View): string => {
    const { w, h, random, palette } = view;
    const isRobin = kind === 'robin';
    const s = Math.min(w, h) / 100;
    const one = ([x, y, size]: readonly [number, number, number], flip: boolean) => {
      const colour = isRobin ? '#7a5a3e' : random.pick([palette.a, palette.accent, palette.b]);
      const breast = isRobin
        ? path('M2 -6C10 -10 22 -12 24 -14C28 2 22 14 10 18C2 12 -2 2 2 -6Z', '#d8562b')
        : '';
      return group(
        at(x, y, `scale(${flip ? -size : size} ${size})`),
        path('M-34 30L-20 10L-12 18Z', mix(colour, palette.ink, 0.4)),
        path('M-24 14C-26 -8 -8 -22 8 -20C24 -18 26 4 14 16C4 26 -16 28 -24 14Z', colour),
        path('M-8 22C6 24 18 14 18 2C22 12 16 24 4 27Z', mix(palette.paper, colour, 0.2)),
        path('M-22 12C-16 -4 0 -6 8 2C4 16 -10 20 -22 12Z', mix(colour, palette.ink, 0.3)),
        path('M-18 12C-12 4 -2 2 4 6C0 14 -8 16 -18 12Z', mix(colour, palette.ink, 0.45)),
        circle([14, -16, 12], colour),
        breast,
        path('M25 -19L36 -14L25 -12Z', palette.c),
        circle([17, -18, 2.6], palette.ink),
        circle([18, -19, 0.8], '#ffffff'),
        line('M-2 26V36M6 25V36', palette.deep, 1.6),
      );
    };
    const branchY = h * random.between(0.6, 0.7);
    const branch = line(
      curve([
        [-20, branchY + s * 8],
        [w * 0.3, branchY],
        [w * 0.65, branchY + s * 2.4],
        [w + 20, branchY - s * 9],
      ]),
      mix(palette.deep, '#5a3d28', 0.5),
      s * 2.6,
    );
    const foliage = repeat(random.int(14, 24), () => {
      const x = random.between(0, w);
      const y = branchY + random.between(-5, 3) * s;
      return group(
        at(x, y, `rotate(${random.int(-160, 160)})`),
        path(
          `M0 0C${n(s * 5)} ${n(-s * 3)} ${n(s * 5)} ${n(-s * 11)} 0 ${n(-s * 14)}C${n(-s * 5)} ${n(-s * 11)} ${n(-s * 5)} ${n(-s * 3)} 0 0Z`,
          mix(palette.c, palette.deep, random.between(0, 0.4)),
        ),
      );
    });
    const moon = circle(
      [w * random.between(0.35, 0.65), h * 0.42, Math.min(w, h) * 0.32],
      mix(palette.paper, palette.accent, 0.35),
    );
    return (
      sky(
        view,
        [
          [0, mix(palette.b, palette.paper, 0.25)],
          [1, mix(palette.c, palette.paper, 0.45)],
        ],
        [0.3, 1],
      ) +
      moon +
      path(below(hills(view, [h * 0.82, h * 0.1], 3), view), mix(palette.c, palette.paper, 0.25)) +
      path(below(hills(view, [h * 0.92, h * 0.08], 3), view), mix(palette.c, palette.deep, 0.2)) +
      foliage +
      branch +
      one([w * 0.5, branchY - s * 14, s * 0.4], random.chance(0.5)) +
      (!isRobin && random.chance(0.5) ? one([w * 0.74, branchY - s * 11, s * 0.3], random.chance(0.5)) : '') +
      vignette(view, 0.16)
    );
  };
export const bird: Scene = birdOf('any');
export const robin: Scene = birdOf('robin');
