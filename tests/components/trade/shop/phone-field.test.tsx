import { screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { PhoneField } from '#components/trade/shop/phone-field.tsx';
import { draw } from '../../setup/draw.tsx';
import { problem } from '../../../state/setup/fake-api.ts';

const codes = [
  { code: '+49', country: 'Germany', countryCode: 'DE' },
  { code: '+44', country: 'United Kingdom', countryCode: 'GB' },
];

function Sample({ start, country }: { start: string; country: string }) {
  const [value, setValue] = useState(start);
  return (
    <>
      <PhoneField value={value} onChange={setValue} country={country} />
      <output>{value}</output>
    </>
  );
}
const open = (start: string, country = 'DE') =>
  draw(<Sample start={start} country={country} />, {
    answers: { 'GET /phone-codes/list': () => ({ data: codes, total: codes.length }) },
  });
const value = () => screen.getByRole('status').textContent;
const code = () => screen.getByRole<HTMLSelectElement>('combobox', { name: 'Country code' }).value;

it('begins with the code of the address’s country, and leaves out the zero that is dialed within it', async () => {
  const { hand } = await open('');
  await screen.findByRole('option', { name: 'Germany (+49)' });
  expect(code()).toBe('DE');
  await hand.type(screen.getByLabelText(/^Phone/), '030 123456');
  expect(value()).toBe('+4930123456');
  await hand.selectOptions(screen.getByRole('combobox', { name: 'Country code' }), 'GB');
  expect(value()).toBe('+4430123456');
  await hand.clear(screen.getByLabelText(/^Phone/));
  expect(value()).toBe('');
});

it('shows a saved number without its code, and follows one that is pasted with another', async () => {
  const { hand } = await open('+4930123456', 'GB');
  await screen.findByRole('option', { name: 'Germany (+49)' });
  expect([code(), screen.getByLabelText<HTMLInputElement>(/^Phone/).value]).toEqual(['DE', '30123456']);
  await hand.clear(screen.getByLabelText(/^Phone/));
  await hand.type(screen.getByLabelText(/^Phone/), '+44 20 7946 0018');
  expect([code(), value()]).toEqual(['GB', '+442079460018']);
});

it('takes a number with its code while the list of codes is missing', async () => {
  const { hand } = await draw(<Sample start="" country="DE" />, {
    answers: {
      'GET /phone-codes/list': () => {
        throw problem(500, { message: 'Not now.' });
      },
    },
  });
  await hand.type(screen.getByLabelText(/^Phone/), '+49 30 123456');
  expect(value()).toBe('+4930123456');
});
