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
  radial,
  rect,
  repeat,
  vignette,
} from './canvas.ts';

const tau = Math.PI * 2;
function blob({ random }: View, r: number, rough = 0.16): string {
  const count = 9;
  const points = Array.from({ length: count }, (_, index) => {
    const reach = r * (1 + random.between(-rough, rough));
    return [Math.cos((index / count) * tau) * reach, Math.sin((index / count) * tau) * reach] as const;
  });
  return `${curve([...points, points[0] as (typeof points)[number], points[1] as (typeof points)[number]])}Z`;
}

function cloth(view: View): string {
  const { w, h, random, palette } = view;
  const wood = random.chance(0.55);
  const base = wood ? mix(palette.a, palette.deep, 0.45) : mix(palette.paper, palette.c, 0.22);
  const planks = 6;
  const boards = repeat(planks, (index) => {
    const y = (h / planks) * index;
    const tone = mix(base, '#000000', random.between(0, 0.16));
    return (
      rect([0, y, w, h / planks - 2], tone) +
      repeat(5, () =>
        line(
          `M-10 ${n(y + random.between(6, h / planks - 6))}Q${n(w * random.between(0.2, 0.8))} ${n(y + random.between(0, h / planks))} ${n(w + 10)} ${n(y + random.between(6, h / planks - 6))}`,
          '#000000',
          1.6,
          'opacity="0.13"',
        ),
      )
    );
  });
  const weave =
    repeat(Math.ceil(w / 46), (index) => rect([index * 46, 0, 3, h], palette.a, 'opacity="0.14"')) +
    repeat(Math.ceil(h / 46), (index) => rect([0, index * 46, w, 3], palette.a, 'opacity="0.14"'));
  return rect([0, 0, w, h], mix(base, '#000000', wood ? 0.35 : 0)) + (wood ? boards : weave);
}

/** A plate of radius `r` with a rim, lit from the upper left. */
const plate = (id: string, r: number, [tone, inner]: readonly [string, string]): string =>
  ellipse([r * 0.07, r * 0.1, r * 1.03, r * 1.03], '#000000', 'opacity="0.26"') +
  defs(
    linear(
      id,
      [
        [0, mix(tone, '#ffffff', 0.3)],
        [1, mix(tone, '#000000', 0.16)],
      ],
      [1, 1],
    ),
  ) +
  circle([0, 0, r], `url(#${id})`) +
  circle([0, 0, r * 0.74], mix(tone, '#000000', 0.1)) +
  circle([r * 0.012, r * 0.018, r * 0.72], mix(tone, '#ffffff', 0.08)) +
  inner;

const leaf = (size: number, colour: string): string =>
  path(
    `M0 0C${n(size * 0.5)} ${n(-size * 0.3)} ${n(size * 0.5)} ${n(-size * 0.9)} 0 ${n(-size)}C${n(-size * 0.5)} ${n(-size * 0.9)} ${n(-size * 0.5)} ${n(-size * 0.3)} 0 0Z`,
    colour,
  ) + line(`M0 0V${n(-size * 0.85)}`, '#ffffff', 1.4, 'opacity="0.4"');
const herbs = ({ random, palette }: View, r: number, count: number): string =>
  repeat(count, () =>
    group(
      at(random.between(-r, r) * 0.7, random.between(-r, r) * 0.7, `rotate(${random.int(0, 359)})`),
      leaf(r * random.between(0.14, 0.24), mix(palette.c, '#2c5a2a', 0.5)),
    ),
  );
const scatter = (
  { random }: View,
  r: number,
  [count, draw]: readonly [number, (angle: number) => string],
): string =>
  repeat(count, () => {
    const [angle, reach] = [random.next() * tau, Math.sqrt(random.next()) * r];
    return group(
      at(Math.cos(angle) * reach, Math.sin(angle) * reach, `rotate(${random.int(0, 359)})`),
      draw(angle),
    );
  });

type Dish = (view: View, r: number) => string;
const noodles =
  (strands: readonly string[], pieces: string): Dish =>
  (view, r) =>
    repeat(30, () =>
      line(
        curve(
          Array.from(
            { length: 6 },
            () => [view.random.between(-0.46, 0.46) * r, view.random.between(-0.46, 0.46) * r] as const,
          ),
        ),
        view.random.pick(strands),
        r * 0.042,
      ),
    ) +
    scatter(view, r * 0.3, [5, () => path(blob(view, r * 0.12, 0.2), pieces)]) +
    herbs(view, r * 0.42, 6);

const dishes = {
  soup: (view, r) => {
    const soup = mix(view.palette.a, '#e2691e', 0.45);
    const swirl = repeat(2, (index) =>
      line(
        curve(
          Array.from(
            { length: 13 },
            (_, step) =>
              [
                Math.cos(step * 0.75 + index * 3) * r * (0.1 + step * 0.035),
                Math.sin(step * 0.75 + index * 3) * r * (0.1 + step * 0.035),
              ] as const,
          ),
        ),
        '#fff4df',
        r * 0.035,
        'opacity="0.85"',
      ),
    );
    return (
      defs(
        radial('soup', [
          [0, mix(soup, '#ffffff', 0.2)],
          [1, soup],
        ]),
      ) +
      circle([0, 0, r * 0.62], 'url(#soup)') +
      swirl +
      scatter(view, r * 0.42, [9, () => ellipse([0, 0, r * 0.035, r * 0.02], view.palette.ink)]) +
      herbs(view, r * 0.5, 5)
    );
  },
  salad: (view, r) =>
    scatter(view, r * 0.4, [
      24,
      () =>
        path(
          blob(view, r * 0.17, 0.3),
          view.random.pick([
            mix(view.palette.c, '#3d7a35', 0.5),
            '#6f9e45',
            '#9dbb5d',
            mix(view.palette.c, '#6b2d3e', 0.6),
          ]),
        ),
    ]) +
    scatter(view, r * 0.42, [
      7,
      () =>
        circle([0, 0, r * 0.085], '#c8352b') +
        circle([-r * 0.025, -r * 0.03, r * 0.022], '#ffffff', 'opacity="0.6"'),
    ]) +
    scatter(view, r * 0.4, [
      8,
      () => rect([-r * 0.06, -r * 0.05, r * 0.12, r * 0.1], '#fbf3dd', `rx="${n(r * 0.02)}"`),
    ]),
  pasta: noodles(['#e7c067', '#f0d083', '#d9ad52'], '#b0452a'),
  greenPasta: noodles(['#7fa04a', '#96b35c', '#6b8d3e'], '#3f6b2c'),
  citrus: (view, r) =>
    repeat(7, (index) =>
      group(
        at(Math.cos((index / 7) * tau) * r * 0.4, Math.sin((index / 7) * tau) * r * 0.4),
        circle([r * 0.015, r * 0.03, r * 0.21], '#000000', 'opacity="0.15"') +
          circle([0, 0, r * 0.21], view.palette.b) +
          circle([0, 0, r * 0.17], mix(view.palette.b, '#ffffff', 0.62)) +
          repeat(8, (wedge) =>
            group(
              `rotate(${wedge * 45 + index * 9})`,
              path(
                `M0 ${n(-r * 0.02)}L${n(r * 0.05)} ${n(-r * 0.15)}L${n(-r * 0.05)} ${n(-r * 0.15)}Z`,
                mix(view.palette.b, '#ffffff', 0.2),
              ),
            ),
          ),
      ),
    ) + herbs(view, r * 0.24, 4),
  loaf: (view, r) =>
    defs(
      linear(
        'crust',
        [
          [0, '#e0a45c'],
          [1, '#8f5426'],
        ],
        [0.8, 1],
      ),
    ) +
    group(
      'rotate(-24)',
      ellipse([0, r * 0.03, r * 0.6, r * 0.38], '#000000', 'opacity="0.2"') +
        ellipse([0, 0, r * 0.6, r * 0.37], 'url(#crust)') +
        repeat(5, (index) =>
          line(
            `M${n(r * (-0.4 + index * 0.2))} ${n(r * 0.16)}q${n(r * 0.08)} ${n(-r * 0.18)} ${n(r * 0.02)} ${n(-r * 0.33)}`,
            '#fbe6c2',
            r * 0.04,
            'opacity="0.9"',
          ),
        ),
    ) +
    scatter(view, r * 0.66, [
      40,
      () => circle([0, 0, view.random.between(1, 3.4)], '#ffffff', 'opacity="0.7"'),
    ]),
  focaccia: (view, r) =>
    group(
      at(0, 0, `rotate(${view.random.int(-30, 30)})`),
      rect([-r * 0.52, -r * 0.34, r * 1.08, r * 0.74], '#000000', `rx="${n(r * 0.14)}" opacity="0.2"`),
      rect([-r * 0.54, -r * 0.38, r * 1.08, r * 0.74], '#b9752f', `rx="${n(r * 0.14)}"`),
      rect([-r * 0.5, -r * 0.35, r, r * 0.66], '#e6b566', `rx="${n(r * 0.12)}"`),
      repeat(15, (index) =>
        circle(
          [r * (-0.4 + (index % 5) * 0.2), r * (-0.22 + Math.floor(index / 5) * 0.2), r * 0.05],
          '#c98a3d',
          'opacity="0.7"',
        ),
      ),
      herbs(view, r * 0.42, 9),
    ),
} satisfies Record<string, Dish>;
type DishName = keyof typeof dishes;

const cutlery = (length: number, colour: string): string => {
  const fork = line(
    `M0 ${n(length * 0.5)}V${n(-length * 0.15)}M${n(-length * 0.05)} ${n(-length * 0.5)}V${n(-length * 0.3)}Q${n(-length * 0.05)} ${n(-length * 0.17)} 0 ${n(-length * 0.15)}Q${n(length * 0.05)} ${n(-length * 0.17)} ${n(length * 0.05)} ${n(-length * 0.3)}V${n(-length * 0.5)}M0 ${n(-length * 0.5)}V${n(-length * 0.2)}`,
    colour,
    length * 0.026,
  );
  return `<g opacity="0.25">${group('translate(6 8)', fork.replaceAll(colour, '#000000'))}</g>${fork}`;
};

/** A set table from above: the first dish in the middle, the others cut off at the edge; any if none is named. */
const tableWith =
  (named: readonly DishName[]) =>
  (view: View): string => {
    const { w, h, random, palette } = view;
    const r = Math.min(w, h) * random.between(0.3, 0.36);
    const wide = w / h > 2;
    const tones = [
      palette.paper,
      mix(palette.paper, palette.b, 0.35),
      mix(palette.deep, palette.a, 0.2),
      palette.c,
    ];
    const order = named.length > 0 ? named : random.some(Object.keys(dishes) as DishName[], 3);
    const places = wide
      ? ([
          [0.5, 0.5],
          [0.2, 0.56],
          [0.8, 0.44],
        ] as const)
      : ([
          [0.48, 0.54],
          [0.98, 0.1],
          [0.02, 0.06],
        ] as const);
    const napkin = group(
      at(w * 0.86, h * 0.72, `rotate(${random.int(-20, 20)})`),
      rect([-r * 0.5 + 8, -r * 0.6 + 10, r, r * 1.2], '#000000', 'opacity="0.2"'),
      rect([-r * 0.5, -r * 0.6, r, r * 1.2], mix(palette.accent, palette.paper, 0.3)),
      repeat(5, (index) =>
        rect([-r * 0.5, -r * 0.5 + index * r * 0.24, r, r * 0.05], palette.a, 'opacity="0.35"'),
      ),
      cutlery(r * 1.15, mix(palette.c, '#d8d8d4', 0.6)),
    );
    const plates = places
      .map(([x, y], index) =>
        group(
          at(w * x, h * y),
          plate(`plate${index}`, r * (index ? 0.86 : 1), [
            random.pick(tones),
            dishes[order[index] ?? 'salad'](view, r * (index ? 0.86 : 1)),
          ]),
        ),
      )
      .join('');
    const crumbs = repeat(26, () =>
      circle(
        [random.between(0, w), random.between(0, h), random.between(1.4, 4)],
        random.pick([palette.accent, palette.paper, palette.ink]),
        'opacity="0.6"',
      ),
    );
    return cloth(view) + (wide ? '' : napkin) + crumbs + plates + vignette(view, 0.3);
  };

export const table: Scene = tableWith([]);
export const soup: Scene = tableWith(['soup', 'salad', 'loaf']);
export const salad: Scene = tableWith(['salad', 'citrus', 'greenPasta']);
export const greenPasta: Scene = tableWith(['greenPasta', 'salad', 'citrus']);
export const citrus: Scene = tableWith(['citrus', 'citrus', 'loaf']);
export const loaf: Scene = tableWith(['loaf', 'loaf', 'loaf']);
export const focaccia: Scene = tableWith(['focaccia', 'focaccia', 'focaccia']);

/** Nine plates on one table. */
export const feast: Scene = (view) => {
  const { w, h, palette } = view;
  const r = Math.min(w, h) * 0.15;
  const names = view.random.some(Object.keys(dishes) as DishName[], 7);
  return (
    cloth(view) +
    repeat(9, (index) =>
      group(
        at(w * (0.18 + (index % 3) * 0.32), h * (0.17 + Math.floor(index / 3) * 0.33)),
        plate(`plate${index}`, r, [
          index % 2 ? palette.paper : mix(palette.paper, palette.b, 0.35),
          dishes[names[index % names.length] ?? 'soup'](view, r),
        ]),
      ),
    ) +
    vignette(view, 0.3)
  );
};

/** Shelves of full jars. */
export const jars: Scene = (view) => {
  const { w, h, random, palette } = view;
  const fillings = [palette.a, palette.b, palette.c, palette.accent, '#8a5a2c', '#c9b58a', '#7d3b2a'];
  const [rows, columns] = [4, 10];
  const [tall, wide] = [h / rows, w / columns];
  const jar = (x: number, floor: number) => {
    const [width, height] = [wide * 0.78, tall * random.between(0.56, 0.76)];
    const full = height * random.between(0.5, 0.86);
    return group(
      at(x + wide * 0.11, floor),
      rect([0, -height, width, height], '#ffffff', `rx="${n(width * 0.14)}" opacity="0.4"`),
      rect([width * 0.06, -full, width * 0.88, full], random.pick(fillings), `rx="${n(width * 0.1)}"`),
      rect([width * 0.16, -height * 0.5, width * 0.68, height * 0.24], palette.paper, 'rx="3"'),
      rect([width * 0.08, -height * 1.08, width * 0.84, height * 0.12], palette.deep, 'rx="4"'),
      rect([width * 0.1, -height * 0.94, width * 0.1, height * 0.86], '#ffffff', 'rx="4" opacity="0.3"'),
    );
  };
  const shelves = repeat(rows, (row) => {
    const floor = tall * (row + 0.92);
    return (
      repeat(columns, (column) => jar(column * wide, floor)) +
      rect([0, floor, w, tall * 0.08], mix(palette.a, palette.deep, 0.5)) +
      rect([0, floor + tall * 0.08, w, tall * 0.04], '#000000', 'opacity="0.15"')
    );
  });
  return rect([0, 0, w, h], mix(palette.paper, palette.b, 0.45)) + shelves + vignette(view, 0.26);
};

/** Coffee from above with latte art. */
export const cups: Scene = (view) => {
  const { w, h, random, palette } = view;
  const r = Math.min(w, h) * 0.27;
  const latte = (size: number) =>
    circle([0, 0, size], '#7a4a2a') +
    circle([0, 0, size * 0.94], '#a56a3c') +
    repeat(6, (index) => {
      const [y, half] = [size * (0.5 - index * 0.2), size * (0.56 - Math.abs(index - 2) * 0.1)];
      return path(
        `M0 ${n(y)}C${n(half * 0.9)} ${n(y - size * 0.06)} ${n(half)} ${n(y - size * 0.3)} ${n(half * 0.5)} ${n(y - size * 0.36)}C${n(half * 0.5)} ${n(y - size * 0.2)} ${n(half * 0.2)} ${n(y - size * 0.12)} 0 ${n(y - size * 0.1)}C${n(-half * 0.2)} ${n(y - size * 0.12)} ${n(-half * 0.5)} ${n(y - size * 0.2)} ${n(-half * 0.5)} ${n(y - size * 0.36)}C${n(-half)} ${n(y - size * 0.3)} ${n(-half * 0.9)} ${n(y - size * 0.06)} 0 ${n(y)}Z`,
        '#f7e7cf',
      );
    }) +
    line(`M0 ${n(size * 0.62)}V${n(-size * 0.62)}`, '#a56a3c', size * 0.035);
  const cup = (index: number, size: number) => {
    const tone = random.pick([palette.paper, palette.c, palette.accent, mix(palette.a, palette.paper, 0.4)]);
    const handle = group(
      `rotate(${random.int(-50, 40)})`,
      line(
        `M${n(size * 0.9)} ${n(-size * 0.2)}q${n(size * 0.55)} ${n(size * 0.2)} 0 ${n(size * 0.42)}`,
        mix(tone, '#000000', 0.12),
        size * 0.16,
      ),
    );
    return (
      plate(`saucer${index}`, size * 1.55, [mix(tone, '#ffffff', 0.2), '']) +
      handle +
      ellipse([size * 0.09, size * 0.12, size * 1.06, size * 1.06], '#000000', 'opacity="0.24"') +
      circle([0, 0, size * 1.06], mix(tone, '#ffffff', 0.12)) +
      circle([0, 0, size * 0.97], mix(tone, '#000000', 0.22)) +
      latte(size * 0.9)
    );
  };
  const bean = (size: number) =>
    ellipse([0, 0, size, size * 0.68], '#4a2a18') +
    line(
      `M${n(-size * 0.8)} 0q${n(size * 0.8)} ${n(-size * 0.34)} ${n(size * 1.6)} 0`,
      '#2a150b',
      size * 0.13,
    );
  const beans = repeat(random.int(14, 24), () =>
    group(at(random.between(0, w), random.between(0, h), `rotate(${random.int(0, 359)})`), bean(r * 0.085)),
  );
  return (
    cloth(view) +
    beans +
    group(at(w * random.between(0.4, 0.56), h * random.between(0.46, 0.58)), cup(0, r)) +
    group(at(w * 0.96, h * 0.08), cup(1, r * 0.8)) +
    vignette(view, 0.3)
  );
};
