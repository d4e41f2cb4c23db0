import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, describe, expect, test } from 'vitest';
import { shownColour } from '#backend/node/media/film-colours.ts';
import { createMediaProcessor } from '#backend/node/media/media.ts';
import { chartSvg, worstOf } from '../../setup/colour-chart.ts';
import { recorded, sourceOf, tools, workFor } from '../../setup/recordings.ts';

const folder = await mkdtemp(join(tmpdir(), 'limelight-colours-'));
afterAll(() => rm(folder, { recursive: true, force: true }));
const media = createMediaProcessor({ tools: async () => tools, folder: join(folder, 'workshops') });

const chart = ['-loop', '1', '-framerate', '10', '-t', '0.5', '-i', 'chart.png'];
const x264 = ['-c:v', 'libx264', '-crf', '6', '-preset', 'ultrafast'];
const x265 = (parameters: string) => [
  '-c:v',
  'libx265',
  '-preset',
  'ultrafast',
  '-crf',
  '8',
  '-x265-params',
  `log-level=none:${parameters}`,
  '-tag:v',
  'hvc1',
];
/** What zscale needs to know about the chart. */
const known = [
  'scale=out_color_matrix=bt709:out_range=tv',
  'format=yuv444p',
  'setparams=range=tv:color_primaries=bt709:color_trc=bt709:colorspace=bt709',
  'zscale=',
].join(',');
/** The chart in nits on BT.2020, white paper at 203 nits, and tagged so. */
const hdr = (transfer: string) => [
  ...chart,
  '-vf',
  [
    `${known}t=linear:npl=203`,
    'format=gbrpf32le',
    `zscale=p=bt2020:t=${transfer}:m=bt2020nc:r=tv:npl=203`,
    'format=yuv420p10le',
  ].join(','),
  ...x265(`colorprim=bt2020:transfer=${transfer}:colormatrix=bt2020nc`),
];
const sdr = (
  matrix: string,
  range: 'tv' | 'pc',
  { tags = [], first = '' }: { tags?: readonly string[]; first?: string } = {},
) => [
  ...chart,
  '-vf',
  `${first}scale=out_color_matrix=${matrix}:out_range=${range},format=yuv420p`,
  '-color_range',
  range,
  ...tags,
  ...x264,
];
/** The same colors as numbers of other primaries. */
const converted = (matrix: string, primaries: string) => [
  ...chart,
  '-vf',
  `${known}m=${matrix}:p=${primaries},format=yuv420p`,
  ...tagged(matrix, primaries),
  ...x264,
];
const tagged = (matrix: string, primaries = matrix) => [
  '-colorspace',
  matrix,
  '-color_primaries',
  primaries,
  '-color_trc',
  'bt709',
];

describe.skipIf(!tools)("a film's colors arrive (skipped where ffmpeg isn't installed)", () => {
  test.each([
    ['HLG', hdr('arib-std-b67'), 30],
    ['PQ', hdr('smpte2084'), 30],
    ['BT.709', sdr('bt709', 'tv', { tags: tagged('bt709') }), 8],
    ['BT.709 in full range', sdr('bt709', 'pc', { tags: tagged('bt709') }), 8],
    ['BT.601 that says nothing', sdr('smpte170m', 'tv'), 8],
    [
      'BT.601 with the primaries of BT.709',
      sdr('smpte170m', 'tv', { tags: tagged('smpte170m', 'bt709') }),
      8,
    ],
    ['BT.601 in full range', sdr('smpte170m', 'pc', { tags: tagged('smpte170m', 'bt709') }), 8],
    ['BT.601 with its own primaries', converted('smpte170m', 'smpte170m'), 8],
    ['BT.2020 without HDR', converted('bt2020nc', 'bt2020'), 8],
    ['Display P3', converted('bt709', 'smpte432'), 8],
    ['high definition that says nothing', sdr('bt709', 'tv', { first: 'scale=1280:640,' }), 8],
  ])('from %s', async (_, args, tolerance) => {
    await sharp(chartSvg).png().toFile(join(folder, 'chart.png'));
    const bytes = await recorded(args, 'chart.mp4', folder);
    const { work, kept } = workFor();
    const { poster, renditions } = await media.video(sourceOf(bytes), work);
    expect(await worstOf(poster!.renditions[1]!.bytes)).toBeLessThanOrEqual(tolerance);
    // What plays has the same colors, and says which they are.
    expect(
      Buffer.from(kept.get(renditions[0]!.name)!).includes(Buffer.from('colrnclx\0\u0001\0\u0001\0\u0001')),
    ).toBe(true);
  });
});

describe('the color that is shown', () => {
  const [hlg, pq, wide] = [
    { transfer: 'arib-std-b67', primaries: 'bt2020' },
    { transfer: 'smpte2084', primaries: 'bt2020' },
    { primaries: 'bt2020', transfer: 'bt2020-10' },
  ];
  const grey = (code: number) => [code, code, code] as const;

  test('of white paper in HDR is nearly white, and what is brighter is told apart', () => {
    for (const [colours, paper, lamp] of [
      [hlg, 0.75, 0.95],
      [pq, 0.58, 0.7],
    ] as const) {
      const [white] = shownColour(grey(paper), colours);
      const [bright] = shownColour(grey(lamp), colours);
      expect(white).toBeGreaterThan(0.9);
      expect(bright).toBeGreaterThan(white + 0.02);
      expect(shownColour(grey(1), colours)[0]).toBeLessThanOrEqual(1);
      expect(shownColour(grey(0), colours)[0]).toBeCloseTo(0, 3);
    }
  });

  test('of a grey stays grey, and of a color in BT.2020 is stronger in BT.709', () => {
    for (const part of shownColour(grey(0.5), wide)) expect(part).toBeCloseTo(0.5, 3);
    const [r, g, b] = shownColour([0.6, 0.4, 0.4], wide);
    expect(r).toBeGreaterThan(0.63);
    expect(g).toBeLessThan(0.4);
    expect(b).toBeLessThan(0.41);
  });
});

test.skipIf(!tools)('an interlaced film has no combs', async () => {
  // A white bar that moves far between the two halves of a picture.
  const halves = [
    '-f',
    'lavfi',
    '-i',
    'color=black:s=320x240:r=50:d=1,format=yuv420p',
    '-f',
    'lavfi',
    '-i',
    'color=white:s=40x240:r=50:d=1',
    '-filter_complex',
    "[0][1]overlay=x='mod(n*60,280)',interlace=lowpass=off",
  ];
  const flags = ['-flags', '+ilme+ildct', '-x264opts', 'tff=1', '-c:v', 'libx264', '-crf', '10'];
  const bytes = await recorded([...halves, ...flags], 'interlaced.mp4', folder);
  const { poster } = await media.video(sourceOf(bytes), workFor().work);
  const { data, info } = await sharp(poster!.renditions[0]!.bytes)
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  // Combs are rows that differ from both rows beside them.
  let combs = 0;
  for (let y = 1; y < info.height - 1; y += 1)
    for (let x = 0; x < info.width; x += 1) {
      const [above, here, below] = [-1, 0, 1].map(
        (by) => data[((y + by) * info.width + x) * info.channels] ?? 0,
      ) as [number, number, number];
      if (Math.abs(here - above) > 60 && Math.abs(here - below) > 60) combs += 1;
    }
  expect(combs).toBeLessThan(info.width * info.height * 0.01);
});
