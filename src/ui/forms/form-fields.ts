import { createContext, useContext, useEffect, useLayoutEffect, useState } from 'react';
import { bringToFocus } from './error-box.tsx';

/** A field that shows an error. */
interface WrongField {
  /** Id of the control. Its error has the id `<id>-error`. */
  readonly id: string;
  readonly message: string;
  /** Focuses a control that is inside a frame; others are focused by their id. */
  readonly focus?: (() => void) | undefined;
}

/** The fields of a form that show an error. They register themselves. */
export interface FormFields {
  /** Returns a function that removes the field again. */
  readonly register: (field: WrongField) => () => void;
  /** Whether a field shows this error, and where people can see it. */
  readonly shows: (message: string) => boolean;
  /** Focuses the first field, in document order, that shows one of these errors; by default, any error. */
  readonly focusFirst: (messages?: readonly string[]) => void;
  /** Called by the form after its own submit handler. */
  readonly submitted: () => void;
  /** Calls back after each submission. Returns a function that stops it. */
  readonly onSubmitted: (call: () => void) => () => void;
}

interface Placed {
  readonly field: WrongField;
  readonly control: HTMLElement;
}

const byPosition = ({ control: one }: Placed, { control: other }: Placed): number =>
  one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1;

function makeFormFields(): FormFields {
  const wrong = new Set<WrongField>();
  const listeners = new Set<() => void>();
  /** A hidden part of a form keeps its fields, but nobody can see or focus them. */
  const visible = (): Placed[] =>
    [...wrong].flatMap((field) => {
      const control = document.getElementById(field.id);
      return control && !control.closest('[hidden]') ? [{ field, control }] : [];
    });
  return {
    register: (field) => {
      wrong.add(field);
      return () => wrong.delete(field);
    },
    shows: (message) => visible().some(({ field }) => field.message === message),
    focusFirst: (messages) => {
      const [first] = visible()
        .filter(({ field }) => messages?.includes(field.message) ?? true)
        .toSorted(byPosition);
      if (!first) return;
      // Both should be visible, but the field matters more.
      document.getElementById(`${first.field.id}-error`)?.scrollIntoView({ block: 'nearest' });
      if (first.field.focus) first.field.focus();
      else bringToFocus(first.control);
    },
    submitted: () => listeners.forEach((call) => call()),
    onSubmitted: (call) => {
      listeners.add(call);
      return () => listeners.delete(call);
    },
  };
}

/** Wraps fields that stand beside their form, such as an amount above the form of a payment. */
export const FormFieldsContext = createContext<FormFields | null>(null);

/** New fields for a form, whatever surrounds it. */
export function useNewFormFields(): FormFields {
  const [fields] = useState(makeFormFields);
  return fields;
}

/** The fields of the surrounding form, or new ones. */
export function useFormFields(): FormFields {
  const own = useNewFormFields();
  return useContext(FormFieldsContext) ?? own;
}

/** Registers a field with its form while it shows an error. */
export function useFieldError(
  id: string,
  error: string | null | undefined,
  focus?: WrongField['focus'],
): void {
  const fields = useContext(FormFieldsContext);
  useLayoutEffect(
    () => (fields && error ? fields.register({ id, message: error, focus }) : undefined),
    [fields, id, error, focus],
  );
}

/**
 * For a form without `FormErrors`: the fields, and a function that focuses the first wrong one once the fields show
 * their errors.
 */
export function useRefusals(): { readonly fields: FormFields; readonly focusWrong: () => void } {
  const fields = useFormFields();
  const [refusals, setRefusals] = useState(0);
  useEffect(() => {
    if (refusals > 0) fields.focusFirst();
  }, [refusals, fields]);
  return { fields, focusWrong: () => setRefusals((before) => before + 1) };
}
