import { useId, useRef, useState } from 'react';
import type { ChangeEvent, FormEvent } from 'react';
import { problemFields, problemMessage } from '#lib/problem';
import type { FormError } from './form-errors.tsx';

type Values = Record<string, string | boolean>;
type Changed = ChangeEvent<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>;
type TextName<V> = { [K in keyof V]: V[K] extends string ? K : never }[keyof V] & string;
type FlagName<V> = { [K in keyof V]: V[K] extends boolean ? K : never }[keyof V] & string;

export interface FormOptions<V extends Values> {
  readonly initial: V;
  /** What is wrong before anything is sent, by field. */
  readonly check?: (values: V) => Partial<Record<keyof V & string, string>>;
  /** Sends it. What it throws is shown: its sentence, and what it says of single fields. */
  readonly submit: (values: V) => Promise<void>;
}

/** Answers of a server that speak of fields the form doesn't have stand above it, without a link. */
function formErrors(id: string, known: Values, fields: Record<string, string>, general: string | null): FormError[] {
  const own = Object.entries(fields).map(([name, message]): FormError => (name in known ? { fieldId: `${id}-${name}`, message } : { message }));
  return own.length > 0 || general === null ? own : [{ message: general }];
}

/** State of a small form: values, what is wrong with which, and a sending that can't be doubled. */
export function useForm<V extends Values>({ initial, check, submit }: FormOptions<V>) {
  const id = useId();
  const [values, setValues] = useState(initial);
  const [fields, setFields] = useState<Record<string, string>>({});
  const [general, setGeneral] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const sending = useRef(false);

  const set = <K extends keyof V & string>(name: K, value: V[K]) => {
    setValues((now) => ({ ...now, [name]: value }));
    setFields(({ [name]: _mended, ...rest }) => rest);
  };
  const send = async () => {
    const wrong = check?.(values) ?? {};
    setGeneral(null);
    setFields(wrong as Record<string, string>);
    if (Object.keys(wrong).length > 0 || sending.current) return;
    sending.current = true;
    setBusy(true);
    try {
      await submit(values);
    } catch (caught) {
      setFields(problemFields(caught));
      setGeneral(problemMessage(caught));
    } finally {
      sending.current = false;
      setBusy(false);
    }
  };
  return {
    values,
    set,
    busy,
    /** For `FormErrors`. */
    errors: formErrors(id, values, fields, general),
    /** Spread on a text input, text area or select. */
    text: (name: TextName<V>) => ({
      id: `${id}-${name}`, name, value: values[name] as string, error: fields[name] ?? null,
      onChange: (event: Changed) => set(name, event.target.value as V[typeof name]),
    }),
    /** Spread on a checkbox or switch. */
    flag: (name: FlagName<V>) => ({
      name, checked: values[name] as boolean, error: fields[name] ?? null,
      onChange: (event: ChangeEvent<HTMLInputElement>) => set(name, event.target.checked as V[typeof name]),
    }),
    /** On the `<form>`. */
    onSubmit: (event: FormEvent) => {
      event.preventDefault();
      void send();
    },
  };
}
