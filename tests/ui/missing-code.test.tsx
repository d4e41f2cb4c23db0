import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { missingCode } from '#lib/device/missing-code.ts';
import { MissingCode } from '#ui/feedback/missing-code.tsx';

afterEach(() => vi.unstubAllGlobals());

function fail(address: string): void {
  const script = document.createElement('script');
  script.src = address;
  script.type = 'text/plain';
  document.body.append(script);
  script.dispatchEvent(new Event('error'));
  script.remove();
}
const answers = (status: number) => {
  const asked = vi.fn(async () => new Response(null, { status }));
  vi.stubGlobal('fetch', asked);
  return asked;
};
const settle = () => act(() => new Promise((resolve) => void setTimeout(resolve, 10)));

test('code that nobody requests again is said, and trying again takes the message away', async () => {
  const hand = userEvent.setup();
  render(<MissingCode />);
  const rejected = Object.assign(new Event('unhandledrejection'), {
    reason: Object.assign(new Error('Failed to load chunk /_next/static/chunks/a.js'), {
      name: 'ChunkLoadError',
    }),
  });
  act(() => void window.dispatchEvent(rejected));
  expect(screen.getByRole('alert').textContent).toMatch(/didn’t load/);
  let tried = 0;
  void missingCode.retried().then(() => (tried += 1));
  await hand.click(screen.getByRole('button', { name: 'Try again' }));
  expect([tried, screen.queryByRole('alert')]).toEqual([1, null]);
});

test('a script that fails while the server still has it isn’t taken for an update', async () => {
  const asked = answers(200);
  render(<MissingCode />);
  fail('http://localhost:3000/_next/static/chunks/a.js');
  await settle();
  expect([asked.mock.calls.length, screen.queryByRole('alert')]).toEqual([1, null]);
});

test('a script of somebody else doesn’t matter', async () => {
  const asked = answers(404);
  render(<MissingCode />);
  fail('https://example.com/pay.js');
  await settle();
  expect([asked.mock.calls.length, screen.queryByRole('alert')]).toEqual([0, null]);
});

// Last: nothing but a reload takes it back.
test('a script that the server no longer has: the site was updated, and a reload is offered', async () => {
  answers(404);
  render(<MissingCode />);
  fail('http://localhost:3000/_next/static/chunks/a.js');
  await settle();
  expect(screen.getByRole('alert').textContent).toMatch(/has been updated/);
  screen.getByRole('button', { name: 'Reload' });
});
