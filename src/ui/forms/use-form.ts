import { useId, useRef, useState } from 'react';
import type { ChangeEvent, FormEvent } from 'react';
import { problemFields, problemMessage } from '#lib/problem.ts';
import type { FormError } from './form-errors.tsx';

type Values = Record<string, string | boolean>;
type Changed = ChangeEvent<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>;
type TextName<V> = { [K in keyof V]: V[K] extends string ? K : never }[keyof V] & string;
type FlagName<V> = { [K in keyof V]: V[K] extends boolean ? K : never }[keyof V] & string;

export interface FormOptions<V extends Values> {
  readonly initial: V;
  /** Validates before submitting; returns errors by field. */
  readonly check?: (values: V) => Partial<Record<keyof V & string, string>>;
  /** Submits the values. If it throws, its message and field errors are shown. */
  readonly submit: (values: V) => Promise<void>;
}

/** Errors of single fields and of the whole form. */
interface Wrong {
  readonly fields: Readonly<Record<string, string>>;
  readonly general: string | null;
}
const nothingWrong: Wrong = { fields: {}, general: null };

/** Server errors for fields that the form doesn't have are listed without a link. */
function formErrors(id: string, known: Values, { fields, general }: Wrong): FormError[] {
  const own = Object.entries(fields).map(([name, message]): FormError =>
    name in known ? { fieldId: `${id}-${name}`, message } : { message },
  );
  return own.length > 0 || general === null ? own : [{ message: general }];
}

/** Runs one submission at a time and reports its errors. */
function useSending(say: (wrong: Wrong) => void) {
  const [busy, setBusy] = useState(false);
  const sending = useRef(false);
  const send = async (work: () => Promise<void>) => {
    if (sending.current) return;
    sending.current = true;
    setBusy(true);
    try {
      await work();
    } catch (caught) {
      say({ fields: problemFields(caught), general: problemMessage(caught) });
    } finally {
      sending.current = false;
      setBusy(false);
    }
  };
  return { busy, send };
}

/** The typed values beside those that were last saved. */
function useValues<V extends Values>(initial: V) {
  const [values, setValues] = useState(initial);
  const [saved, setSaved] = useState(initial);
  return {
    values,
    setValues,
    setSaved,
    /** Names of the fields that differ from what was last saved. */
    changed: Object.keys(values).filter((name) => values[name] !== saved[name]),
    discard: () => setValues(saved),
  };
}

interface FieldProps<V extends Values> {
  readonly id: string;
  readonly values: V;
  readonly fields: Wrong['fields'];
  readonly set: <K extends keyof V & string>(name: K, value: V[K]) => void;
}
const fieldProps = <V extends Values>({ id, values, fields, set }: FieldProps<V>) => ({
  /** Props for a text input, text area or select. */
  text: (name: TextName<V>) => ({
    id: `${id}-${name}`,
    name,
    value: values[name] as string,
    error: fields[name] ?? null,
    onChange: (event: Changed) => set(name, event.target.value as V[typeof name]),
  }),
  /** Props for a field whose `onChange` receives the value, such as a date field or searchable select. */
  picked: (name: TextName<V>) => ({
    id: `${id}-${name}`,
    value: values[name] as string,
    error: fields[name] ?? null,
    onChange: (value: string) => set(name, value as V[typeof name]),
  }),
  /** Props for a checkbox or switch. */
  flag: (name: FlagName<V>) => ({
    id: `${id}-${name}`,
    name,
    checked: values[name] as boolean,
    error: fields[name] ?? null,
    onChange: (event: ChangeEvent<HTMLInputElement>) => set(name, event.target.checked as V[typeof name]),
  }),
});

/** State of a small form: values, errors, and a submission that can't run twice at once. */
export function useForm<V extends Values>({ initial, check, submit }: FormOptions<V>) {
  const id = useId();
  const { values, setValues, setSaved, changed, discard } = useValues(initial);
  const [wrong, setWrong] = useState(nothingWrong);
  const { busy, send } = useSending(setWrong);
  const { fields } = wrong;

  const change = (changed: Partial<V>) => {
    setValues((now) => ({ ...now, ...changed }));
    setWrong(({ fields: before, general }) => ({
      fields: Object.fromEntries(Object.entries(before).filter(([name]) => !(name in changed))),
      general,
    }));
  };
  const set = <K extends keyof V & string>(name: K, value: V[K]) =>
    change({ [name]: value } as unknown as Partial<V>);
  const trySending = () => {
    const found = check?.(values) ?? {};
    setWrong({ fields: found, general: null });
    if (Object.keys(found).length > 0) return;
    void send(async () => {
      await submit(values);
      setSaved(values);
    });
  };
  return {
    values,
    set,
    /** Sets several values. */
    change,
    busy,
    changed,
    /** Puts back what was last saved. */
    discard: () => {
      discard();
      setWrong(nothingWrong);
    },
    /** Errors by field, for fields that don't take the props below. */
    fieldErrors: fields as Partial<Record<keyof V, string>>,
    /** For `FormErrors`. */
    errors: formErrors(id, values, wrong),
    ...fieldProps({ id, values, fields, set }),
    onSubmit: (event: FormEvent) => {
      event.preventDefault();
      trySending();
    },
  };
}
