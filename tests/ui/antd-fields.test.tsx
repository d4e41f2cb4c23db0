import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import dayjs from 'dayjs';
import { useState } from 'react';
import type { ComponentProps } from 'react';
import { renderToString } from 'react-dom/server';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { formatPicked } from '#lib/local-time.ts';
import { DateField } from '#ui/antd/date-field.tsx';
import { RangeField } from '#ui/antd/range-field.tsx';
import { MultiSelectField, SelectField } from '#ui/antd/select-field.tsx';
import { storedDate, parseTyped } from '#ui/antd/typed-date.ts';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { choose, typeDate } from '../setup/picking.ts';

const described = (element: Element) =>
  (element.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent)
    .join(' | ');

afterEach(() => vi.restoreAllMocks());

describe('date input', () => {
  it.each([
    ['Nov 3, 2026', '2026-11-03'],
    ['november 3rd 2026', '2026-11-03'],
    ['3 Nov 2026', '2026-11-03'],
    ['2026-11-03', '2026-11-03'],
    ['11/3/2026', '2026-11-03'],
    [' 11/03/2026 ', '2026-11-03'],
    ['2026-02-30', ''],
    ['13/3/2026', ''],
    ['Nov 3', ''],
    ['soon', ''],
    ['', ''],
  ])('"%s" is parsed as "%s"', (typed, date) =>
    expect(storedDate(parseTyped(typed, 'date'), 'date')).toBe(date),
  );

  it.each([
    ['Nov 3, 2026, 6:05 PM', '2026-11-03T18:05'],
    ['nov 3 2026 at 6pm', '2026-11-03T18:00'],
    ['2026-11-03T00:30', '2026-11-03T00:30'],
    ['11/3/2026 18:05', '2026-11-03T18:05'],
    ['Aug 3, 2026, 12:00 a.m.', '2026-08-03T00:00'],
    ['Nov 3, 2026', ''],
    ['Nov 3, 2026, 25:00', ''],
  ])('with a time, "%s" is parsed as "%s"', (typed, date) =>
    expect(storedDate(parseTyped(typed, 'datetime'), 'datetime')).toBe(date),
  );

  it('is displayed the same before and after the picker has loaded', () => {
    for (const text of ['2026-11-03T00:05', '2026-01-31T12:00', '2026-05-09T23:59'])
      expect(formatPicked(text)).toBe(dayjs(text).format('MMM D, YYYY, h:mm A'));
    expect(formatPicked('2026-11-03')).toBe('Nov 3, 2026');
    expect(formatPicked('soon')).toBe('');
  });
});

type DateProps = Omit<ComponentProps<typeof DateField>, 'value' | 'onChange' | 'kind' | 'label'>;
function OneDate({
  start = '',
  kind = 'date',
  ...rest
}: DateProps & { start?: string; kind?: 'date' | 'datetime' }) {
  const [value, setValue] = useState(start);
  return (
    <>
      <DateField {...rest} label="Day" kind={kind} value={value} onChange={setValue} />
      <output>{value}</output>
      <button type="button">Next</button>
    </>
  );
}
const kept = () => screen.getByRole('status').textContent;
const day = () => screen.findByLabelText<HTMLInputElement>(/^Day/);

describe('a date field', () => {
  it('shows its value in server HTML, in a placeholder of the same size', async () => {
    const field = (
      <DateField label="Day" kind="date" value="2026-11-03" onChange={() => {}} hint="Your time" />
    );
    const html = renderToString(field);
    expect(html).toContain('Nov 3, 2026');
    expect(html).not.toContain('ant-picker');
    render(field);
    expect((await day()).value).toBe('Nov 3, 2026');
  });

  it('is linked to label, error and hint', async () => {
    render(<OneDate hint="Your time" error="Choose a day." required />);
    expect(described(await day())).toBe('Choose a day. | Your time');
    expect((await day()).getAttribute('aria-invalid')).toBe('true');
    expect((await day()).getAttribute('aria-required')).toBe('true');
  });

  it('accepts typed input on blur, keeps its value if that is invalid, and can be cleared', async () => {
    const hand = userEvent.setup();
    render(<OneDate start="2026-11-03" />);
    const input = await day();
    const next = () => hand.click(screen.getByRole('button', { name: 'Next' }));
    await hand.clear(input);
    await hand.type(input, '12/24/2026');
    await next();
    expect([kept(), input.value]).toEqual(['2026-12-24', 'Dec 24, 2026']);
    await hand.clear(input);
    await hand.type(input, 'Christmas');
    await next();
    await waitFor(() => expect([kept(), input.value]).toEqual(['2026-12-24', 'Dec 24, 2026']));
    await hand.clear(input);
    await next();
    expect(kept()).toBe('');
  });

  it('accepts a day pressed in the calendar, but none before the first allowed', async () => {
    const hand = userEvent.setup();
    render(<OneDate start="2026-11-20" min="2026-11-10" />);
    await hand.click(await day());
    const cell = async (date: string) => screen.findByTitle(date);
    await hand.click(await cell('2026-11-09'));
    expect(kept()).toBe('2026-11-20');
    await hand.click(await cell('2026-11-25'));
    expect(kept()).toBe('2026-11-25');
    // A typed date out of range is accepted here and rejected by the form with a message.
    await typeDate(hand, /^Day/, '2026-11-09');
    expect(kept()).toBe('2026-11-09');
  });

  it('is navigated with arrows, by day or month', async () => {
    const hand = userEvent.setup();
    render(<OneDate start="2026-11-30T09:30" kind="datetime" />);
    (await day()).focus();
    await hand.keyboard('{ArrowDown}');
    expect(kept()).toBe('2026-12-01T09:30');
    await hand.keyboard('{PageDown}{ArrowUp}');
    expect(kept()).toBe('2026-12-31T09:30');
  });

  it("doesn't submit a form on Enter, and Escape closes the calendar, not the dialog around it", async () => {
    const hand = userEvent.setup();
    const [sent, closed] = [vi.fn(), vi.fn()];
    render(
      <Dialog open onClose={closed} title="Edit">
        <form onSubmit={sent}>
          <OneDate start="2026-11-20" />
        </form>
      </Dialog>,
    );
    const input = await day();
    await hand.clear(input);
    await hand.type(input, '2026-11-21');
    // The popup must be inside the dialog, which covers everything else.
    expect(screen.getByRole('dialog').querySelector('.ant-picker-dropdown')).not.toBeNull();
    expect(fireEvent.keyDown(input, { key: 'Escape' })).toBe(false);
    expect(fireEvent.keyDown(input, { key: 'Escape' })).toBe(true);
    await hand.type(input, '{Enter}');
    expect([kept(), sent.mock.calls.length, closed.mock.calls.length]).toEqual(['2026-11-21', 0, 0]);
  });
});

function OneRange({ onChange, ...rest }: Omit<ComponentProps<typeof RangeField>, 'label' | 'value'>) {
  const [value, setValue] = useState({ from: '2026-11-03', to: '2026-11-08' });
  return (
    <RangeField
      {...rest}
      label="Dates"
      value={value}
      onChange={(next) => {
        setValue(next);
        onChange(next);
      }}
    />
  );
}

describe('a date range', () => {
  it('labels both ends, and describes them by its error', async () => {
    render(<OneRange onChange={() => {}} error="Choose both." />);
    const [start, end] = [await screen.findByLabelText('Start date'), screen.getByLabelText('End date')];
    expect([described(start), described(end)]).toEqual(['Choose both.', 'Choose both.']);
    expect(within(screen.getByRole('group', { name: 'Dates' })).getAllByRole('textbox')).toHaveLength(2);
  });

  it('changes once, when both were typed, earliest first', async () => {
    const hand = userEvent.setup();
    const told = vi.fn();
    render(<OneRange onChange={told} />);
    const start = await screen.findByLabelText('Start date');
    await hand.clear(start);
    await hand.type(start, 'Nov 20, 2026');
    await hand.tab();
    expect(told).not.toHaveBeenCalled();
    await typeDate(hand, 'End date', 'Nov 10, 2026');
    expect(told.mock.calls).toEqual([[{ from: '2026-11-10', to: '2026-11-20' }]]);
  });

  it('accepts a preset, and leaves an end open', async () => {
    const hand = userEvent.setup();
    const told = vi.fn();
    const preset = { label: 'Last month', range: { from: '2026-10-01', to: '2026-10-31' } };
    render(<OneRange onChange={told} presets={[preset]} />);
    await hand.click(await screen.findByLabelText('Start date'));
    await hand.click(await screen.findByText('Last month', { selector: 'li *, li' }));
    expect(told).toHaveBeenLastCalledWith(preset.range);
    await typeDate(hand, 'End date', '');
    expect(told).toHaveBeenLastCalledWith({ from: '2026-10-01', to: '' });
  });

  it('discards unfinished input on Escape', async () => {
    const hand = userEvent.setup();
    const told = vi.fn();
    render(<OneRange onChange={told} />);
    await hand.click(await screen.findByLabelText('Start date'));
    await hand.click((await screen.findAllByTitle('2026-11-05'))[0]!);
    await hand.keyboard('{Escape}');
    await hand.click(document.body);
    expect(told).not.toHaveBeenCalled();
    expect(screen.getByLabelText<HTMLInputElement>('Start date').value).toBe('Nov 3, 2026');
  });
});

const countries = [
  { value: 'DE', label: 'Germany' },
  { value: 'FR', label: 'France' },
  { value: 'PT', label: 'Portugal' },
];

describe('a searchable select', () => {
  it('describes its value to screen readers, in addition to error and hint', async () => {
    render(
      <SelectField
        label="Country"
        hint="Of the bank"
        error="Choose one."
        options={countries}
        value="FR"
        onChange={() => {}}
      />,
    );
    const input = await screen.findByRole('combobox', { name: 'Country' });
    expect(described(input)).toBe('Choose one. | Of the bank | France');
    expect(input.getAttribute('aria-invalid')).toBe('true');
  });

  it('filters by input, and says if there are no results', async () => {
    const hand = userEvent.setup();
    const told = vi.fn();
    render(<SelectField label="Country" options={countries} value="" placeholder="Choose" onChange={told} />);
    expect(screen.getByText('Choose')).toBeTruthy();
    await choose(hand, 'Country', 'Portugal');
    expect(told).toHaveBeenCalledWith('PT');
    await hand.type(screen.getByRole('combobox', { name: 'Country' }), 'xyz');
    expect(await screen.findByText('No results')).toBeTruthy();
  });

  it('closes on Escape and leaves the dialog open', async () => {
    const hand = userEvent.setup();
    render(
      <Dialog open onClose={() => {}} title="Bank">
        <SelectField label="Country" options={countries} value="" onChange={() => {}} />
      </Dialog>,
    );
    const input = await screen.findByRole('combobox', { name: 'Country' });
    await hand.click(input);
    expect(within(screen.getByRole('dialog')).getByTitle('France')).toBeTruthy();
    expect(fireEvent.keyDown(input, { key: 'Escape' })).toBe(false);
    expect(input.getAttribute('aria-expanded')).toBe('false');
    expect(fireEvent.keyDown(input, { key: 'Escape' })).toBe(true);
  });

  it('accepts several, each with a button that removes it and moves focus on', async () => {
    const hand = userEvent.setup();
    function Several() {
      const [value, setValue] = useState(['DE']);
      return (
        <MultiSelectField
          label="Sent to"
          options={countries}
          value={value}
          onChange={setValue}
          placeholder="Everywhere"
        />
      );
    }
    render(<Several />);
    await choose(hand, 'Sent to', 'France');
    await hand.click(screen.getByRole('button', { name: 'Remove Germany' }));
    expect(screen.queryByRole('button', { name: 'Remove Germany' })).toBeNull();
    expect(document.activeElement).toBe(screen.getByRole('combobox', { name: 'Sent to' }));
    await hand.click(screen.getByRole('button', { name: 'Remove France' }));
    expect(await screen.findByText('Everywhere')).toBeTruthy();
  });

  it('accepts custom words, separated by commas', async () => {
    const hand = userEvent.setup();
    const told = vi.fn();
    render(<MultiSelectField label="Tags" isOpenEnded options={[]} value={['clay']} onChange={told} />);
    await hand.type(await screen.findByRole('combobox', { name: 'Tags' }), 'glaze,');
    expect(told.mock.calls).toEqual([[['clay', 'glaze']]]);
    told.mockClear();
    await hand.type(screen.getByRole('combobox', { name: 'Tags' }), 'fire');
    await hand.tab();
    expect(told).toHaveBeenCalledWith(['clay', 'fire']);
  });
});
