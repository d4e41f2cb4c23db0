import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { RefObject } from 'react';
import { ErrorGroup, bringToFocus } from './error-box.tsx';
import styles from '../feedback/notice.module.css';

export interface FormError {
  /** Id of the control it belongs to; without one the sentence stands alone. */
  readonly fieldId?: string;
  readonly message: string;
}

export interface FormErrorsProps {
  readonly errors: readonly FormError[];
  /** Above several errors. */
  readonly title?: string;
}

interface Shown {
  /** Which sending of the form it is of. */
  readonly tries: number;
  readonly messages: readonly string[];
  /** What no field says itself. */
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

/** The controls of a form that say what is wrong with them, in their order, by their sentences. */
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

const formOf = (marker: Element | null): ParentNode => marker?.closest('form, dialog') ?? document;

/**
 * Counts the sendings that are over without anything on its way: the same mistake made again is said again.
 */
function useTries(marker: RefObject<HTMLElement | null>): number {
  const [tries, setTries] = useState(0);
  useEffect(() => {
    const form = marker.current?.closest('form');
    let timer: ReturnType<typeof setTimeout> | undefined;
    const count = () => {
      // The form's own handler comes after this one, and takes away what it sends anew.
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

/** What is to be said here, once the fields are drawn that say theirs. */
function useShown(marker: RefObject<HTMLElement | null>, errors: readonly FormError[]): Shown {
  const [shown, setShown] = useState(nothing);
  const tries = useTries(marker);
  const key = errors.map(({ message }) => message).join('\n');
  useLayoutEffect(() => {
    if (tries === shown.tries && key === shown.messages.join('\n')) return;
    const sayers = sayersIn(formOf(marker.current));
    // Which sentences the fields say themselves is known once they are drawn.
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
  // Both are to be seen, the field above all.
  first?.sentence.scrollIntoView({ block: 'nearest' });
  bringToFocus(first?.control ?? null);
}

/**
 * What is wrong with a form. Each sentence stands and is said once: what a field says of itself stays with
 * it, and focus goes to the first of those; whatever no field says stands here, at the top, and takes focus
 * first.
 */
export function FormErrors({ errors, title = 'Check these fields' }: FormErrorsProps) {
  const marker = useRef<HTMLSpanElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const shown = useShown(marker, errors);
  const known = useRef(nothing);
  useEffect(() => {
    // One that is mended while it is typed into must not take the focus away from it: only what is new does.
    const before = known.current;
    const isNew =
      before.tries !== shown.tries || shown.messages.some((message) => !before.messages.includes(message));
    known.current = shown;
    if (!isNew || shown.messages.length === 0) return;
    if (shown.unsaid.length > 0) bringToFocus(box.current);
    else focusFirst(formOf(marker.current), shown.messages);
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
  // A hash in the address would count as a step back for the router.
  event.preventDefault();
  bringToFocus(document.getElementById(id));
}
