import { type Scene, type View, mix, rect } from './canvas.ts';

type Box = readonly [x: number, y: number, w: number, h: number];

/** A grid of large square pixels. */
class Grid {
  readonly columns: number;
  readonly rows: number;
  readonly #size: number;
  readonly #cells: (string | undefined)[][];

  constructor(view: View) {
    this.#size = Math.round(Math.min(view.w, view.h) / 64);
    this.columns = Math.ceil(view.w / this.#size);
    this.rows = Math.ceil(view.h / this.#size);
    this.#cells = Array.from({ length: this.rows }, () =>
      new Array<string | undefined>(this.columns).fill(undefined),
    );
  }

  set(x: number, y: number, colour: string): void {
    const row = this.#cells[Math.round(y)];
    if (row && x >= 0 && x < this.columns) row[Math.round(x)] = colour;
  }
  fill([x, y, w, h]: Box, colour: string): void {
    for (let down = 0; down < h; down += 1)
      for (let across = 0; across < w; across += 1) this.set(x + across, y + down, colour);
  }
  disc([x, y, r]: readonly [number, number, number], colour: string): void {
    for (let down = -r; down <= r; down += 1)
      for (let across = -r; across <= r; across += 1)
        if (across * across + down * down <= r * r + r * 0.4) this.set(x + across, y + down, colour);
  }
  /** Runs of one color in a row become one rectangle. */
  draw(): string {
    return this.#cells
      .map((row, y) => {
        let drawn = '';
        for (let x = 0, end = 1; x < row.length; x = end, end = x + 1) {
          while (end < row.length && row[end] === row[x]) end += 1;
          drawn += rect(
            [x * this.#size, y * this.#size, (end - x) * this.#size, this.#size],
            row[x] ?? '#000000',
          );
        }
        return drawn;
      })
      .join('');
  }
}

function paintSky(grid: Grid, { random, palette }: View, horizon: number): void {
  const tones = [
    palette.deep,
    mix(palette.deep, palette.a, 0.6),
    palette.a,
    mix(palette.a, palette.b, 0.6),
    palette.b,
    mix(palette.b, palette.c, 0.6),
    palette.c,
  ];
  for (let y = 0; y < horizon; y += 1) {
    const place = (y / horizon) * (tones.length - 1);
    // Dither between two tones, like old games.
    for (let x = 0; x < grid.columns; x += 1)
      grid.set(x, y, tones[Math.floor(place) + ((x + y) % 2 && place % 1 > 0.66 ? 1 : 0)] ?? palette.c);
  }
  for (let star = 0; star < grid.columns / 2; star += 1)
    grid.set(random.int(0, grid.columns - 1), random.int(0, Math.round(horizon * 0.5)), palette.paper);
  grid.disc(
    [
      Math.round(grid.columns * random.between(0.25, 0.75)),
      Math.round(horizon * random.between(0.4, 0.7)),
      random.int(6, 9),
    ],
    palette.accent,
  );
  for (let cloud = 0; cloud < 5; cloud += 1) {
    const [x, y, length] = [
      random.int(0, grid.columns),
      random.int(3, Math.round(horizon * 0.55)),
      random.int(8, 18),
    ];
    grid.fill([x, y, length, 2], mix(palette.paper, palette.c, 0.3));
    grid.fill([x + 2, y - 2, length - 6, 2], palette.paper);
  }
}

function paintSea(grid: Grid, { random, palette }: View, horizon: number): void {
  const { rows, columns } = grid;
  let peak = horizon - rows * 0.1;
  for (let x = 0; x < columns; x += 1) {
    peak = Math.min(horizon - 3, Math.max(horizon - rows * 0.26, peak + random.int(-1, 1)));
    grid.fill([x, Math.round(peak), 1, horizon - Math.round(peak)], mix(palette.a, palette.deep, 0.45));
    if (peak < horizon - rows * 0.2) grid.fill([x, Math.round(peak), 1, 2], palette.paper);
  }
  for (let y = horizon; y < rows; y += 1) {
    const depth = ((y - horizon) / (rows - horizon)) * 0.75;
    for (let x = 0; x < columns; x += 1)
      grid.set(
        x,
        y,
        mix(mix(palette.a, palette.b, 0.25), palette.deep, depth - ((x * 7 + y * 13) % 11 === 0 ? 0.25 : 0)),
      );
  }
}

function paintTower(grid: Grid, { palette }: View, [x, ground]: readonly [number, number]): void {
  const stone = mix(palette.paper, palette.b, 0.3);
  grid.fill([x, ground - 18, 9, 18], stone);
  grid.fill([x + 6, ground - 18, 3, 18], mix(palette.paper, palette.deep, 0.4));
  for (let notch = 0; notch < 4; notch += 1) grid.fill([x - 1 + notch * 3, ground - 20, 2, 2], stone);
  grid.fill([x + 3, ground - 13, 2, 3], palette.accent);
  grid.fill([x + 2, ground - 5, 4, 5], palette.deep);
  grid.fill([x + 4, ground - 28, 1, 8], palette.ink);
  grid.fill([x + 5, ground - 28, 5, 3], palette.accent);
}

function paintIsland(grid: Grid, view: View, ground: number): void {
  const { random, palette } = view;
  const middle = Math.round(grid.columns * random.between(0.4, 0.6));
  const half = Math.round(Math.min(grid.columns, grid.rows) * 0.3);
  const soil = (layer: number) =>
    layer < 5 ? mix(palette.c, palette.deep, 0.35) : mix('#7a5538', palette.deep, layer * 0.05);
  for (let layer = 0; layer < 13; layer += 1)
    grid.fill(
      [middle - half + layer, ground + layer, (half - layer) * 2, 1],
      layer < 3 ? palette.c : soil(layer),
    );
  const tower = middle + random.int(-8, 4);
  paintTower(grid, view, [tower, ground]);
  for (let tree = 0; tree < 6; tree += 1) {
    const x = middle - half + random.int(4, half * 2 - 8);
    if (Math.abs(x - tower - 4) < 8) continue;
    grid.fill([x, ground - 5, 1, 5], palette.ink);
    grid.disc([x, ground - 7, 3], mix(palette.c, palette.deep, 0.45));
    grid.set(x - 1, ground - 9, palette.c);
  }
  const hero = Math.max(2, tower - 9);
  grid.fill([hero, ground - 3, 3, 3], palette.accent);
  grid.fill([hero, ground - 5, 3, 2], '#f3cba5');
  grid.fill([hero, ground - 6, 3, 1], palette.ink);
}

/** An island from an imaginary pixel-art game. */
export const pixels: Scene = (view) => {
  const grid = new Grid(view);
  const horizon = Math.round(grid.rows * 0.62);
  paintSky(grid, view, horizon);
  paintSea(grid, view, horizon);
  paintIsland(grid, view, horizon + 4);
  return grid.draw();
};
