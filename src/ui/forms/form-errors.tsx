import { useEffect, useRef, useState } from 'react';
import { ErrorGroup, bringToFocus } from './error-box.tsx';
import { type FormFields, useFormFields } from './form-fields.ts';
import styles from '../feedback/notice.module.css';

export interface FormError {
  /** Id of the control the error belongs to, if any. */
  readonly fieldId?: string;
  readonly message: string;
}

export interface FormErrorsProps {
  readonly errors: readonly FormError[];
  /** Heading above several errors. */
  readonly title?: string;
}

interface Shown {
  /** Number of the submission the errors belong to. */
  readonly tries: number;
  readonly messages: readonly string[];
  /** Errors that no field shows itself. */
  readonly unsaid: readonly FormError[];
}
const nothing: Shown = { tries: 0, messages: [], unsaid: [] };

/**
 * Counts submissions, so that repeating the same mistake brings its error to attention again although nothing else
 * changes.
 */
function useTries({ onSubmitted }: FormFields): number {
  const [tries, setTries] = useState(0);
  useEffect(() => onSubmitted(() => setTries((before) => before + 1)), [onSubmitted]);
  return tries;
}

/** The errors to show in this component, determined once the fields have registered theirs. */
function useShown(fields: FormFields, errors: readonly FormError[]): Shown {
  const [shown, setShown] = useState(nothing);
  const tries = useTries(fields);
  const key = errors.map(({ message }) => message).join('\n');
  useEffect(() => {
    if (tries === shown.tries && key === shown.messages.join('\n')) return;
    // Only after rendering is it known which errors the fields show themselves.
    // oxlint-disable-next-line react/set-state-in-effect
    setShown({
      tries,
      messages: errors.map(({ message }) => message),
      unsaid: errors.filter(({ message }) => !fields.shows(message)),
    });
  }, [tries, key, errors, shown, fields]);
  return errors.length === 0 ? nothing : shown;
}

/**
 * The errors of a form, each shown and announced once. Errors that a field shows stay there, and focus moves
 * to the first of those fields. Errors that no field shows are listed here, at the top, and take focus
 * instead.
 */
export function FormErrors({ errors, title = 'Check these fields' }: FormErrorsProps) {
  const fields = useFormFields();
  const box = useRef<HTMLDivElement>(null);
  const shown = useShown(fields, errors);
  const known = useRef(nothing);
  useEffect(() => {
    // Only new errors move focus, because an error that disappears while the user types must not interrupt
    // them.
    const before = known.current;
    const isNew =
      before.tries !== shown.tries || shown.messages.some((message) => !before.messages.includes(message));
    known.current = shown;
    if (!isNew || shown.messages.length === 0) return;
    if (shown.unsaid.length > 0) bringToFocus(box.current);
    else fields.focusFirst(shown.messages);
  }, [shown, fields]);
  return shown.unsaid.length > 0 ? (
    <ErrorGroup box={box} title={shown.unsaid.length > 1 ? title : undefined}>
      <Lines errors={shown.unsaid} />
    </ErrorGroup>
  ) : null;
}

const Line = ({ error: { fieldId, message } }: { error: FormError }) =>
  fieldId ? (
    <a href={`#${fieldId}`} onClick={(event) => focusField(event, fieldId)}>
      {message}
    </a>
  ) : (
    message
  );

const Lines = ({ errors }: Pick<FormErrorsProps, 'errors'>) =>
  errors.length === 1 && errors[0] ? (
    <Line error={errors[0]} />
  ) : (
    <ul className={styles.list}>
      {errors.map((error) => (
        <li key={`${error.fieldId}${error.message}`}>
          <Line error={error} />
        </li>
      ))}
    </ul>
  );

function focusField(event: { preventDefault(): void }, id: string): void {
  // Following the hash would add a history entry that the router treats as a navigation.
  event.preventDefault();
  bringToFocus(document.getElementById(id));
}
