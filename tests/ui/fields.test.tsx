import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { Button } from '#ui/content/button.tsx';
import { Checkbox, RadioCards } from '#ui/forms/choice.tsx';
import { Form } from '#ui/forms/form.tsx';
import { FormErrors } from '#ui/forms/form-errors.tsx';
import { PasswordInput } from '#ui/forms/password-input.tsx';
import { Select, TextArea, TextInput } from '#ui/forms/text-input.tsx';

const described = (element: Element) =>
  (element.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent)
    .join(' | ');

describe('fields', () => {
  it('are linked to label, error and hint', () => {
    render(<TextInput label="Email" hint="We never show it." error="Enter an email address." />);
    const input = screen.getByLabelText('Email');
    expect(described(input)).toBe('Enter an email address. | We never show it.');
    expect(input.getAttribute('aria-invalid')).toBe('true');
  });

  it('omit empty descriptions', () => {
    render(<TextInput label="Name" optional />);
    const input = screen.getByLabelText(/Name/);
    expect([input.getAttribute('aria-describedby'), input.getAttribute('aria-invalid')]).toEqual([
      null,
      null,
    ]);
  });

  it('keep a hidden label for screen readers', () => {
    render(<Select label="Sort" hideLabel placeholder="Any" options={[{ value: 'new', label: 'Newest' }]} />);
    expect(screen.getByLabelText('Sort')).toBeTruthy();
  });

  it('show a password on request', async () => {
    render(<PasswordInput label="Password" defaultValue="secret" />);
    const input = screen.getByLabelText<HTMLInputElement>('Password');
    expect(input.type).toBe('password');
    await userEvent.click(screen.getByRole('button', { name: 'Show password' }));
    expect(input.type).toBe('text');
    expect(screen.getByRole('button', { name: 'Hide password' })).toBeTruthy();
  });

  it('show a countdown only near the limit', () => {
    const { rerender } = render(
      <TextArea label="Bio" counted maxLength={100} value="x" onChange={() => {}} />,
    );
    expect(screen.queryByText(/left/)).toBeNull();
    rerender(<TextArea label="Bio" counted maxLength={100} value={'x'.repeat(95)} onChange={() => {}} />);
    expect(screen.getByText('5 left')).toBeTruthy();
  });

  it('can be checked and selected', async () => {
    const chosen = vi.fn();
    render(
      <>
        <Checkbox label="Remember me" hint="For a year" />
        <RadioCards
          label="How often"
          name="type"
          value="monthly"
          onChange={chosen}
          options={[
            { value: 'monthly', label: 'Monthly' },
            { value: 'yearly', label: 'Yearly', aside: '$99.90' },
          ]}
        />
      </>,
    );
    await userEvent.click(screen.getByRole('checkbox', { name: /Remember me/ }));
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: /Remember me/ }).checked).toBe(true);
    expect(screen.getByRole('group', { name: 'How often' })).toBeTruthy();
    await userEvent.click(screen.getByRole('radio', { name: /Yearly/ }));
    expect(chosen).toHaveBeenCalledWith('yearly');
  });
});

describe('form errors', () => {
  const fieldSentence = 'Enter an email address.';
  const live = '[role="alert"], [role="status"], [aria-live]:not([aria-live="off"])';
  /** How often a message appears on the page, and in how many live regions. */
  const times = (sentence: string) => ({
    shown: [...document.querySelectorAll('body *')].filter(
      (each) => each.children.length === 0 && each.textContent === sentence,
    ).length,
    live: [...document.querySelectorAll(live)].filter((each) => each.textContent?.includes(sentence)).length,
  });
  function Sent({ general, wide = false }: { general?: string; wide?: boolean }) {
    const [sent, setSent] = useState(false);
    const errors = [{ fieldId: 'mail', message: fieldSentence }, { message: 'Choose one.' }];
    return (
      <Form
        onSubmit={(event) => {
          event.preventDefault();
          setSent(true);
        }}
      >
        <FormErrors errors={!sent ? [] : general ? [{ message: general }] : errors} />
        <TextInput id="mail" label="Email" error={sent && !general ? fieldSentence : null} />
        <RadioCards
          label="How often"
          name="often"
          value={null}
          onChange={() => {}}
          options={[{ value: 'monthly', label: 'Monthly' }]}
          error={sent && !general && !wide ? 'Choose one.' : null}
        />
        <button>Send</button>
      </Form>
    );
  }
  it('appear and are announced once each: at their fields, the first of which gets focus', async () => {
    render(<Sent />);
    await userEvent.click(screen.getByText('Send'));
    expect([times(fieldSentence), times('Choose one.')]).toEqual([
      { shown: 1, live: 0 },
      { shown: 1, live: 0 },
    ]);
    expect(document.activeElement).toBe(screen.getByLabelText('Email'));
    expect(described(screen.getByLabelText('Email'))).toBe(fieldSentence);
  });
  it('get focus again when the same input is submitted again', async () => {
    render(<Sent />);
    await userEvent.click(screen.getByText('Send'));
    await userEvent.click(screen.getByText('Send'));
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Email')));
  });
  it('appear at the top if no field shows them, and get focus there', async () => {
    render(<Sent general="Try again later." />);
    await userEvent.click(screen.getByText('Send'));
    expect(times('Try again later.')).toEqual({ shown: 1, live: 0 });
    expect(document.activeElement).toBe(screen.getByRole('group', { name: 'Try again later.' }));
  });
  it('appear at the top only if no field shows them', async () => {
    render(<Sent wide />);
    await userEvent.click(screen.getByText('Send'));
    expect([times(fieldSentence), times('Choose one.')]).toEqual([
      { shown: 1, live: 0 },
      { shown: 1, live: 0 },
    ]);
    expect(document.activeElement).toBe(screen.getByRole('group', { name: 'Choose one.' }));
  });
});

describe('the error summary', () => {
  function Form() {
    const [errors, setErrors] = useState<{ fieldId?: string; message: string }[]>([]);
    return (
      <>
        <FormErrors errors={errors} />
        <TextInput id="email" label="Email" />
        <button
          onClick={() =>
            setErrors([{ fieldId: 'email', message: 'Enter an email address.' }, { message: 'Try later.' }])
          }
        >
          Send
        </button>
      </>
    );
  }
  it("links to a field that doesn't show its own error", async () => {
    render(<Form />);
    await userEvent.click(screen.getByText('Send'));
    expect(document.activeElement?.textContent).toContain('Enter an email address.');
    await userEvent.click(screen.getByRole('link', { name: 'Enter an email address.' }));
    expect(document.activeElement).toBe(screen.getByLabelText('Email'));
  });
});

describe('a button', () => {
  it('keeps focus and ignores presses while busy', async () => {
    const press = vi.fn();
    render(
      <Button busy onClick={press}>
        Save
      </Button>,
    );
    const button = screen.getByRole('button', { name: 'Save' });
    await userEvent.click(button);
    expect(press).not.toHaveBeenCalled();
    expect([
      button.getAttribute('aria-busy'),
      button.hasAttribute('disabled'),
      document.activeElement === button,
    ]).toEqual(['true', false, true]);
  });
  it("doesn't submit a form by accident", () => {
    render(<Button>Open</Button>);
    expect(screen.getByRole<HTMLButtonElement>('button').type).toBe('button');
  });
});
