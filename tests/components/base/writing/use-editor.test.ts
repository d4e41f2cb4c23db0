import { act, renderHook, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { type EditorOptions, useEditor } from '#components/base/writing/use-editor.ts';
import { problem } from '../../../state/setup/fake-api.ts';

interface Values {
  readonly title: string;
}
type Field = 'title' | 'pictures';
type Options = EditorOptions<Values, Field, 'draft' | 'published'>;

const editorWith = (more: Partial<Options> = {}) => {
  const save = vi.fn<Options['save']>(() => Promise.resolve());
  const options: Options = {
    values: { title: 'A bowl' },
    setValues: () => undefined,
    check: ({ title }) => (title ? {} : { title: 'Enter a title.' }),
    isUploading: false,
    save,
    fields: { title: 'title', imageIds: 'pictures' },
    ...more,
  };
  return {
    save,
    ...renderHook((props: Partial<Options>) => useEditor({ ...options, ...props }), { initialProps: {} }),
  };
};
const refusing = (errors: { field: string; message: string }[]) => () =>
  Promise.reject(problem(422, { code: 'invalid_input', message: 'Check the form.', errors }));

it('saves what was checked, once at a time', async () => {
  const done = Promise.withResolvers<void>();
  const { result, save } = editorWith();
  save.mockReturnValueOnce(done.promise);
  act(() => result.current.send('published'));
  expect(result.current.saving).toEqual({ as: 'published' });
  act(() => result.current.send('draft'));
  await act(async () => done.resolve());
  expect(save.mock.calls).toEqual([[{ title: 'A bowl' }, 'published']]);
  expect(result.current.saving).toBeNull();
});

it('says what is missing and sends nothing', () => {
  const { result, save } = editorWith({ values: { title: '' } });
  act(() => result.current.send('published'));
  expect(result.current.errors).toEqual({ title: 'Enter a title.' });
  expect(save).not.toHaveBeenCalled();
});

it('waits for files, and can be called off', async () => {
  const { result, save, rerender } = editorWith();
  rerender({ isUploading: true });
  act(() => result.current.send('draft'));
  expect(result.current.saving).toEqual({ as: 'draft' });
  act(() => result.current.onStopWaiting?.());
  rerender({ isUploading: false });
  expect(save).not.toHaveBeenCalled();
  rerender({ isUploading: true });
  act(() => result.current.send('published'));
  rerender({ isUploading: false });
  await waitFor(() => expect(save.mock.calls).toEqual([[{ title: 'A bowl' }, 'published']]));
});

it('shows what the server says at its field, by the form’s name for it', async () => {
  const { result } = editorWith({
    save: refusing([{ field: 'imageIds', message: 'One picture is gone.' }]),
  });
  await act(async () => result.current.send('published'));
  expect(result.current).toMatchObject({ errors: { pictures: 'One picture is gone.' }, problem: null });
});

it('shows the message where the server names no field of the form', async () => {
  const { result } = editorWith({ save: refusing([{ field: 'other', message: 'Too long.' }]) });
  await act(async () => result.current.send('published'));
  expect(result.current).toMatchObject({ errors: {}, problem: 'Check the form.' });
  act(() => result.current.set({ title: 'A plate' }));
  expect(result.current.problem).toBeNull();
});
