import { act, renderHook, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { type FormOptions, useForm } from '#ui/forms/use-form.ts';
import { problem } from '../state/setup/fake-api.ts';

interface Values {
  readonly title: string;
  readonly sells: boolean;
  readonly price: string;
}
type As = 'draft' | 'published';
type Field = 'title' | 'price' | 'pictures';
type Options = FormOptions<Values, As, Field>;

const formWith = (more: Partial<Options> = {}) => {
  const submit = vi.fn<Options['submit']>(() => Promise.resolve());
  const options: Options = {
    initial: { title: 'A bowl', sells: false, price: '' },
    check: ({ title, sells, price }) => ({
      ...(!title && { title: 'Enter a title.' }),
      ...(sells && !price && { price: 'Enter a price.' }),
    }),
    submit,
    apiNames: { imageIds: 'pictures' },
    ...more,
  };
  return {
    submit,
    ...renderHook((props: Partial<Options>) => useForm<Values, As, Field>({ ...options, ...props }), {
      initialProps: {},
    }),
  };
};
const refusing = (errors: { field: string; message: string }[]) => () =>
  Promise.reject(problem(422, { code: 'invalid_input', message: 'Check the form.', errors }));
const asIs = { title: 'A bowl', sells: false, price: '' };

it('submits what was checked, once at a time', async () => {
  const done = Promise.withResolvers<void>();
  const { result, submit } = formWith();
  submit.mockReturnValueOnce(done.promise);
  act(() => result.current.send('published'));
  expect(result.current.sending).toEqual({ as: 'published' });
  act(() => result.current.send('draft'));
  await act(async () => done.resolve());
  expect(submit.mock.calls).toEqual([[asIs, 'published']]);
  expect(result.current).toMatchObject({ sending: null, busy: false });
});

it('takes over the values as they were saved', async () => {
  const { result } = formWith({ submit: (values) => Promise.resolve({ ...values, title: 'Bowl' }) });
  await act(async () => result.current.send('draft'));
  expect(result.current.values.title).toBe('Bowl');
  expect(result.current.changed).toEqual([]);
});

it('waits for files, with what was typed meanwhile, and can be called off', async () => {
  const { result, submit, rerender } = formWith();
  rerender({ isUploading: true });
  act(() => result.current.send('draft'));
  expect(result.current.sending).toEqual({ as: 'draft' });
  act(() => result.current.stopWaiting?.());
  rerender({ isUploading: false });
  expect(submit).not.toHaveBeenCalled();
  rerender({ isUploading: true });
  act(() => result.current.send('published'));
  act(() => result.current.set('title', 'A plate'));
  rerender({ isUploading: false });
  await waitFor(() => expect(submit.mock.calls).toEqual([[{ ...asIs, title: 'A plate' }, 'published']]));
});

it('shows an error until its field is changed or the values are right', () => {
  const { result, submit } = formWith({ initial: { title: '', sells: true, price: '' } });
  act(() => result.current.send('published'));
  expect(result.current.fieldErrors).toEqual({ title: 'Enter a title.', price: 'Enter a price.' });
  expect(submit).not.toHaveBeenCalled();
  act(() => result.current.set('title', 'A'));
  expect(result.current.fieldErrors).toEqual({ price: 'Enter a price.' });
  // The field of the price is no longer shown, so its error isn't listed elsewhere either.
  act(() => result.current.set('sells', false));
  expect(result.current.errors).toEqual([]);
});

it('shows what the server says at its field, by the form’s name for it', async () => {
  const { result } = formWith({
    submit: refusing([
      { field: 'imageIds', message: 'One picture is gone.' },
      { field: 'title', message: 'Too long.' },
    ]),
  });
  await act(async () => result.current.send('published'));
  expect(result.current.fieldErrors).toEqual({ pictures: 'One picture is gone.', title: 'Too long.' });
  act(() => result.current.set('title', 'A plate'));
  expect(result.current.fieldErrors).toEqual({ pictures: 'One picture is gone.' });
});

it('lists what the server says about fields that the form doesn’t have', async () => {
  const { result } = formWith({ submit: refusing([{ field: 'other', message: 'Too long.' }]) });
  await act(async () => result.current.send('published'));
  expect(result.current.errors).toEqual([{ message: 'Too long.' }]);
  const { result: general } = formWith({ submit: refusing([]) });
  await act(async () => general.current.send('published'));
  expect(general.current.errors).toEqual([{ message: 'Check the form.' }]);
});

it('keeps the values where its owner stores them', () => {
  const setValues = vi.fn<(change: unknown) => void>();
  const { result } = formWith({ store: { values: { ...asIs, title: 'Kept' }, setValues } });
  expect(result.current.text('title').value).toBe('Kept');
  act(() => result.current.set('title', 'New'));
  const [change] = setValues.mock.calls[0] as [(before: Values) => Values];
  expect(change(asIs)).toEqual({ ...asIs, title: 'New' });
});
