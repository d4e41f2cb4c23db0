import { useEffect, useRef } from 'react';
import './usable-language.ts';
import UPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { useBoxWidth } from '../hooks/use-box-width.ts';
import { useThemeName } from '../hooks/use-theme-name.ts';
import { axisLabels } from './axis-labels.ts';
import type { LineChartProps, LinePoint } from './line-chart.tsx';

const height = 260;
const axisWidth = 64;
const axisHeight = 28;
/** Counts and cents are whole. */
const wholeSteps = [1, 2, 5]
  .flatMap((step) => Array.from({ length: 9 }, (_, zeros) => step * 10 ** zeros))
  .toSorted((a, b) => a - b);

const readToken = (name: string): string =>
  getComputedStyle(document.documentElement).getPropertyValue(name).trim();

const readFont = (): string => `12px ${readToken('--font')}`;

/** Measures a text in the axes' font; a guess where there is no canvas. */
function measurer(): (text: string) => number {
  const context = document.createElement('canvas').getContext('2d');
  if (!context) return (text) => text.length * 7;
  context.font = readFont();
  return (text) => context.measureText(text).width;
}

/**
 * The values of each line. The unfinished part is a line of its own that begins at the last finished point,
 * because an ordinary line would seem to fall at its end.
 */
function toLines(points: readonly LinePoint[]): UPlot.AlignedData {
  const end = points.findIndex(({ unfinished }) => unfinished);
  const at = points.map((_, index) => index);
  const before = points.map((point) => point.before);
  if (end === -1) return [at, points.map(({ value }) => value), before];
  return [
    at,
    points.map(({ value }, index) => (index < end ? value : null)),
    before,
    points.map(({ value }, index) => (index >= end - 1 ? value : null)),
  ];
}

/** The lines in the theme's colors. Lines of at most two points have marks, and so has the unfinished end. */
function buildSeries(points: readonly LinePoint[], labels: LineChartProps['labels']): UPlot.Series[] {
  const primary = readToken('--primary');
  const isShort = points.length <= 2;
  const last = points.length - 1;
  const unfinished: UPlot.Series = {
    label: labels.unfinished,
    stroke: primary,
    width: 2,
    dash: [2, 3],
    points: { show: true, size: 7, fill: readToken('--page'), filter: () => [last] },
  };
  return [
    {},
    { label: labels.now, stroke: primary, width: 2, points: { show: isShort } },
    {
      label: labels.before,
      stroke: readToken('--muted'),
      width: 1.5,
      dash: [4, 4],
      points: { show: isShort },
    },
    ...(points[last]?.unfinished ? [unfinished] : []),
  ];
}

/** Axis, grid and lines in the theme's colors. */
function buildOptions(
  { points, format, labels }: Pick<LineChartProps, 'points' | 'format' | 'labels'>,
  { width, onLook }: { width: number; onLook: (at: number | null) => void },
): UPlot.Options {
  const axis = {
    stroke: readToken('--muted'),
    grid: { stroke: readToken('--border'), width: 1 },
    ticks: { show: false },
    font: readFont(),
  };
  const { texts, space, end } = axisLabels(points, { room: width - axisWidth, measureWidth: measurer() });
  return {
    width,
    height,
    padding: [null, end, null, null],
    legend: { show: false },
    cursor: { y: false, drag: { x: false, y: false } },
    scales: { x: { time: false }, y: { range: (_plot, low, most) => [Math.min(0, low), most || 1] } },
    series: buildSeries(points, labels),
    axes: [
      {
        ...axis,
        grid: { show: false },
        size: axisHeight,
        space,
        incrs: [1, 2, 3, 5, 7, 10, 14, 20, 30, 50, 100, 200],
        values: (_plot, at) => at.map((index) => texts[index] ?? ''),
      },
      {
        ...axis,
        size: axisWidth,
        incrs: wholeSteps,
        values: (_plot, values) => values.map((value) => format(value)),
      },
    ],
    hooks: { setCursor: [({ cursor: { idx } }) => onLook(idx ?? null)] },
  };
}

/** The lines themselves, drawn on a canvas. What they say is said beside them. */
export function LinePlot({
  points,
  format,
  labels,
  onLook,
}: LineChartProps & { onLook: (at: number | null) => void }) {
  const { box, width } = useBoxWidth();
  const theme = useThemeName();
  const look = useRef(onLook);
  useEffect(() => void (look.current = onLook), [onLook]);
  useEffect(() => {
    const target = box.current;
    if (!target || width === 0) return undefined;
    const plot = new UPlot(
      buildOptions({ points, format, labels }, { width, onLook: (at) => look.current(at) }),
      toLines(points),
      target,
    );
    return () => plot.destroy();
    // The theme isn't used here, but its colors are.
  }, [points, format, labels, width, theme, box]);
  return <div ref={box} aria-hidden="true" />;
}
