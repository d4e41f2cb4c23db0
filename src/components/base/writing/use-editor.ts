import { useState } from 'react';
import type { Dispatch, FormEvent, SetStateAction } from 'react';
import { useAfterUpload, useArrivalOfFiles } from '#components/base/files/use-after-upload.tsx';
import { problemFields, problemMessage } from '#lib/problem.ts';

type Errors<Field extends string> = Partial<Record<Field, string>>;
/** What is wrong: by field, and what belongs to none. */
interface Wrong<Field extends string> {
  readonly errors: Errors<Field>;
  readonly problem: string | null;
}

export interface EditorOptions<Values extends object, Field extends string, As> {
  readonly values: Values;
  readonly setValues: Dispatch<SetStateAction<Values>>;
  /** Messages by field for what can't be saved yet. Files that are on their way are no error: saving waits for them. */
  readonly check: (values: Values, as: As) => Errors<Field>;
  readonly isUploading: boolean;
  /** Saves what was checked. If it throws, the reason is shown and the input stays. */
  readonly save: (values: Values, as: As) => Promise<void>;
  /** The form's fields by their names in the API, to show what the server says at its field. */
  readonly fields?: Readonly<Record<string, Field>>;
}

/** The server's reasons, by field where all that it names are of the form. */
function refusal<Field extends string>(
  caught: unknown,
  fields: Readonly<Record<string, Field>>,
): Wrong<Field> {
  const named = Object.entries(problemFields(caught)).flatMap(([name, message]) => {
    const field = fields[name];
    return field ? [[field, message] as const] : [];
  });
  const errors = Object.fromEntries(named) as Errors<Field>;
  return { errors, problem: named.length > 0 ? null : problemMessage(caught) };
}

/**
 * State of a form with files, such as the editor of a post: one save at a time, which waits for uploads. `As` says what
 * the save makes of the item, such as a draft.
 */
export function useEditor<Values extends object, Field extends string, As>({
  values,
  setValues,
  check,
  isUploading,
  save,
  fields = {},
}: EditorOptions<Values, Field, As>) {
  const [wrong, setWrong] = useState<Wrong<Field>>({ errors: {}, problem: null });
  const [saving, setSaving] = useState<{ readonly as: As } | null>(null);
  const arrival = useArrivalOfFiles<As>();
  const send = async (as: As) => {
    if (saving) return;
    arrival.clear();
    const errors = check(values, as);
    setWrong({ errors, problem: null });
    if (Object.keys(errors).length > 0) return;
    if (isUploading) return arrival.wait(as);
    setSaving({ as });
    try {
      await save(values, as);
    } catch (caught) {
      setWrong(refusal(caught, fields));
    } finally {
      setSaving(null);
    }
  };
  useAfterUpload(arrival, isUploading, (as) => void send(as));
  return {
    values,
    set: (change: Partial<Values>) => {
      setValues((now) => ({ ...now, ...change }));
      setWrong({ errors: {}, problem: null });
    },
    ...wrong,
    /** What is being saved, or will be once its files have arrived. */
    saving: arrival.waiting ? { as: arrival.waiting.requestedState } : saving,
    /** Cancels a save that waits for files; null if none does. */
    onStopWaiting: arrival.stop,
    send: (as: As) => void send(as),
    submit: (as: As) => (event: FormEvent) => {
      event.preventDefault();
      void send(as);
    },
  };
}
