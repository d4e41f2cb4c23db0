import {
  type Scene,
  type View,
  at,
  circle,
  curve,
  defs,
  ellipse,
  glow,
  group,
  line,
  linear,
  mix,
  n,
  path,
  rect,
  repeat,
  sky,
  vignette,
} from './canvas.ts';

type Weather = 'empty' | 'sail' | 'fog';
/** The sea with one island, on a clear day without or with a boat, or in fog. */
const seaIn =
  (weather: Weather) =>
  (view: View): string => {
    const { w, h, random, palette } = view;
    const horizon = h * random.between(0.4, 0.55);
    const sun = {
      x: w * random.between(0.28, 0.72),
      y: horizon - h * random.between(0.03, 0.16),
      r: Math.min(w, h) * random.between(0.07, 0.12),
    };
    const bands = 13;
    const water = repeat(bands, (index) => {
      const depth = index / (bands - 1);
      const y = horizon + (h - horizon) * depth ** 1.7;
      const height = 2 + depth * h * 0.022;
      const count = 10 - Math.round(depth * 5);
      const phase = random.next();
      const points = Array.from(
        { length: count * 2 + 5 },
        (_, step) => [(step - 2 + phase) * (w / (count * 2)), y + (step % 2 ? -height : height)] as const,
      );
      return path(
        `${curve(points)}L${n(w + 60)} ${n(h + 10)}L-60 ${n(h + 10)}Z`,
        mix(mix(palette.b, palette.a, depth * 1.4), palette.deep, depth * 0.85),
      );
    });
    const glitter = repeat(34, (index) => {
      const depth = (index / 34) ** 1.5;
      const y = horizon + 6 + (h - horizon) * depth * 0.92;
      const half = (sun.r * 0.35 + depth * w * 0.06) * random.between(0.3, 1);
      const x = sun.x + (random.next() - 0.5) * (sun.r + depth * w * 0.1);
      return rect(
        [x - half, y, half * 2, 1.6 + depth * 6],
        palette.accent,
        `rx="3" opacity="${n(0.75 - depth * 0.45)}"`,
      );
    });
    const clouds = repeat(random.int(3, 6), () => {
      const [x, y, size] = [
        random.between(0, w),
        random.between(h * 0.06, horizon - h * 0.12),
        random.between(w * 0.1, w * 0.24),
      ];
      return repeat(4, (index) =>
        rect(
          [
            x + size * (index * 0.16 - 0.3),
            y + index * size * 0.035,
            size * (1 - index * 0.18),
            size * 0.055,
          ],
          mix(palette.paper, palette.accent, index / 4),
          `rx="${n(size * 0.03)}" opacity="0.55"`,
        ),
      );
    });
    const s = h * random.between(0.0022, 0.0034);
    const boat =
      weather === 'sail'
        ? group(
            at(
              w * random.between(0.2, 0.8),
              horizon + h * 0.045,
              `scale(${n(s * 10)} ${n(s * 10)}) scale(0.1)`,
            ),
            path('M-34 0L34 0L24 14L-24 14Z', palette.ink),
            path('M-2 -4L-2 -86L-36 -8Z', palette.paper),
            path('M4 -4L4 -74L32 -8Z', mix(palette.paper, palette.accent, 0.5)),
            line('M1 0L1 -90', palette.ink, 3),
          )
        : '';
    // Banks of fog: the lower, the denser.
    const fog =
      weather === 'fog'
        ? rect([0, 0, w, h], mix(palette.paper, palette.b, 0.2), 'opacity="0.4"') +
          repeat(7, (index) =>
            ellipse(
              [
                w * random.between(0.1, 0.9),
                horizon + h * (index - 3) * 0.05,
                w * random.between(0.4, 0.7),
                h * random.between(0.025, 0.06),
              ],
              palette.paper,
              'opacity="0.42"',
            ),
          )
        : '';
    const isle = path(
      curve([
        [w * 0.62, horizon + 2],
        [w * 0.7, horizon - h * 0.035],
        [w * 0.8, horizon - h * 0.055],
        [w * 0.9, horizon - h * 0.025],
        [w * 1.05, horizon + 2],
      ]),
      mix(palette.a, palette.deep, 0.35),
      'opacity="0.8"',
    );
    return (
      sky(view, [
        [0, mix(palette.a, palette.b, 0.5)],
        [0.32, mix(palette.b, palette.c, 0.45)],
        [0.52, palette.c],
      ]) +
      clouds +
      glow('halo', [sun.x, sun.y, sun.r * 4.5], [palette.accent, 0.65]) +
      circle([sun.x, sun.y, sun.r], mix(palette.accent, '#ffffff', 0.35)) +
      isle +
      water +
      glitter +
      boat +
      fog +
      vignette(view, 0.24)
    );
  };

export const sea: Scene = seaIn('empty');
export const sailing: Scene = seaIn('sail');
export const fog: Scene = seaIn('fog');

export const city: Scene = (view) => {
  const { w, h, random, palette } = view;
  const shore = h * 0.78;
  const row = (depth: number) => {
    const colour = mix(mix(palette.a, palette.b, 0.3), palette.ink, 0.25 + depth * 0.62);
    let x = -20;
    let drawn = '';
    while (x < w + 20) {
      const width = random.between(w * 0.045, w * 0.1);
      const height = random.between(h * 0.14, h * 0.36) * (1.25 - depth * 0.55);
      const top = shore - height;
      drawn += rect([x, top, width + 1, height], colour);
      if (random.chance(0.3))
        drawn += rect([x + width * 0.42, top - height * 0.16, width * 0.05, height * 0.16], colour);
      if (random.chance(0.3))
        drawn += path(
          `M${n(x)} ${n(top + 1)}L${n(x + width / 2)} ${n(top - width * 0.4)}L${n(x + width)} ${n(top + 1)}Z`,
          colour,
        );
      const [columns, rows] = [
        Math.max(2, Math.round(width / (w * 0.017))),
        Math.max(3, Math.round(height / (h * 0.034))),
      ];
      for (let across = 0; across < columns; across += 1) {
        for (let down = 0; down < rows; down += 1) {
          if (!random.chance(0.3 * depth)) continue;
          drawn += rect(
            [
              x + (width / columns) * (across + 0.28),
              top + (height / rows) * (down + 0.28),
              (width / columns) * 0.44,
              (height / rows) * 0.4,
            ],
            random.pick([palette.accent, palette.c, mix(palette.accent, '#ffffff', 0.4)]),
            `opacity="${n(random.between(0.5, 1))}"`,
          );
        }
      }
      x += width + random.between(0, w * 0.008);
    }
    return drawn;
  };
  const moon = {
    x: w * random.between(0.2, 0.8),
    y: h * random.between(0.14, 0.26),
    r: Math.min(w, h) * 0.055,
  };
  const water =
    defs(
      linear('water', [
        [0, mix(palette.b, palette.deep, 0.35)],
        [1, palette.ink],
      ]),
    ) + rect([0, shore, w, h - shore], 'url(#water)');
  const lights = repeat(70, () => {
    const y = shore + random.next() ** 1.4 * (h - shore);
    const half = random.between(4, 26) * (0.5 + (y - shore) / (h - shore));
    return rect(
      [random.between(0, w), y, half * 2, 2.6],
      random.pick([palette.accent, palette.c, palette.b]),
      `rx="1.3" opacity="${n(random.between(0.2, 0.7))}"`,
    );
  });
  const arches = random.chance(0.5)
    ? repeat(5, (index) =>
        line(
          `M${n((w / 4) * (index - 0.5))} ${n(shore + h * 0.04)}q${n(w / 8)} ${n(-h * 0.09)} ${n(w / 4)} 0`,
          palette.ink,
          h * 0.012,
        ),
      ) + rect([0, shore - h * 0.012, w, h * 0.016], palette.ink)
    : '';
  return (
    sky(view, [
      [0, palette.deep],
      [0.45, palette.a],
      [0.66, palette.b],
      [0.8, palette.c],
    ]) +
    glow('halo', [moon.x, moon.y, moon.r * 4], [palette.accent, 0.4]) +
    circle([moon.x, moon.y, moon.r], mix(palette.accent, '#ffffff', 0.5)) +
    row(0.1) +
    row(0.55) +
    row(1) +
    water +
    lights +
    arches +
    vignette(view, 0.2)
  );
};
