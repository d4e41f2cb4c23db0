import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { describe, expect, it } from 'vitest';
import { DateField } from '#ui/antd/date-field.tsx';
import { Checkbox, RadioCards } from '#ui/forms/choice.tsx';
import { FormErrors } from '#ui/forms/form-errors.tsx';
import { FormFieldsContext, useNewFormFields, useRefusals } from '#ui/forms/form-fields.ts';
import { Form } from '#ui/forms/form.tsx';
import { TextInput } from '#ui/forms/text-input.tsx';
import { UploadDrop } from '#ui/forms/upload-drop.tsx';
import { useForm } from '#ui/forms/use-form.ts';

const initial = { title: '', kind: '', day: '', agrees: false, price: '' };
type Values = typeof initial;
type Errors = Partial<Record<keyof Values, string>>;
const submit = () => screen.getByRole('button', { name: 'Save' });
const focused = () => document.activeElement;

interface Props {
  readonly check?: (values: Values) => Errors;
  readonly save?: () => Promise<void>;
  /** Replaces the field of the price. */
  readonly price?: (field: ReactNode, values: Values) => ReactNode;
}

function Example({ check, save = () => Promise.resolve(), price = (field) => field }: Props) {
  const form = useForm({ initial, ...(check && { check }), submit: save });
  return (
    <Form onSubmit={form.onSubmit}>
      <FormErrors errors={form.errors} />
      <RadioCards
        label="Kind"
        name="kind"
        value={form.values.kind || null}
        options={[
          { value: 'photo', label: 'Photo' },
          { value: 'video', label: 'Video' },
        ]}
        onChange={(kind) => form.set('kind', kind)}
        error={form.fieldErrors.kind ?? null}
      />
      <TextInput label="Title" {...form.text('title')} />
      <DateField label="Day" kind="date" {...form.picked('day')} />
      <Checkbox label="I agree" {...form.flag('agrees')} />
      {price(<TextInput label="Price" {...form.text('price')} />, form.values)}
      <button>Save</button>
    </Form>
  );
}

/** As the server rejects fields. */
const refusal = (errors: { field: string; message: string }[]) => () =>
  Promise.reject(Object.assign(new Error('Check these fields.'), { data: { errors } }));

describe('the fields of a form', () => {
  it.each<[keyof Values, () => HTMLElement]>([
    ['kind', () => screen.getByRole('radio', { name: 'Photo' })],
    ['title', () => screen.getByLabelText('Title')],
    ['day', () => screen.getByLabelText('Day')],
    ['agrees', () => screen.getByRole('checkbox', { name: /I agree/ })],
    ['price', () => screen.getByLabelText('Price')],
  ])('get focus in the order of the document, whatever the order of errors: %s', async (first, control) => {
    const names = Object.keys({ kind: 1, title: 1, day: 1, agrees: 1, price: 1 });
    const wrong = names.slice(names.indexOf(first)).toReversed();
    render(<Example check={() => Object.fromEntries(wrong.map((name) => [name, `Wrong ${name}.`]))} />);
    await screen.findByRole('textbox', { name: 'Day' });
    await userEvent.click(submit());
    expect(focused()).toBe(control());
    expect(screen.queryByRole('group', { name: /Wrong/ })).toBeNull();
  });

  it('get focus in that order also if a later one was wrong before', async () => {
    const check = ({ agrees }: Values): Errors => ({
      ...(agrees && { title: 'Enter a title.' }),
      price: 'Enter a price.',
    });
    render(<Example check={check} />);
    await userEvent.click(submit());
    expect(focused()).toBe(screen.getByLabelText('Price'));
    await userEvent.click(screen.getByRole('checkbox', { name: /I agree/ }));
    await userEvent.click(submit());
    expect(focused()).toBe(screen.getByLabelText('Title'));
  });

  it('get focus again when the same mistake is sent again', async () => {
    render(<Example check={() => ({ title: 'Enter a title.', price: 'Enter a price.' })} />);
    await userEvent.click(submit());
    await userEvent.click(submit());
    expect(focused()).toBe(screen.getByLabelText('Title'));
  });

  it('keep the focus of somebody who mends them one by one', async () => {
    render(<Example check={() => ({ title: 'Enter a title.', price: 'Enter a price.' })} />);
    await userEvent.click(submit());
    await userEvent.type(screen.getByLabelText('Price'), '5');
    expect(focused()).toBe(screen.getByLabelText('Price'));
    expect(screen.queryByText('Enter a price.')).toBeNull();
  });

  it('show what the server says about them, the first of which gets focus', async () => {
    const save = refusal([
      { field: 'price', message: 'Too high.' },
      { field: 'title', message: 'Already taken.' },
    ]);
    render(<Example save={save} />);
    await userEvent.click(submit());
    await waitFor(() => expect(focused()).toBe(screen.getByLabelText('Title')));
    expect(screen.getAllByText(/Already taken\.|Too high\./).map((each) => each.textContent)).toEqual([
      'Already taken.',
      'Too high.',
    ]);
  });

  it('leave what the server says about anything else to the top of the form', async () => {
    const save = refusal([
      { field: 'title', message: 'Already taken.' },
      { field: 'seriesId', message: 'This series is gone.' },
    ]);
    render(<Example save={save} />);
    await userEvent.click(submit());
    await waitFor(() => expect(focused()).toBe(screen.getByRole('group', { name: 'This series is gone.' })));
    expect(screen.getAllByText('Already taken.')).toHaveLength(1);
  });

  const needsPrice = () => ({ price: 'Enter a price.' });
  it.each<[string, Props['price']]>([
    ['isn’t shown', () => null],
    ['is in a hidden part', (field) => <div hidden>{field}</div>],
  ])('have their error said at the top if one %s', async (_, price) => {
    render(<Example check={needsPrice} price={price} />);
    await userEvent.click(submit());
    expect(focused()).toBe(screen.getByRole('group', { name: 'Enter a price.' }));
  });

  it('are forgotten when they leave the form', async () => {
    render(<Example check={needsPrice} price={(field, { agrees }) => (agrees ? null : field)} />);
    await userEvent.click(submit());
    expect(focused()).toBe(screen.getByLabelText('Price'));
    await userEvent.click(screen.getByRole('checkbox', { name: /I agree/ }));
    await userEvent.click(submit());
    expect(focused()).toBe(screen.getByRole('group', { name: 'Enter a price.' }));
    await userEvent.click(screen.getByRole('checkbox', { name: /I agree/ }));
    await userEvent.click(submit());
    expect(focused()).toBe(screen.getByLabelText('Price'));
  });

  it('that show something else are passed over', async () => {
    const price: Props['price'] = (field) => (
      <>
        <TextInput label="Coupon" error="This coupon has expired." />
        {field}
      </>
    );
    render(<Example check={needsPrice} price={price} />);
    await userEvent.click(submit());
    expect(focused()).toBe(screen.getByLabelText('Price'));
  });

  it('are those of their own form', async () => {
    render(
      <>
        <Example check={() => ({ title: 'Enter a title.' })} />
        <Example check={() => ({ title: 'Enter a title.' })} />
      </>,
    );
    for (const button of screen.getAllByRole('button', { name: 'Save' })) await userEvent.click(button);
    expect(focused()).toBe(screen.getAllByLabelText('Title')[1]);
  });
});

describe('a form that shares its fields with what surrounds it', () => {
  function Payment({ refused }: { readonly refused: boolean }) {
    const { fields, focusWrong } = useRefusals();
    return (
      <Form
        fields={fields}
        onSubmit={(event) => {
          event.preventDefault();
          if (refused) focusWrong();
        }}
      >
        <UploadDrop label="Receipt" accept="image/*" onFiles={() => {}} error="Add a receipt." />
        <button>Save</button>
      </Form>
    );
  }
  function Around({ amount, refused = true }: { readonly amount: string | null; refused?: boolean }) {
    const fields = useNewFormFields();
    return (
      <FormFieldsContext value={fields}>
        <TextInput label="Amount" error={amount} />
        <Payment refused={refused} />
      </FormFieldsContext>
    );
  }
  it('focuses the first wrong one of all', async () => {
    const { rerender } = render(<Around amount="Enter an amount." />);
    await userEvent.click(submit());
    expect(focused()).toBe(screen.getByLabelText('Amount'));
    rerender(<Around amount={null} />);
    await userEvent.click(submit());
    expect(focused()).toBe(screen.getByLabelText('Receipt'));
  });
  it('leaves focus alone when nothing is refused', async () => {
    render(<Around amount="Enter an amount." refused={false} />);
    await userEvent.click(submit());
    expect(focused()).toBe(submit());
  });
});
