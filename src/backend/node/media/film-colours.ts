/** How a film's numbers stand for colours, in the words of ffprobe. What the file doesn't say is absent. */
export interface Colours {
  readonly matrix?: string | undefined;
  readonly transfer?: string | undefined;
  readonly primaries?: string | undefined;
  readonly range?: string | undefined;
}
type Triple = readonly [number, number, number];
type Matrix = readonly [Triple, Triple, Triple];

/** From linear light of these primaries to that of BT.709. All have the same white. */
const toBt709: Readonly<Record<string, Matrix>> = {
  bt470bg: [
    [1.04404, -0.04404, 0],
    [0, 1, 0],
    [0, 0.01179, 0.98821],
  ],
  smpte170m: [
    [0.93954, 0.05018, 0.01028],
    [0.01777, 0.96579, 0.01643],
    [-0.00162, -0.00437, 1.00599],
  ],
  bt2020: [
    [1.66049, -0.58764, -0.07285],
    [-0.12455, 1.1329, -0.00835],
    [-0.01815, -0.10058, 1.11873],
  ],
  // Display P3.
  smpte432: [
    [1.22494, -0.22494, 0],
    [-0.04206, 1.04206, 0],
    [-0.01964, -0.07864, 1.09827],
  ],
};
const unchanged: Matrix = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
];
const hdrTransfers: ReadonlySet<string> = new Set(['arib-std-b67', 'smpte2084']);
const isHdr = ({ transfer }: Colours): boolean => hdrTransfers.has(transfer ?? '');

/** HDR is graded so that white paper has this many nits (BT.2408). It becomes the white of the film for everyone. */
const paperNits = 203;
/** HLG is relative; on a screen of this many nits, white paper has `paperNits`. */
const hlgScreenNits = 1000;
/** Of screens for films that aren't HDR (BT.1886). */
const gamma = 2.4;

/** To nits, by SMPTE ST 2084. */
function fromPq(code: number): number {
  const root = Math.max(0, code) ** (1 / 78.84375);
  return 10_000 * (Math.max(0, root - 0.8359375) / (18.8515625 - 18.6875 * root)) ** (1 / 0.1593017578125);
}

/** To the light of the scene, from 0 to 1, by BT.2100. */
const fromHlg = (code: number): number =>
  code <= 0.5 ? code ** 2 / 3 : (Math.exp((code - 0.55991073) / 0.17883277) + 0.28466892) / 12;

/** To the light of the screen, in nits: brighter scenes are shown with more contrast. */
function hlgNits(codes: Triple): Triple {
  const [r, g, b] = codes.map(fromHlg) as [number, number, number];
  const bright = (0.2627 * r + 0.678 * g + 0.0593 * b) ** 0.2 * hlgScreenNits;
  return [r * bright, g * bright, b * bright];
}

/** Linear light, in which 1 is white paper. HDR has more. */
function toLinearLight(codes: Triple, transfer: string | undefined): Triple {
  const [r, g, b] =
    transfer === 'arib-std-b67' ? hlgNits(codes) : transfer === 'smpte2084' ? codes.map(fromPq) : [];
  if (r === undefined || g === undefined || b === undefined)
    return codes.map((code) => code ** gamma) as [number, number, number];
  return [r / paperNits, g / paperNits, b / paperNits];
}

/** Up to here, HDR looks as it was graded; what is brighter shares the rest. */
const knee = 0.85;
const rolledOff = (code: number): number =>
  code <= knee ? code : knee + (code - knee) / (1 + (code - knee) / (1 - knee));

/** The color that a screen for BT.709 shows, from 0 to 1 each, for one of the film. */
export function shownColour(codes: Triple, colours: Colours): Triple {
  const linear = toLinearLight(codes, colours.transfer);
  const rows = toBt709[resolvePrimaries(colours)] ?? unchanged;
  const shown = rows.map((row) => {
    const light = row[0] * linear[0] + row[1] * linear[1] + row[2] * linear[2];
    return Math.max(0, light) ** (1 / gamma);
  }) as [number, number, number];
  if (!isHdr(colours)) return shown.map((code) => Math.min(1, code)) as [number, number, number];
  // The brightest of the three is dimmed and the others with it, which keeps the hue.
  const most = Math.max(...shown);
  const dimmed = most > 0 ? rolledOff(most) / most : 0;
  return [shown[0] * dimmed, shown[1] * dimmed, shown[2] * dimmed];
}

const resolvePrimaries = ({ primaries = '', matrix = '', transfer }: Colours): string => {
  if (primaries === 'smpte240m') return 'smpte170m';
  if (primaries in toBt709 || primaries === 'bt709') return primaries;
  return matrix.startsWith('bt2020') || hdrTransfers.has(transfer ?? '') ? 'bt2020' : 'bt709';
};

/** Whether more has to be done than to compute with another matrix. */
const needsTable = (colours: Colours): boolean => isHdr(colours) || resolvePrimaries(colours) in toBt709;

const tableName = 'colours.cube';
const tableSide = 33;

/**
 * The table of colors by which ffmpeg converts the film, for its `lut3d`, which every ffmpeg has; those that compute
 * such things (zscale, libplacebo) are missing from many. Null if none is needed.
 */
export function colourTable(colours: Colours): { readonly name: string; readonly text: string } | null {
  if (!needsTable(colours)) return null;
  const lines = [`LUT_3D_SIZE ${tableSide}`];
  const step = 1 / (tableSide - 1);
  for (let b = 0; b < tableSide; b += 1)
    for (let g = 0; g < tableSide; g += 1)
      for (let r = 0; r < tableSide; r += 1)
        lines.push(
          shownColour([r * step, g * step, b * step], colours)
            .map((code) => code.toFixed(5))
            .join(' '),
        );
  return { name: tableName, text: `${lines.join('\n')}\n` };
}

/** By the names that ffmpeg's scaler has for them. */
const matrices: Readonly<Record<string, string>> = {
  bt709: 'bt709',
  fcc: 'fcc',
  bt470bg: 'bt470',
  smpte170m: 'smpte170m',
  smpte240m: 'smpte240m',
  bt2020nc: 'bt2020',
  bt2020c: 'bt2020',
};

interface Size {
  readonly width: number;
  readonly height: number;
}

/** What players assume where the file doesn't say: high definition is BT.709, less is BT.601. */
function resolveMatrix(colours: Colours, { width, height }: Size): string {
  const said = matrices[colours.matrix ?? ''];
  if (said) return said;
  if (resolvePrimaries(colours) === 'bt2020') return 'bt2020';
  return Math.max(width, height) >= 1280 || Math.min(width, height) > 576 ? 'bt709' : 'smpte170m';
}

/** Filters that scale a film of size `from` to `to` and make its colors those of BT.709, and say so. */
export function colourFilters(colours: Colours, from: Size, to: Size): string[] {
  const size = `scale=${to.width}:${to.height}`;
  const read = `in_color_matrix=${resolveMatrix(colours, from)}:in_range=${colours.range === 'pc' ? 'pc' : 'tv'}`;
  const written = 'out_color_matrix=bt709:out_range=tv';
  const convert = needsTable(colours)
    ? [`${size}:${read}`, 'format=gbrp12le', `lut3d=file=${tableName}`, `scale=${written}`]
    : [`${size}:${read}:${written}`];
  return [
    ...convert,
    'format=yuv420p',
    'setsar=1',
    // How bright the screen was on which HDR was graded no longer applies.
    ...(isHdr(colours) ? ['sidedata=mode=delete'] : []),
    'setparams=range=tv:color_primaries=bt709:color_trc=bt709:colorspace=bt709',
  ];
}

/** Encoder arguments that say which colors these filters make. */
export const bt709Tags: readonly string[] = [
  '-color_range',
  'tv',
  '-colorspace',
  'bt709',
  '-color_primaries',
  'bt709',
  '-color_trc',
  'bt709',
];
