import {
  type Scene,
  at,
  circle,
  defs,
  ellipse,
  glow,
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

/** A record half out of its sleeve. */
export const vinyl: Scene = (view) => {
  const { w, h, random, palette } = view;
  const r = Math.min(w, h) * 0.36;
  const grooves = repeat(26, (index) =>
    circle(
      [0, 0, r * (0.42 + index * 0.022)],
      'none',
      `stroke="${index % 5 ? '#2b2b30' : '#3c3c44'}" stroke-width="${index % 5 ? 1.6 : 2.6}"`,
    ),
  );
  const shine = [20, 200]
    .map((angle) =>
      group(
        `rotate(${angle})`,
        path(
          `M0 0L${n(r * 0.97)} ${n(-r * 0.16)}A${n(r)} ${n(r)} 0 0 1 ${n(r * 0.97)} ${n(r * 0.16)}Z`,
          '#ffffff',
          'opacity="0.09"',
        ),
      ),
    )
    .join('');
  const label =
    circle([0, 0, r * 0.36], palette.accent) +
    circle([0, 0, r * 0.36], 'none', `stroke="${palette.a}" stroke-width="${n(r * 0.03)}"`) +
    path(`M${n(-r * 0.36)} 0A${n(r * 0.36)} ${n(r * 0.36)} 0 0 1 ${n(r * 0.36)} 0Z`, palette.b) +
    circle([0, 0, r * 0.03], palette.deep);
  const disc =
    circle([r * 0.05, r * 0.07, r * 1.01], '#000000', 'opacity="0.35"') +
    circle([0, 0, r], '#17171b') +
    grooves +
    shine +
    label;
  const s = r * 2.05;
  const shapes = repeat(random.int(6, 9), (index) => {
    const colour = [palette.a, palette.b, palette.c, palette.accent, palette.paper][index % 5] ?? palette.a;
    const [x, y, size] = [
      random.between(-0.4, 0.4) * s,
      random.between(-0.4, 0.4) * s,
      s * random.between(0.08, 0.24),
    ];
    return (
      [
        () => circle([x, y, size * 0.7], colour),
        () =>
          path(
            `M${n(x - size)} ${n(y + size * 0.5)}A${n(size)} ${n(size)} 0 0 1 ${n(x + size)} ${n(y + size * 0.5)}Z`,
            colour,
          ),
        () =>
          group(
            at(x, y, `rotate(${random.int(0, 90)})`),
            rect([-size, -size * 0.16, size * 2, size * 0.32], colour),
          ),
        () =>
          repeat(4, (stripe) =>
            line(
              `M${n(x - size)} ${n(y + stripe * size * 0.24)}q${n(size * 0.5)} ${n(-size * 0.3)} ${n(size)} 0t${n(size)} 0`,
              colour,
              size * 0.07,
            ),
          ),
      ][random.int(0, 3)]?.() ?? ''
    );
  });
  const sleeve =
    defs(
      `<clipPath id="sleeve"><rect x="${n(-s / 2)}" y="${n(-s / 2)}" width="${n(s)}" height="${n(s)}"/></clipPath>`,
    ) +
    rect([-s / 2 + 12, -s / 2 + 16, s, s], '#000000', 'opacity="0.28"') +
    rect([-s / 2, -s / 2, s, s], mix(palette.deep, palette.a, random.between(0, 0.5))) +
    `<g clip-path="url(#sleeve)">${shapes}</g>`;
  const turn = random.between(-9, 9);
  return (
    defs(
      linear(
        'wall',
        [
          [0, mix(palette.paper, palette.c, 0.35)],
          [1, mix(palette.paper, palette.a, 0.55)],
        ],
        [1, 1],
      ),
    ) +
    rect([0, 0, w, h], 'url(#wall)') +
    group(
      at(w * 0.5, h * 0.5, `rotate(${n(turn)})`),
      group(at(r * 0.82, 0), disc),
      group(at(-r * 0.42, 0), sleeve),
    ) +
    vignette(view, 0.24)
  );
};

/** A close-up of a guitar. */
export const strings: Scene = (view) => {
  const { w, h, random, palette } = view;
  const size = Math.max(w, h);
  const hole = size * 0.17;
  const rings = repeat(7, (index) =>
    circle(
      [0, 0, hole * (1.06 + index * 0.045)],
      'none',
      `stroke="${index % 2 ? palette.accent : palette.deep}" stroke-width="${n(hole * 0.024)}" opacity="0.8"`,
    ),
  );
  const grain = repeat(46, (index) =>
    line(
      `M${n(-size)} ${n((index - 23) * size * 0.04)}q${n(size)} ${n(random.between(-14, 14))} ${n(size * 2)} 0`,
      palette.deep,
      1.7,
      `opacity="${n(random.between(0.1, 0.24))}"`,
    ),
  );
  const lines = repeat(6, (index) => {
    const y = (index - 2.5) * hole * 0.26;
    return (
      line(`M${n(-size)} ${n(y + 7)}H${n(size)}`, '#000000', 3, 'opacity="0.25"') +
      line(`M${n(-size)} ${n(y)}H${n(size)}`, mix(palette.paper, '#ffffff', 0.4), 2 + (5 - index) * 0.75)
    );
  });
  const neck =
    rect([hole * 1.1, -hole * 0.92, size, hole * 1.84], mix(palette.deep, palette.ink, 0.4)) +
    repeat(9, (index) => rect([hole * 1.25 + index * hole * 0.62, -hole * 0.92, 6, hole * 1.84], palette.c)) +
    repeat(4, (index) => circle([hole * 1.56 + index * hole * 1.24, 0, hole * 0.09], palette.paper));
  const bridge = group(
    at(-size * 0.42, 0),
    rect([-hole * 0.24, -hole * 1.1, hole * 0.48, hole * 2.2], palette.ink, `rx="${n(hole * 0.1)}"`),
    rect([hole * 0.06, -hole * 0.92, hole * 0.07, hole * 1.84], palette.paper),
    repeat(6, (index) => circle([-hole * 0.08, (index - 2.5) * hole * 0.26, hole * 0.055], palette.paper)),
  );
  const wood = mix(palette.b, '#c98a45', 0.5);
  const top =
    defs(
      linear(
        'top',
        [
          [0, mix(wood, '#ffffff', 0.28)],
          [0.6, wood],
          [1, mix(wood, palette.ink, 0.5)],
        ],
        [0.3, 1],
      ),
    ) + rect([-size, -size, size * 2, size * 2], 'url(#top)');
  const rosette =
    rings +
    defs(
      radial('hole', [
        [0.6, '#120b07'],
        [1, '#2a1a10'],
      ]),
    ) +
    circle([0, 0, hole], 'url(#hole)');
  return (
    group(
      at(
        w * random.between(0.4, 0.55),
        h * random.between(0.42, 0.58),
        `rotate(${n(random.between(-32, -8))})`,
      ),
      top,
      grain,
      rosette,
      neck,
      bridge,
      lines,
    ) +
    glow('lamp', [w * 0.2, h * 0.1, size * 0.55], ['#ffffff', 0.3]) +
    vignette(view, 0.38)
  );
};

export const keys: Scene = (view) => {
  const { w, h, random, palette } = view;
  const white = w / Math.round((w / h) * 9);
  const top = h * 0.42;
  const count = Math.ceil(w / white) + 1;
  const offset = -random.next() * white;
  const whites = repeat(
    count,
    (index) =>
      defs(
        linear(`key${index}`, [
          [0, mix(palette.paper, palette.c, 0.35)],
          [0.16, palette.paper],
          [1, mix(palette.paper, '#ffffff', 0.6)],
        ]),
      ) + rect([offset + index * white, top, white - 3, h], `url(#key${index})`, 'rx="7"'),
  );
  const blacks = repeat(count, (index) =>
    [1, 2, 4, 5, 6].includes(index % 7)
      ? rect(
          [offset + index * white - white * 0.3 + 9, top + 8, white * 0.6, h * 0.36],
          '#000000',
          'opacity="0.25" rx="6"',
        ) +
        rect([offset + index * white - white * 0.3, top, white * 0.6, h * 0.36], palette.ink, 'rx="6"') +
        rect(
          [offset + index * white - white * 0.24, top, white * 0.48, h * 0.33],
          mix(palette.ink, palette.b, 0.22),
          'rx="5"',
        )
      : '',
  );
  const case_ =
    rect([0, top - h * 0.05, w, h * 0.055], palette.ink) +
    rect([0, top - h * 0.006, w, h * 0.014], palette.accent, 'opacity="0.8"');
  const sheets = repeat(2, (index) =>
    group(
      at(w * (0.3 + index * 0.27), h * 0.18, `rotate(${n(random.between(-5, 5))})`),
      rect([-h * 0.15, -h * 0.16, h * 0.3, h * 0.36], mix(palette.paper, '#ffffff', 0.3)),
      repeat(
        6,
        (stave) =>
          repeat(4, (row) =>
            rect(
              [-h * 0.13, -h * 0.13 + stave * h * 0.052 + row * h * 0.007, h * 0.26, 1.2],
              palette.ink,
              'opacity="0.5"',
            ),
          ) +
          repeat(7, (note) =>
            ellipse(
              [
                -h * 0.11 + note * h * 0.036,
                -h * 0.12 + stave * h * 0.052 + random.between(-0.004, 0.02) * h,
                h * 0.006,
                h * 0.0045,
              ],
              palette.ink,
            ),
          ),
      ),
    ),
  );
  const wall =
    defs(
      linear('wall', [
        [0, palette.deep],
        [1, mix(palette.deep, palette.a, 0.6)],
      ]),
    ) + rect([0, 0, w, h], 'url(#wall)');
  return (
    wall +
    glow('lamp', [w * 0.78, h * 0.02, h * 0.8], [palette.accent, 0.75]) +
    sheets +
    case_ +
    whites +
    blacks +
    vignette(view, 0.35)
  );
};
