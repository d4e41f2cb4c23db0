import { render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { axisLabels } from '#ui/charts/axis-labels.ts';
import { makeLanguageUsable } from '#ui/charts/usable-language.ts';
import { LineChart, type LinePoint } from '#ui/charts/line-chart.tsx';

interface Axis {
  readonly space?: number;
  readonly values: (plot: null, at: number[]) => string[];
}
interface Drawn {
  readonly options: {
    readonly padding: (number | null)[];
    readonly axes: Axis[];
    readonly series: { label?: string; dash?: number[] }[];
  };
  readonly data: (number | null)[][];
}
const drawn = vi.hoisted((): unknown[] => []);
vi.mock('uplot', () => ({
  default: class {
    constructor(options: unknown, data: unknown) {
      drawn.push({ options, data });
    }
    destroy() {}
  },
}));

const labels = { now: 'This period', before: 'Previous period', unfinished: 'This month so far' };
const months: readonly LinePoint[] = [
  { label: 'September 2026', short: 'Sep', value: 10, before: 4 },
  { label: 'October 2026', short: 'Oct', value: 20, before: 5 },
  { label: 'November 2026', short: 'Nov', value: 3, before: 6, unfinished: true },
];
const format = String;

/** Draws the chart in a box so wide, and returns what uPlot was given last. */
async function plot(points: readonly LinePoint[], width: number): Promise<Drawn> {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(width);
  render(<LineChart label="Views over time" points={points} labels={labels} format={format} />);
  await vi.waitFor(() => expect(drawn.length).toBeGreaterThan(0));
  return drawn.at(-1) as Drawn;
}

beforeEach(() => {
  drawn.length = 0;
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
});
afterEach(() => vi.restoreAllMocks());

describe('a line chart', () => {
  it('draws what isn’t finished as a line of its own, and says so', async () => {
    const { options, data } = await plot(months, 900);
    expect(data[1]).toEqual([10, 20, null]);
    expect(data[2]).toEqual([4, 5, 6]);
    expect(data[3]).toEqual([null, 20, 3]);
    expect(options.series[3]).toMatchObject({ label: 'This month so far', dash: [2, 3] });
    expect(screen.getByText(/This month so far/).textContent).toBe('This month so far: 3');
  });

  it('draws one line, and says nothing, if all is finished', async () => {
    const finished = months.map(({ unfinished: _, ...point }) => point);
    const { options, data } = await plot(finished, 900);
    expect(data).toEqual([
      [0, 1, 2],
      [10, 20, 3],
      [4, 5, 6],
    ]);
    expect(options.series).toHaveLength(3);
    expect(screen.queryByText(/so far/)).toBeNull();
  });

  it.each([
    { width: 900, texts: ['September 2026', 'October 2026', 'November 2026'] },
    { width: 296, texts: ['Sep', 'Oct', 'Nov'] },
  ])('labels each month in a box of $width pixels, the last one uncut', async ({ width, texts }) => {
    const { options } = await plot(months, width);
    const [axis] = options.axes;
    const end = options.padding[1] ?? 0;
    expect(axis!.values(null, [0, 1, 2])).toEqual(texts);
    // uPlot labels each point only if there is so much space between two.
    expect((width - 64 - end) / 2).toBeGreaterThanOrEqual(axis!.space!);
    expect(end).toBeGreaterThanOrEqual((texts[2]!.length * 7) / 2);
  });
});

it('leaves out labels of many points rather than overlapping them', () => {
  const days = Array.from({ length: 90 }, (_, at) => ({ label: `Nov ${at}` }));
  const { texts, space } = axisLabels(days, { room: 300, measureWidth: (text) => text.length * 7 });
  expect(texts[89]).toBe('Nov 89');
  expect(space).toBeGreaterThan(6 * 7);
});

describe('the language of the browser', () => {
  const named = (language: string) => {
    const browser = { language } as Navigator;
    makeLanguageUsable(browser);
    return browser.language;
  };
  it('is left as it is where Intl knows it', () => {
    expect(['de', 'pt-BR', 'zh-Hant-TW', 'xx-YY'].map(named)).toEqual(['de', 'pt-BR', 'zh-Hant-TW', 'xx-YY']);
  });
  it('is English where Intl would refuse it', () => {
    expect(['en-US@posix', 'C', '', 'en_US'].map(named)).toEqual(['en-US', 'en-US', 'en-US', 'en-US']);
  });
});
