import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { DateField } from '#ui/antd/date-field.tsx';
import { RangeField } from '#ui/antd/range-field.tsx';
import { SelectField } from '#ui/antd/select-field.tsx';

beforeEach(() => {
  vi.spyOn(window, 'matchMedia').mockImplementation(
    (media) =>
      ({
        matches: media === '(max-width: 767px)',
        media,
        addEventListener: vi.fn(),
        removeEventListener: vi.fn(),
      }) as unknown as MediaQueryList,
  );
});
afterEach(() => {
  expect(document.querySelector('[class*="ant-"]'), 'antd is for wide windows').toBeNull();
  vi.restoreAllMocks();
});

const countries = [
  { value: 'FR', label: 'France' },
  { value: 'PT', label: 'Portugal' },
];

it('a select is the list of the phone, with its placeholder and its error', async () => {
  function Country() {
    const [value, setValue] = useState('');
    return (
      <SelectField
        label="Country"
        placeholder="Select a country"
        error={value === '' ? 'Choose one.' : null}
        options={countries}
        value={value}
        onChange={setValue}
      />
    );
  }
  render(<Country />);
  const list = screen.getByLabelText<HTMLSelectElement>('Country');
  expect([...list.options].map(({ text }) => text)).toEqual(['Select a country', 'France', 'Portugal']);
  expect(list.getAttribute('aria-invalid')).toBe('true');
  await userEvent.selectOptions(list, 'Portugal');
  expect([list.value, list.getAttribute('aria-invalid')]).toEqual(['PT', null]);
});

it('a select without a placeholder has its own empty option alone', () => {
  render(
    <SelectField
      label="Creator"
      options={[{ value: '', label: 'All creators' }, ...countries]}
      value=""
      onChange={vi.fn()}
    />,
  );
  expect([...screen.getByLabelText<HTMLSelectElement>('Creator').options].map(({ text }) => text)).toEqual([
    'All creators',
    'France',
    'Portugal',
  ]);
});

it.each([
  ['date', 'date', '2026-11-20'],
  ['datetime', 'datetime-local', '2026-11-20T18:30'],
] as const)('a %s is picked by the phone, within its limits', (kind, type, picked) => {
  const onChange = vi.fn();
  render(
    <DateField
      label="Day"
      kind={kind}
      value=""
      onChange={onChange}
      min="2026-11-01"
      required
      hint="Your time"
    />,
  );
  const input = screen.getByLabelText<HTMLInputElement>(/^Day/);
  expect([input.type, input.min, input.required]).toEqual([type, '2026-11-01', true]);
  expect(document.getElementById(input.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
    'Your time',
  );
  fireEvent.change(input, { target: { value: picked } });
  expect(onChange.mock.calls).toEqual([[picked]]);
});

it('a range is two dates in order, or one of its periods', async () => {
  const onChange = vi.fn();
  const last = { label: 'Last month', range: { from: '2026-10-01', to: '2026-10-31' } };
  function Dates() {
    const [value, setValue] = useState({ from: '', to: '2026-11-08' });
    return (
      <RangeField
        label="Dates"
        value={value}
        max="2026-12-01"
        presets={[last]}
        onChange={(next) => {
          onChange(next);
          setValue(next);
        }}
      />
    );
  }
  render(<Dates />);
  const [start, end] = ['Start date', 'End date'].map((name) =>
    screen.getByLabelText<HTMLInputElement>(name),
  );
  expect([start!.max, end!.min, end!.max]).toEqual(['2026-11-08', '', '2026-12-01']);
  fireEvent.change(start!, { target: { value: '2026-11-03' } });
  expect(onChange).toHaveBeenLastCalledWith({ from: '2026-11-03', to: '2026-11-08' });
  expect(end!.min).toBe('2026-11-03');
  const period = screen.getByRole('button', { name: 'Last month' });
  expect(period.getAttribute('aria-pressed')).toBe('false');
  await userEvent.click(period);
  expect(onChange).toHaveBeenLastCalledWith(last.range);
  expect(period.getAttribute('aria-pressed')).toBe('true');
});
