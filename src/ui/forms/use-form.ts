import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import type { ChangeEvent, Dispatch, FormEvent, SetStateAction } from 'react';
import { problemFields, problemMessage } from '#lib/problem.ts';
import type { FormError } from './form-errors.tsx';

type Changed = ChangeEvent<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>;
type TextName<V> = { [K in keyof V]: V[K] extends string ? K : never }[keyof V] & string;
type FlagName<V> = { [K in keyof V]: V[K] extends boolean ? K : never }[keyof V] & string;
type FieldName<V> = keyof V & string;

/** Values that outlast their form, such as a draft. */
export interface FormStore<V> {
  readonly values: V;
  readonly setValues: Dispatch<SetStateAction<V>>;
}

/** `As` says what a submission makes of the values, such as a draft. `Field` names what has errors. */
export interface FormOptions<V extends object, As = void, Field extends string = FieldName<V>> {
  readonly initial: V;
  /** By default, the form stores the values itself. */
  readonly store?: FormStore<V>;
  /** Validates before submitting; returns errors by field. */
  readonly check?: (values: V, as: As) => Partial<Record<NoInfer<Field>, string>>;
  /**
   * Submits the values. If it throws, its message and field errors are shown. Resolves with the values as they were
   * saved, if they differ.
   */
  readonly submit: (values: V, as: As) => Promise<V | void>;
  /** The form's names of fields that have others in the API. */
  readonly apiNames?: Readonly<Record<string, NoInfer<Field>>>;
  /** Files are being uploaded. A submission waits for them. */
  readonly isUploading?: boolean;
}

/** What is submitted, and how. */
interface Submission<As> {
  readonly as: As;
}
/** Errors of single fields and of the whole form. */
interface Wrong<As> {
  readonly fields: Readonly<Record<string, string>>;
  readonly general: string | null;
  /** The submission whose check found them; null for the server's. */
  readonly checked: Submission<As> | null;
}
const nothingWrong = { fields: {}, general: null, checked: null } as const;

/** Errors of fields that the form doesn't have are listed without a link. */
function formErrors(id: string, known: object, { fields, general }: Wrong<unknown>): FormError[] {
  const own = Object.entries(fields).map(([name, message]): FormError =>
    name in known ? { fieldId: `${id}-${name}`, message } : { message },
  );
  return own.length > 0 || general === null ? own : [{ message: general }];
}

/** Runs one submission at a time and reports its errors. */
function useSending<As>(say: (caught: unknown) => void) {
  const [sending, setSending] = useState<Submission<As> | null>(null);
  const isSending = useRef(false);
  const send = async (as: As, work: () => Promise<void>) => {
    if (isSending.current) return;
    isSending.current = true;
    setSending({ as });
    try {
      await work();
    } catch (caught) {
      say(caught);
    } finally {
      isSending.current = false;
      setSending(null);
    }
  };
  return { sending, send };
}

/** Begins a submission that waits for uploads once all have arrived or failed. */
function useBeginAfterUploads<As>(
  waiting: Submission<As> | null,
  isUploading: boolean,
  begin: (as: As) => void,
): void {
  const onArrival = useEffectEvent(begin);
  useEffect(() => {
    if (waiting && !isUploading) onArrival(waiting.as);
  }, [waiting, isUploading]);
}

/** The typed values beside those that were last saved. */
function useValues<V extends object>({ initial, store }: { initial: V; store: FormStore<V> | undefined }) {
  const [ownValues, setOwnValues] = useState(initial);
  const [saved, setSaved] = useState(initial);
  const { values, setValues } = store ?? { values: ownValues, setValues: setOwnValues };
  return {
    values,
    setValues,
    setSaved,
    /** Names of the fields that differ from what was last saved. */
    changed: (Object.keys(values) as FieldName<V>[]).filter((name) => values[name] !== saved[name]),
    discard: () => setValues(saved),
  };
}

/**
 * The errors that still hold. What the check found is over once the values are right, or their field is hidden by
 * another choice.
 */
function remaining<V extends object, As>(
  wrong: Wrong<As>,
  values: V,
  check: ((values: V, as: As) => object) | undefined,
): Wrong<As> {
  if (!wrong.checked || !check) return wrong;
  const found = check(values, wrong.checked.as);
  return {
    ...wrong,
    fields: Object.fromEntries(Object.entries(wrong.fields).filter(([name]) => name in found)),
  };
}

interface FieldProps<V extends object> {
  readonly id: string;
  readonly values: V;
  readonly fields: Wrong<unknown>['fields'];
  readonly set: <K extends FieldName<V>>(name: K, value: V[K]) => void;
}
interface InputProps {
  readonly id: string;
  readonly name: string;
  readonly error: string | null;
}
interface TextProps extends InputProps {
  readonly value: string;
  readonly onChange: (event: Changed) => void;
}
interface FlagProps extends InputProps {
  readonly checked: boolean;
  readonly onChange: (event: ChangeEvent<HTMLInputElement>) => void;
}
const fieldProps = <V extends object>({ id, values, fields, set }: FieldProps<V>) => ({
  /** Props for a text input, text area or select. */
  text: (name: TextName<V>): TextProps => ({
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
  flag: (name: FlagName<V>): FlagProps => ({
    id: `${id}-${name}`,
    name,
    checked: values[name] as boolean,
    error: fields[name] ?? null,
    onChange: (event: ChangeEvent<HTMLInputElement>) => set(name, event.target.checked as V[typeof name]),
  }),
});

type Submitting<V extends object, As, Field extends string> = Omit<
  FormOptions<V, As, Field>,
  'initial' | 'store'
> &
  Pick<ReturnType<typeof useValues<V>>, 'values' | 'setValues' | 'setSaved'>;

/** Checks the values and submits them, once at a time and once their files have been uploaded. */
function useSubmission<V extends object, As, Field extends string>({
  check,
  submit,
  apiNames = {},
  isUploading = false,
  values,
  setValues,
  setSaved,
}: Submitting<V, As, Field>) {
  const [found, setFound] = useState<Wrong<As>>(nothingWrong);
  const { sending, send } = useSending<As>((caught) => {
    const named = Object.entries(problemFields(caught)).map(([name, text]) => [apiNames[name] ?? name, text]);
    setFound({ fields: Object.fromEntries(named), general: problemMessage(caught), checked: null });
  });
  const [waiting, setWaiting] = useState<Submission<As> | null>(null);
  const trySending = (as: As) => {
    if (sending) return;
    setWaiting(null);
    const errors = (check?.(values, as) ?? {}) as Wrong<As>['fields'];
    setFound({ fields: errors, general: null, checked: { as } });
    if (Object.keys(errors).length > 0) return;
    if (isUploading) return setWaiting({ as });
    void send(as, async () => {
      const saved = await submit(values, as);
      if (saved) setValues(saved);
      setSaved(saved ?? values);
    });
  };
  useBeginAfterUploads(waiting, isUploading, trySending);
  return {
    wrong: remaining(found, values, check),
    setFound,
    trySending,
    running: waiting ?? sending,
    stopWaiting: waiting && (() => setWaiting(null)),
  };
}

/** State of a form: values, errors, and a submission that can't run twice at once. */
export function useForm<V extends object, As = void, Field extends string = FieldName<V>>({
  initial,
  store,
  ...options
}: FormOptions<V, As, Field>) {
  const id = useId();
  const { changed, discard, ...state } = useValues({ initial, store });
  const { wrong, setFound, trySending, running, stopWaiting } = useSubmission({ ...options, ...state });
  const { values, setValues } = state;
  const { fields } = wrong;

  const change = (changes: Partial<V>) => {
    setValues((now) => ({ ...now, ...changes }));
    setFound((before) => ({
      ...before,
      fields: Object.fromEntries(Object.entries(before.fields).filter(([name]) => !(name in changes))),
    }));
  };
  const set = <K extends FieldName<V>>(name: K, value: V[K]) =>
    change({ [name]: value } as unknown as Partial<V>);
  return {
    values,
    set,
    /** Sets several values. */
    change,
    busy: running !== null,
    /** What is being submitted, or will be once its files have been uploaded. */
    sending: running,
    /** Cancels a submission that waits for files; null if none does. */
    stopWaiting,
    changed,
    /** Puts back what was last saved. */
    discard: () => {
      discard();
      setFound(nothingWrong);
    },
    /** Errors by field, for fields that don't take the props below. */
    fieldErrors: fields as Partial<Record<Field, string>>,
    /** For `FormErrors`. */
    errors: formErrors(id, values, wrong),
    ...fieldProps({ id, values, fields, set }),
    send: trySending,
    onSubmit: (event: FormEvent, as: As) => {
      event.preventDefault();
      trySending(as);
    },
  };
}

/** What the fields of a form take of it. */
export type FormPart<V extends object, Field extends string = FieldName<V>> = Pick<
  ReturnType<typeof useForm<V, unknown, Field>>,
  'values' | 'change' | 'text' | 'picked' | 'flag' | 'fieldErrors'
>;
