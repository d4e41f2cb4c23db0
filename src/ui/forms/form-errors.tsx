import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { RefObject } from 'react';
import { ErrorGroup, bringToFocus } from './error-box.tsx';
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

const focusable = 'input, select, textarea, button, [tabindex]';

interface Sayer {
  readonly control: HTMLElement;
  readonly sentence: HTMLElement;
}

const describing = (element: Element): HTMLElement[] =>
  (element.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id))
    .filter((found) => found !== null);

/** The controls of a form that show errors, in order, by error message. */
function sayersIn(form: ParentNode): Map<string, Sayer> {
  const found = new Map<string, Sayer>();
  for (const described of form.querySelectorAll<HTMLElement>('[aria-describedby]')) {
    const control = described.matches(focusable)
      ? described
      : (described.querySelector<HTMLElement>(focusable) ?? described);
    for (const sentence of describing(described))
      if (!found.has(sentence.textContent)) found.set(sentence.textContent, { control, sentence });
  }
  return found;
}

const findForm = (marker: Element | null): ParentNode => marker?.closest('form, dialog') ?? document;

/**
 * Counts submissions that failed without a request, so that repeating the same mistake announces the error
 * again.
 */
function useTries(marker: RefObject<HTMLElement | null>): number {
  const [tries, setTries] = useState(0);
  useEffect(() => {
    const form = marker.current?.closest('form');
    let timer: ReturnType<typeof setTimeout> | undefined;
    const count = () => {
      // Wait for the form's own submit handler, which runs after this one and clears errors before a request.
      timer = setTimeout(() => setTries((before) => before + 1));
    };
    form?.addEventListener('submit', count);
    return () => {
      clearTimeout(timer);
      form?.removeEventListener('submit', count);
    };
  }, [marker]);
  return tries;
}

/** The errors to show in this component, determined once the fields have rendered theirs. */
function useShown(marker: RefObject<HTMLElement | null>, errors: readonly FormError[]): Shown {
  const [shown, setShown] = useState(nothing);
  const tries = useTries(marker);
  const key = errors.map(({ message }) => message).join('\n');
  useLayoutEffect(() => {
    if (tries === shown.tries && key === shown.messages.join('\n')) return;
    const sayers = sayersIn(findForm(marker.current));
    // Only after rendering is it known which errors the fields show themselves.
    // oxlint-disable-next-line react/set-state-in-effect
    setShown({
      tries,
      messages: errors.map(({ message }) => message),
      unsaid: errors.filter(({ message }) => !sayers.has(message)),
    });
  }, [tries, key, errors, shown, marker]);
  return errors.length === 0 ? nothing : shown;
}

function focusFirst(form: ParentNode, messages: readonly string[]): void {
  const first = [...sayersIn(form)].find(([message]) => messages.includes(message))?.[1];
  // Both should be visible, but the field matters more.
  first?.sentence.scrollIntoView({ block: 'nearest' });
  bringToFocus(first?.control ?? null);
}

/**
 * The errors of a form, each shown and announced once. Errors that a field shows stay there, and focus moves
 * to the first of those fields. Errors that no field shows are listed here, at the top, and take focus
 * instead.
 */
export function FormErrors({ errors, title = 'Check these fields' }: FormErrorsProps) {
  const marker = useRef<HTMLSpanElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const shown = useShown(marker, errors);
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
    else focusFirst(findForm(marker.current), shown.messages);
  }, [shown]);
  return (
    <>
      <span ref={marker} hidden />
      {shown.unsaid.length > 0 ? (
        <ErrorGroup box={box} title={shown.unsaid.length > 1 ? title : undefined}>
          <Lines errors={shown.unsaid} />
        </ErrorGroup>
      ) : null}
    </>
  );
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
