import { LineChart } from '#ui/charts/line-chart.tsx';
import { BarChart } from '#ui/content/chart.tsx';

const days = [120, 80, 0, 240, -30, 180, 90];
const bars = days.map((value, at) => ({
  key: String(at),
  label: `Nov ${at + 1}`,
  value,
  text: `$${value}.00`,
}));
const points = days.map((value, at) => ({
  label: `Nov ${at + 1}`,
  value: Math.abs(value),
  before: at * 30,
  unfinished: at === days.length - 1,
}));
const labels = { now: 'Previous 7 days', before: 'The 7 days before', unfinished: 'Today so far' };
const format = (value: number) => `$${value}`;
const nothing = () => undefined;

export const Bars = () => <BarChart label="Revenue" bars={bars} highest="$240.00" onChoose={nothing} />;
export const BarsWithOneChosen = () => (
  <BarChart label="Revenue" bars={bars} highest="$240.00" onChoose={nothing} chosen="3" />
);
export const Lines = () => <LineChart label="Revenue" points={points} labels={labels} format={format} />;
