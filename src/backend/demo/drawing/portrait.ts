import { type View, circle, defs, ellipse, group, line, linear, mix, path, rect, repeat } from './canvas.ts';

const skins = ['#f3d3b8', '#eab98f', '#d39a6c', '#b27848', '#8a5a3a', '#5f3b28'];
const hairs = ['#23191a', '#3b2620', '#6a4027', '#a4672f', '#d5a354', '#8b8d93', '#b5452c', '#2c2f45'];

const cutNames = ['short', 'long', 'bun', 'curls', 'crop', 'bob', 'tail', 'bald'] as const;
/** The known features of a face; the rest is random. */
export interface Look {
  readonly cut?: (typeof cutNames)[number];
  /** From light to dark. */
  readonly skin?: 0 | 1 | 2 | 3 | 4 | 5;
  readonly hair?: 'black' | 'brown' | 'chestnut' | 'copper' | 'blond' | 'grey' | 'red' | 'blue';
  readonly beard?: boolean;
  readonly glasses?: boolean;
}
const hairNames = ['black', 'brown', 'chestnut', 'copper', 'blond', 'grey', 'red', 'blue'] as const;

/**
 * In the order of `cutNames`. Drawn on a face centered at 50,46 and 17 wide, in a 100 × 100 box: what is
 * behind the head, and what is on top of it.
 */
const cuts: readonly { behind?: (hair: string) => string; over: (hair: string) => string }[] = [
  {
    over: (hair) =>
      path('M32 46C30 24 44 20 52 20C64 20 70 30 68 46C66 38 62 34 56 33C48 36 38 35 32 46Z', hair),
  },
  {
    behind: (hair) =>
      path('M29 44C26 18 74 18 71 44C73 62 70 74 72 80C62 84 38 84 28 80C30 74 27 62 29 44Z', hair),
    over: (hair) =>
      path('M33 46C33 30 42 27 50 27C40 34 37 38 33 46ZM67 46C67 30 58 27 50 27C60 34 63 38 67 46Z', hair),
  },
  {
    behind: (hair) => circle([50, 19, 9], hair),
    over: (hair) =>
      path('M32.5 45C31 24 42 22 50 22C58 22 69 24 67.5 45C64 34 58 31 50 31C42 31 36 34 32.5 45Z', hair),
  },
  {
    behind: (hair) =>
      repeat(13, (index) =>
        circle([50 + Math.cos(index * 0.4 + 2.75) * 21, 40 + Math.sin(index * 0.4 + 2.75) * 20, 8.4], hair),
      ),
    over: (hair) =>
      repeat(6, (index) => circle([36 + index * 5.6, 29 - Math.sin(index * 0.63) * 3, 5.4], hair)),
  },
  {
    over: (hair) =>
      path(
        'M32.6 44C32 34 35 27 50 26.5C65 27 68 34 67.4 44C67 38 65 35 62 33.6C54 32 46 32 38 33.6C35 35 33 38 32.6 44Z',
        hair,
        'opacity="0.9"',
      ),
  },
  {
    behind: (hair) => path('M30 42C28 20 72 20 70 42C71 52 70 58 69 64L31 64C30 58 29 52 30 42Z', hair),
    over: (hair) =>
      path(
        'M33 44C33 28 44 25 50 25C58 25 67 28 67 44C66 40 64 37.5 62 36.6L38 36.6C36 37.5 34 40 33 44Z',
        hair,
      ),
  },
  {
    behind: (hair) => path('M66 34C80 36 82 58 74 76C72 66 70 58 66 52Z', hair),
    over: (hair) =>
      path('M32.5 45C30 24 46 20 54 21C66 22 70 32 67.5 45C65 36 58 32 50 31C44 33 36 36 32.5 45Z', hair),
  },
  { over: () => '' },
];

/** Optional features: glasses, a beard, and a hat. */
function extras(
  { random, palette }: View,
  look: Look,
  { hair, skin }: { hair: string; skin: string },
): { beard: string; glasses: string; hat: string } {
  const glasses =
    (look.glasses ?? random.chance(0.28))
      ? `<g fill="none" stroke="${palette.ink}" stroke-width="1.2"><rect x="38.4" y="42" width="9.6" height="7.4" rx="3.4"/><rect x="52" y="42" width="9.6" height="7.4" rx="3.4"/><path d="M48 45h4"/></g>`
      : '';
  const beard = look.beard
    ? path(
        'M33.6 47C34 60 42 67 50 67C58 67 66 60 66.4 47C64 54 58 55 55 53.4C52 52 48 52 45 53.4C42 55 36 54 33.6 47Z',
        hair,
      ) + line('M46.6 56.6Q50 58.6 53.4 56.6', skin, 1.2)
    : '';
  const hat =
    look.cut === undefined && random.chance(0.12)
      ? path('M30.5 36C30 18 70 18 69.5 36Q50 29 30.5 36Z', palette.accent) +
        rect([29.5, 33.4, 41, 5], mix(palette.accent, palette.ink, 0.2), 'rx="2.5"')
      : '';
  return { beard, glasses, hat };
}

/** A head and shoulders with no features except a smile, resembling nobody in particular. */
export const portrait = (view: View, look: Look = {}): string => {
  const { w, h, random, palette } = view;
  const known = <T>(list: readonly T[], index: number | undefined): T =>
    index === undefined ? random.pick(list) : (list[index] as T);
  const skin = known(skins, look.skin);
  const shade = mix(skin, '#7a2f1c', 0.28);
  const hair = known(hairs, look.hair && hairNames.indexOf(look.hair));
  const cut = known(cuts, look.cut && cutNames.indexOf(look.cut));
  const shirt = random.pick([palette.a, palette.deep, palette.c, palette.paper, palette.accent]);
  const collar = random.pick([
    () => path('M39 70Q50 82 61 70L64 73Q50 89 36 73Z', mix(shirt, '#ffffff', 0.28)),
    () => path('M50 84L38 69L34 73L45 92ZM50 84L62 69L66 73L55 92Z', mix(shirt, '#ffffff', 0.35)),
    () => '',
    () =>
      repeat(4, (index) =>
        rect([18, 78 + index * 7, 64, 2.6], mix(shirt, palette.ink, 0.35), 'opacity="0.6"'),
      ),
  ])();
  const body =
    defs('<clipPath id="body"><path d="M12 104C12 82 30 75 42 72L58 72C70 75 88 82 88 104Z"/></clipPath>') +
    path('M12 104C12 82 30 75 42 72L58 72C70 75 88 82 88 104Z', shirt) +
    `<g clip-path="url(#body)">${collar}</g>`;
  const neck = path('M42.5 56H57.5V70Q57.5 77 50 77Q42.5 77 42.5 70Z', shade);
  const head =
    path('M33 42C33 28 40 24 50 24C60 24 67 28 67 42C67 56 60 65 50 65C40 65 33 56 33 42Z', skin) +
    ellipse([32.6, 46, 2.6, 4], skin) +
    ellipse([67.4, 46, 2.6, 4], skin);
  const face =
    circle([43.4, 45, 1.25], '#2a1c18') +
    circle([56.6, 45, 1.25], '#2a1c18') +
    line('M45.6 54.4Q50 58 54.4 54.4', mix(shade, '#5d1d12', 0.4), 1.3) +
    line('M50 46V50.4', shade, 1.2) +
    line('M41 41.2Q43.4 40 45.8 41.2M54.2 41.2Q56.6 40 59 41.2', mix(hair, '#2a1c18', 0.5), 1.1) +
    circle([40.5, 51, 2.7], '#d9534a', 'opacity="0.16"') +
    circle([59.5, 51, 2.7], '#d9534a', 'opacity="0.16"');
  const { beard, glasses, hat } = extras(view, look, { hair, skin });
  const ground =
    defs(
      linear(
        'ground',
        [
          [0, mix(palette.b, palette.paper, 0.35)],
          [1, mix(palette.a, palette.b, 0.45)],
        ],
        [1, 1],
      ),
    ) +
    rect([0, 0, 100, 100], 'url(#ground)') +
    circle(
      [random.between(20, 80), random.between(16, 40), random.between(18, 34)],
      '#ffffff',
      'opacity="0.16"',
    );
  const scale = Math.max(w, h) / 100;
  return group(
    `scale(${scale})`,
    ground,
    group(
      'translate(-8 -10) scale(1.16)',
      cut.behind?.(hair) ?? '',
      body,
      neck,
      head,
      beard,
      face,
      glasses,
      cut.over(hair),
      hat,
    ),
  );
};
